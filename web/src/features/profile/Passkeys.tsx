import { routes, type Passkey } from '@parvis/contract'
import { useRef, useState } from 'react'
import { invalidate } from '../../api/queries.ts'
import { call, session } from '../../api/browser.ts'
import { useInstance } from '../../api/use-instance.ts'
import { AddPasskey } from '../../layout/second-factor/AddPasskey.tsx'
import { useRecoveryCodesGuard } from '../../layout/second-factor/RecoveryCodes.tsx'
import { canUsePasskeys, passkeyUnavailableReason } from '../../layout/second-factor/passkey.ts'
import { Button } from '../../ui/Button.tsx'
import { Dialog } from '../../ui/overlays/Dialog.tsx'
import { formatDateTime } from '../../ui/words/formats.ts'
import styles from './Profile.module.css'
import { ReauthenticationDialog, type AvailableFactors } from './ReauthenticationDialog.tsx'
import { useRestoredFocus } from './use-lost-focus.ts'

interface PasskeysProps {
  passkeys: Passkey[]
  factors: AvailableFactors
  /** Description of the current browser, used as the default name of a new passkey. */
  device: string
}

/** List of the passkeys of the account, which can be added and removed. */
export function Passkeys({ passkeys, factors, device }: PasskeysProps) {
  const instance = useInstance()
  const section = useRef<HTMLElement>(null)
  const [task, setTask] = useState<'add' | Passkey | null>(null)
  useRestoredFocus(section, passkeys.map(({ id }) => id).join(' '))
  async function close() {
    setTask(null)
    await session.verify(true)
    await invalidate(routes.passkeys.remove)
  }
  const origin = instance?.ways_in.passkeys
  return (
    <section ref={section} aria-labelledby="cles-d-acces" className={styles.block}>
      <h3 id="cles-d-acces" tabIndex={-1}>
        Clés d’accès
      </h3>
      {origin !== undefined && !canUsePasskeys(origin) ? (
        <p className={styles.note}>{passkeyUnavailableReason(origin)}</p>
      ) : (
        <p className={styles.note}>
          Votre appareil, ou une clé de sécurité, vous reconnaît à votre empreinte, votre visage ou un code&nbsp;: vous vous connectez sans mot de passe, et un
          faux site n’en tire rien.
        </p>
      )}
      {passkeys.length > 0 && (
        <ul className={styles.sessions}>
          {passkeys.map((key) => (
            <li key={key.id}>
              <span className={styles.device}>
                <span className={styles.name}>{key.name}</span>
                <span className={styles.note}>
                  Créée le {formatDateTime(key.created_at)}
                  {key.last_used_at ? `, utilisée le ${formatDateTime(key.last_used_at)}` : ', jamais utilisée'}
                  {!key.is_usable && '. Faite à une autre adresse, elle ne sert plus ici'}
                </span>
              </span>
              <Button size="s" aria-label={`Retirer la clé «\u00a0${key.name}\u00a0»`} onPress={() => setTask(key)}>
                Retirer
              </Button>
            </li>
          ))}
        </ul>
      )}
      {canUsePasskeys(origin) && (
        <div>
          <Button onPress={() => setTask('add')}>Ajouter une clé d’accès</Button>
        </div>
      )}
      {task === 'add' && <AddDialog device={device} onClose={() => void close()} />}
      {task !== null && task !== 'add' && (
        <ReauthenticationDialog
          title={`Retirer la clé «\u00a0${task.name}\u00a0»\u00a0?`}
          verb="Retirer"
          {...factors}
          onConfirm={async (body) => {
            await call(routes.passkeys.remove, { params: { id: task.id }, body })
            await close()
          }}
          onClose={() => void close()}
        >
          Elle n’ouvrira plus votre compte.{' '}
          {passkeys.length === 1 && !factors.hasCodes && 'Votre mot de passe suffira de nouveau, à vous comme à qui le connaîtrait. '}Votre appareil la
          garde&nbsp;: effacez-la aussi de ses réglages.
        </ReauthenticationDialog>
      )}
    </section>
  )
}

function AddDialog({ device, onClose }: { device: string; onClose: () => void }) {
  const { leave, onShown } = useRecoveryCodesGuard()
  return (
    <Dialog isOpen onClose={() => leave(onClose)} title="Nouvelle clé d’accès">
      <AddPasskey name={device} onCodesShown={onShown} onDone={onClose} />
    </Dialog>
  )
}
