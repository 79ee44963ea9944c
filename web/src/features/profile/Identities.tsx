import { routes, type Security } from '@parvis/contract'
import { useRef, useState } from 'react'
import { invalidate } from '../../api/queries.ts'
import { call, session, useUser } from '../../api/browser.ts'
import { Button } from '../../ui/Button.tsx'
import { formatDateTime } from '../../ui/words/formats.ts'
import styles from './Profile.module.css'
import { ReauthenticationDialog, type AvailableFactors } from './ReauthenticationDialog.tsx'
import { useRestoredFocus } from './use-lost-focus.ts'

type Identity = Security['identities'][number]

/** List of the identity providers linked to the account. Each can be unlinked, except the last way to sign in. */
export function Identities({ identities, held: factors }: { identities: Identity[]; held: AvailableFactors }) {
  const { has_password } = useUser()
  const section = useRef<HTMLElement>(null)
  const [task, setTask] = useState<Identity | null>(null)
  // Once shown, the section stays after its last identity is removed, so that the focus can move to its title.
  const [isShown] = useState(identities.length > 0)
  useRestoredFocus(section, identities.map(({ id }) => id).join(' '))
  async function close() {
    setTask(null)
    await session.verify(true)
    await invalidate(routes.identities.remove)
  }
  if (!isShown && identities.length === 0) return null
  return (
    <section ref={section} aria-labelledby="identities" className={styles.block}>
      <h3 id="identities" tabIndex={-1}>
        Fournisseurs d’identité
      </h3>
      {identities.length === 0 && <p className={styles.note}>Aucun n’ouvre plus votre compte.</p>}
      <ul className={styles.sessions}>
        {identities.map((identity) => {
          const { id, provider, email, created_at, last_seen_at } = identity
          const since = `relié le ${formatDateTime(created_at)}`
          return (
            <li key={id}>
              <span className={styles.device}>
                <span className={styles.name}>{provider}</span>
                <span className={styles.note}>
                  Sous l’adresse {email}, {since}, vu le {formatDateTime(last_seen_at)}
                </span>
              </span>
              {(has_password || identities.length > 1) && (
                <Button size="s" aria-label={`Retirer «\u00a0${provider}\u00a0», ${since}`} onPress={() => setTask(identity)}>
                  Retirer
                </Button>
              )}
            </li>
          )
        })}
      </ul>
      {task && (
        <ReauthenticationDialog
          title={`Retirer «\u00a0${task.provider}\u00a0»\u00a0?`}
          verb="Retirer"
          {...factors}
          onConfirm={async ({ password, ...proof }) => {
            await call(routes.identities.remove, { params: { id: task.id }, body: { ...(has_password && { password }), ...proof } })
            await close()
          }}
          onClose={() => void close()}
        >
          Ce fournisseur n’ouvrira plus votre compte&nbsp;; les services et les droits qu’il vous donne partent avec lui, et vos autres sessions se ferment. Si
          vous revenez par lui avec l’adresse de votre compte, il y sera relié de nouveau.
        </ReauthenticationDialog>
      )}
    </section>
  )
}
