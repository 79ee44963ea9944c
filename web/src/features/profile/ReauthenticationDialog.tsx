import { routes, type Assertion } from '@parvis/contract'
import { useMutation } from '@tanstack/react-query'
import { useState, type FormEvent, type ReactNode } from 'react'
import { sentenceOf } from '../../api/transport/api-error.ts'
import { fieldErrorsOf } from '../../api/transport/field-errors.ts'
import { call, useUser } from '../../api/browser.ts'
import { useInstance } from '../../api/use-instance.ts'
import { CodeField } from '../../layout/second-factor/CodeField.tsx'
import { canUsePasskeys } from '../../layout/second-factor/passkey.ts'
import { PasskeyButton } from '../../layout/second-factor/PasskeyButton.tsx'
import { Banner } from '../../ui/feedback/Banner.tsx'
import { Dialog, FormActions } from '../../ui/overlays/Dialog.tsx'
import { PasswordField } from '../../ui/fields/TextField.tsx'
import styles from './Profile.module.css'

/** Second factors that the account can use to confirm a change. */
export interface AvailableFactors {
  /** The account has an authenticator application; otherwise only recovery codes. */
  hasCodes: boolean
  /** Whether a passkey works at this address, and can replace the code. */
  hasKey: boolean
}

interface ReauthenticationDialogProps extends AvailableFactors {
  title: string
  verb: string
  variant?: 'danger' | 'primary'
  /** @throws an error whose sentence is shown in the dialog */
  onConfirm: (body: { password: string; code?: string; passkey?: Assertion }) => Promise<unknown>
  onClose: () => void
  /** Consequence of the action. */
  children: ReactNode
}

/**
 * Re-authentication dialog before a way to sign in is removed: asks for the password if the account has one, and for a second factor (a code, or a passkey
 * instead).
 */
export function ReauthenticationDialog({ title, verb, variant = 'danger', hasCodes, hasKey, onConfirm, onClose, children }: ReauthenticationDialogProps) {
  const user = useUser()
  const [password, setPassword] = useState('')
  const [code, setCode] = useState('')
  const confirming = useMutation({ mutationFn: (proof: { code?: string; passkey?: Assertion }) => onConfirm({ password, ...proof }) })
  const canUsePasskey = canUsePasskeys(useInstance()?.ways_in.passkeys) && hasKey
  const hasFactor = user.second_factor_at !== null
  const fields = fieldErrorsOf(confirming.error)
  const isField = Object.keys(fields).length > 0
  function submit(event: FormEvent) {
    event.preventDefault()
    if (!confirming.isPending) confirming.mutate(hasFactor ? { code } : {})
  }
  const formId = 'proof'
  const actions = <FormActions onCancel={onClose} isPending={confirming.isPending} form={formId} variant={variant} verb={verb} pendingLabel="Un instant…" />
  return (
    <Dialog isOpen onClose={onClose} title={title} isBusy={confirming.isPending} actions={actions}>
      <form id={formId} className={styles.form} onSubmit={submit} noValidate>
        {confirming.isError && !isField && <Banner tone="error">{sentenceOf(confirming.error, 'Rien n’a changé. Veuillez réessayer.')}</Banner>}
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
            isRequired={!canUsePasskey}
            {...(canUsePasskey && { hint: 'Ou, à sa place, une clé d’accès.' })}
            value={code}
            onChange={setCode}
            error={fields['code']}
          />
        )}
        {hasFactor && canUsePasskey && (
          <div>
            <PasskeyButton
              isDisabled={password === ''}
              fallback="Rien n’a changé. Veuillez réessayer."
              fetchChallenge={() => call(routes.passkeys.request)}
              onSigned={(passkey) => confirming.mutateAsync({ passkey }).catch(() => undefined)}
            >
              {`${verb} avec une clé d’accès`}
            </PasskeyButton>
          </div>
        )}
      </form>
    </Dialog>
  )
}
