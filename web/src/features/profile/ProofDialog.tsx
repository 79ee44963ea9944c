import { routes, type Assertion } from '@parvis/contract'
import { useMutation } from '@tanstack/react-query'
import { useState, type FormEvent, type ReactNode } from 'react'
import { ApiError, sentenceOf } from '../../api/transport/api-error.ts'
import { call } from '../../api/browser.ts'
import { useUser } from '../../api/session/session.tsx'
import { useInstance } from '../../api/use-instance.ts'
import { CodeField } from '../../layout/second-factor/CodeField.tsx'
import { canUsePasskeys } from '../../layout/second-factor/passkey.ts'
import { PasskeyButton } from '../../layout/second-factor/PasskeyButton.tsx'
import { Banner } from '../../ui/feedback/Banner.tsx'
import { Dialog, FormActions } from '../../ui/overlays/Dialog.tsx'
import { PasswordField } from '../../ui/fields/TextField.tsx'
import styles from './Profile.module.css'

/** Second factors that the account can use to confirm a change. */
export interface Held {
  /** The account has an authenticator application; otherwise only recovery codes. */
  hasCodes: boolean
  /** One of the passkeys works at this address, and can replace the code. */
  hasKey: boolean
}

interface ProofDialogProps extends Held {
  title: string
  verb: string
  variant?: 'danger' | 'primary'
  /** @throws an error whose sentence is shown in the dialog */
  act: (body: { password: string; code?: string; passkey?: Assertion }) => Promise<unknown>
  onClose: () => void
  /** Consequence of the action. */
  children: ReactNode
}

/**
 * Re-authentication dialog before a way to sign in is removed: asks for the password if the account has one, and for a second factor (a code, or a passkey
 * instead).
 */
export function ProofDialog({ title, verb, variant = 'danger', hasCodes, hasKey, act, onClose, children }: ProofDialogProps) {
  const user = useUser()
  const [password, setPassword] = useState('')
  const [code, setCode] = useState('')
  const acting = useMutation({ mutationFn: (proof: { code?: string; passkey?: Assertion }) => act({ password, ...proof }) })
  const canShow = canUsePasskeys(useInstance()?.ways_in.passkeys) && hasKey
  const hasFactor = user.second_factor_at !== null
  const fields = acting.error instanceof ApiError ? acting.error.fields : {}
  const isField = Object.keys(fields).length > 0
  function submit(event: FormEvent) {
    event.preventDefault()
    if (!acting.isPending) acting.mutate(hasFactor ? { code } : {})
  }
  const formId = 'proof'
  const actions = <FormActions onCancel={onClose} isPending={acting.isPending} form={formId} variant={variant} verb={verb} pendingLabel="Un instant…" />
  return (
    <Dialog isOpen onClose={onClose} title={title} isBusy={acting.isPending} actions={actions}>
      <form id={formId} className={styles.form} onSubmit={submit} noValidate>
        {acting.isError && !isField && <Banner tone="error">{sentenceOf(acting.error, 'Rien n’a changé. Veuillez réessayer.')}</Banner>}
        <p>{children}</p>
        {user.has_password && (
          <PasswordField
            label="Votre mot de passe"
            autoComplete="current-password"
            autoFocus
            isRequired
            value={password}
            onChange={setPassword}
            error={fields['password']}
          />
        )}
        {hasFactor && (
          <CodeField
            label={hasCodes ? undefined : 'Code de secours'}
            isRequired={!canShow}
            {...(canShow && { hint: 'Ou, à sa place, une clé d’accès.' })}
            value={code}
            onChange={setCode}
            error={fields['code']}
          />
        )}
        {hasFactor && canShow && (
          <div>
            <PasskeyButton
              isDisabled={password === ''}
              fallback="Rien n’a changé. Veuillez réessayer."
              ask={() => call(routes.passkeys.request)}
              onShown={(passkey) => acting.mutateAsync({ passkey }).catch(() => undefined)}
            >
              {`${verb} avec une clé d’accès`}
            </PasskeyButton>
          </div>
        )}
      </form>
    </Dialog>
  )
}
