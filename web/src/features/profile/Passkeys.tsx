import { routes, type Passkey } from '@parvis/contract'
import { useMutation } from '@tanstack/react-query'
import { useRef, useState, type FormEvent } from 'react'
import { ApiError, sentenceOf } from '../../api/transport/api-error.ts'
import { invalidate } from '../../api/ask.ts'
import { call, session } from '../../api/browser.ts'
import { useInstance } from '../../api/use-instance.ts'
import { AddPasskey } from '../../layout/second-factor/AddPasskey.tsx'
import { useShownCodes } from '../../layout/second-factor/use-shown-codes.ts'
import { canUsePasskeys, whyNoPasskeys } from '../../layout/second-factor/passkey.ts'
import { Banner } from '../../ui/feedback/Banner.tsx'
import { Button } from '../../ui/Button.tsx'
import { Dialog, FormActions } from '../../ui/overlays/Dialog.tsx'
import { formatDateTime } from '../../ui/words/formats.ts'
import styles from './Profile.module.css'
import { ProofFields, type Proof } from './ProofFields.tsx'
import { useLostFocus } from './use-lost-focus.ts'

interface PasskeysProps {
  passkeys: Passkey[]
  hasCodes: boolean
  /** The browser of this session, in words: a name for a new key. */
  device: string
}

/** The keys that open the account: made, seen, taken away. */
export function Passkeys({ passkeys, hasCodes, device }: PasskeysProps) {
  const instance = useInstance()
  const section = useRef<HTMLElement>(null)
  const [task, setTask] = useState<'add' | Passkey | null>(null)
  useLostFocus(section, passkeys.map(({ id }) => id).join(' '))
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
        <p className={styles.note}>{whyNoPasskeys(origin)}</p>
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
        <RemoveDialog
          passkey={task}
          isLast={passkeys.length === 1 && !hasCodes}
          hasCodes={hasCodes}
          hasKey={passkeys.some(({ is_usable }) => is_usable)}
          onClose={() => void close()}
        />
      )}
    </section>
  )
}

function AddDialog({ device, onClose }: { device: string; onClose: () => void }) {
  const { leave, onShown } = useShownCodes()
  return (
    <Dialog isOpen onClose={() => leave(onClose)} title="Nouvelle clé d’accès">
      <AddPasskey name={device} onShown={onShown} onDone={onClose} />
    </Dialog>
  )
}

interface RemoveDialogProps {
  passkey: Passkey
  /** Nothing is left of the second factor without it. */
  isLast: boolean
  hasCodes: boolean
  hasKey: boolean
  onClose: () => void
}

function RemoveDialog({ passkey: { id, name }, isLast, hasCodes, hasKey, onClose }: RemoveDialogProps) {
  const [password, setPassword] = useState('')
  const [code, setCode] = useState('')
  const remove = useMutation({
    mutationFn: (proof: Proof) => call(routes.passkeys.remove, { params: { id }, body: { password, ...proof } }),
    onSuccess: onClose,
  })
  const fields = remove.error instanceof ApiError ? remove.error.fields : {}
  const isField = Object.keys(fields).length > 0
  function submit(event: FormEvent) {
    event.preventDefault()
    if (!remove.isPending) remove.mutate({ code })
  }
  const formId = 'remove-passkey'
  const actions = <FormActions onCancel={onClose} isPending={remove.isPending} form={formId} variant="danger" verb="Retirer" pendingLabel="Un instant…" />
  return (
    <Dialog isOpen onClose={onClose} title={`Retirer la clé «\u00a0${name}\u00a0»\u00a0?`} isBusy={remove.isPending} actions={actions}>
      <form id={formId} className={styles.form} onSubmit={submit} noValidate>
        {remove.isError && !isField && <Banner tone="error">{sentenceOf(remove.error, 'Rien n’a changé. Veuillez réessayer.')}</Banner>}
        <p>
          Elle n’ouvrira plus votre compte. {isLast && 'Votre mot de passe suffira de nouveau, à vous comme à qui le connaîtrait. '}Votre appareil la
          garde&nbsp;: effacez-la aussi de ses réglages.
        </p>
        <ProofFields
          password={password}
          onPassword={setPassword}
          code={code}
          onCode={setCode}
          errors={fields}
          hasCodes={hasCodes}
          hasKey={hasKey}
          keyLabel="Retirer avec une clé d’accès"
          onKey={(passkey) => remove.mutateAsync({ passkey }).catch(() => undefined)}
        />
      </form>
    </Dialog>
  )
}
