import { routes, type GrantLevel, type PersonAccess, type User } from '@parvis/contract'
import { useQuery } from '@tanstack/react-query'
import { queryFor } from '../../api/queries.ts'
import { sentenceOf } from '../../api/transport/api-error.ts'
import { displayName } from '../../layout/user.ts'
import { Button } from '../../ui/Button.tsx'
import { Dialog } from '../../ui/overlays/Dialog.tsx'
import { ErrorMessage } from '../../ui/feedback/ErrorMessage.tsx'
import { Skeleton } from '../../ui/feedback/Skeleton.tsx'
import { formatNumber } from '../../ui/words/formats.ts'
import styles from './UsersPage.module.css'

const everybody = 'Tout le monde'

const levelWords: Readonly<Record<GrantLevel, string>> = { use: '', edit: ' (peut modifier)', manage: ' (responsable)' }

const sections: readonly { title: string; field: keyof Omit<PersonAccess, 'teams'>; emptySentence: string }[] = [
  { title: 'Assistants', field: 'assistants', emptySentence: 'Aucun assistant.' },
  { title: 'Catégories de documents', field: 'document_categories', emptySentence: 'Aucune catégorie.' },
  { title: 'Prompts', field: 'prompts', emptySentence: 'Aucun prompt.' },
  { title: 'Projets partagés avec cette personne', field: 'projects', emptySentence: 'Aucun projet.' },
]

/** Dialog of everything that a person's grants let them see, with the origin of each grant. */
export function AccessDialog({ user, onClose }: { user: User; onClose: () => void }) {
  const { data, error, isFetching, refetch } = useQuery(queryFor(routes.grants.sees, { params: { id: user.id } }))
  return (
    <Dialog isOpen onClose={onClose} isDismissable title={`Ce que voit «\u00a0${displayName(user)}\u00a0»`} actions={<Button onPress={onClose}>Fermer</Button>}>
      <div className={styles.form}>
        {error && <ErrorMessage query={{ refetch, isFetching }}>{sentenceOf(error, 'Impossible de lire ces droits.')}</ErrorMessage>}
        {!data && !error && <Skeleton shape="rows" count={4} label="Chargement…" />}
        {data && (
          <p>
            {data.teams.length === 0 ? 'Aucun service.' : `Services\u00a0: ${data.teams.map(({ name }) => name).join(', ')}.`}
            {user.is_admin && ' Administre\u00a0: tient aussi tous les assistants et tous les prompts de l’organisation, mais ne lit que ces catégories.'}
          </p>
        )}
        {data &&
          sections.map(({ title, field, emptySentence }) => (
            <section key={field} aria-label={title} className={styles.seen}>
              <h3>{title}</h3>
              <GrantedItems items={data[field]} emptySentence={emptySentence} />
            </section>
          ))}
      </div>
    </Dialog>
  )
}

/** Items granted to the person or their teams first, then those open to everybody. */
function GrantedItems({ items, emptySentence }: { items: PersonAccess['assistants']; emptySentence: string }) {
  const ownItems = items.filter(({ by }) => by.some((origin) => origin !== everybody))
  const sharedItems = items.filter((item) => !ownItems.includes(item))
  if (items.length === 0) return <p className={styles.quiet}>{emptySentence}</p>
  return (
    <>
      {ownItems.length > 0 && (
        <ul>
          {ownItems.map(({ id, name, level, by }) => (
            <li key={id}>
              {name}{' '}
              <span className={styles.quiet}>
                – {by.join(', ')}
                {levelWords[level]}
              </span>
            </li>
          ))}
        </ul>
      )}
      {sharedItems.length > 0 && (
        <p className={styles.quiet}>
          {everybody} ({formatNumber(sharedItems.length)})&nbsp;: {sharedItems.map(({ name }) => name).join(', ')}
        </p>
      )}
    </>
  )
}
