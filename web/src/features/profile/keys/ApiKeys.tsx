import { routes, type ApiKey, type ApiKeyScope } from '@parvis/contract'
import { useQuery } from '@tanstack/react-query'
import { useRef, useState } from 'react'
import { sentenceOf } from '../../../api/transport/api-error.ts'
import { invalidate, queryFor } from '../../../api/queries.ts'
import { call } from '../../../api/browser.ts'
import { useInstance } from '../../../api/use-instance.ts'
import { Badge } from '../../../ui/feedback/Badge.tsx'
import { Button } from '../../../ui/Button.tsx'
import { ErrorMessage } from '../../../ui/feedback/ErrorMessage.tsx'
import { ConfirmDialog } from '../../../ui/overlays/ConfirmDialog.tsx'
import { focusAfterDialog } from '../../../ui/overlays/Dialog.tsx'
import { formatDate, formatDateTime } from '../../../ui/words/formats.ts'
import styles from '../Profile.module.css'
import type { AvailableFactors } from '../ReauthenticationDialog.tsx'
import { useRestoredFocus } from '../use-lost-focus.ts'
import { NewKeyDialog } from './NewKeyDialog.tsx'

/** List of the keys by which other software acts for the person, which can be created and revoked. Hidden without any, where none may be created. */
export function ApiKeys({ mayCreate, factors }: { mayCreate: boolean; factors: AvailableFactors }) {
  const section = useRef<HTMLElement>(null)
  const { data: keys, isError, isFetching, refetch } = useQuery(queryFor(routes.apiKeys.list))
  const [task, setTask] = useState<'create' | ApiKey | null>(null)
  useRestoredFocus(section, keys?.map(({ id }) => id).join(' ') ?? '')
  /** Closes the dialogs of a new key: the one that shows its value was opened by a dialog, which takes no focus back. */
  function endCreation() {
    setTask(null)
    focusAfterDialog(() => section.current?.querySelector<HTMLElement>(':scope > div > button'))
  }
  if (!mayCreate && !keys?.length && task === null) return null
  return (
    <section ref={section} aria-labelledby="cles" className={styles.block}>
      <h3 id="cles" tabIndex={-1}>
        Clés pour d’autres logiciels
      </h3>
      <p className={styles.note}>
        Par une clé, un autre logiciel interroge vos assistants en votre nom, sans votre mot de passe. Révoquez celles qui ne servent plus.
        {!mayCreate && ' Elles n’ouvrent plus rien\u00a0: votre administrateur les a fermées.'}
      </p>
      {isError && <ErrorMessage query={{ refetch, isFetching }}>Vos clés n’ont pas pu être lues.</ErrorMessage>}
      {keys !== undefined && keys.length > 0 && (
        <ul className={styles.sessions}>
          {keys.map((key) => (
            <li key={key.id}>
              <span className={styles.device}>
                <span className={styles.nameLine}>
                  <span className={styles.name}>{key.name}</span>
                  {isExpired(key) && <Badge tone="neutral">Expirée</Badge>}
                </span>
                <KeyFacts apiKey={key} />
              </span>
              <Button size="s" aria-label={`Révoquer la clé «\u00a0${key.name}\u00a0»`} onPress={() => setTask(key)}>
                Révoquer
              </Button>
            </li>
          ))}
        </ul>
      )}
      {mayCreate && (
        <div>
          <Button onPress={() => setTask('create')}>Créer une clé</Button>
        </div>
      )}
      {task === 'create' && <NewKeyDialog factors={factors} onClose={endCreation} />}
      {task !== null && task !== 'create' && (
        <ConfirmDialog
          isOpen
          onClose={() => setTask(null)}
          title={`Révoquer la clé «\u00a0${task.name}\u00a0»\u00a0?`}
          confirmLabel="Révoquer"
          pendingLabel="Révocation…"
          describeError={(error) => sentenceOf(error, 'La clé n’a pas pu être révoquée. Veuillez réessayer.')}
          onConfirm={async () => {
            await call(routes.apiKeys.revoke, { params: { id: task.id } })
            await invalidate(routes.apiKeys.revoke)
          }}
        >
          Le logiciel qui l’emploie n’interrogera plus vos assistants. Cela ne se défait pas&nbsp;: il lui faudra une autre clé.
        </ConfirmDialog>
      )}
    </section>
  )
}

const isExpired = ({ expires_at }: ApiKey): boolean => Date.parse(expires_at) <= Date.now()

const scopeWords: Record<ApiKeyScope, string> = { chat: 'assistants', library: 'bibliothèque', 'documents:read': 'extraits des documents' }

/** Rights of a key, its end, and its last use. */
function KeyFacts({ apiKey: { prefix, scopes, assistant_ids, level_max, expires_at, last_used_at, last_used_from } }: { apiKey: ApiKey }) {
  const levelNames = useInstance()?.level_names
  const rights = new Intl.ListFormat('fr').format(scopes.map((scope) => scopeWords[scope]))
  return (
    <>
      <span className={styles.note}>
        <code>{prefix}…</code>, {rights}
        {assistant_ids !== null && ` (${assistant_ids.length} choisi${assistant_ids.length > 1 ? 's' : ''})`}
        {level_max !== null && levelNames && `, jusqu’au niveau «\u00a0${levelNames[level_max - 1]}\u00a0»`}
      </span>
      <span className={styles.note}>
        Valable jusqu’au {formatDate(expires_at)}
        {last_used_at === null ? ', jamais employée' : `, employée le ${formatDateTime(last_used_at)} depuis ${last_used_from ?? 'un réseau inconnu'}`}
      </span>
    </>
  )
}
