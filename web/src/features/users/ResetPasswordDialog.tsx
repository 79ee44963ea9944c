import { constants, clientErrorSentence, routes, type User } from '@parvis/contract'
import { useId, useState, type FormEvent } from 'react'
import { call } from '../../api/browser.ts'
import { useInstance } from '../../api/use-instance.ts'
import { runRowAction } from '../../layout/run-row-action.ts'
import { displayName } from '../../layout/user.ts'
import { Banner } from '../../ui/feedback/Banner.tsx'
import { Checkbox } from '../../ui/fields/Checkbox.tsx'
import { Dialog, FormActions } from '../../ui/overlays/Dialog.tsx'
import { passwordHint } from '../../ui/fields/password-words.ts'
import { PasswordField } from '../../ui/fields/TextField.tsx'
import { describeActionError, userMessages } from './user-errors.ts'
import styles from './UsersPage.module.css'

interface ResetPasswordDialogProps {
  user: User
  onClose: () => void
  onDone: (sentence: string, warning?: string) => void
}

/** Dialog that sets a new password for an account. An empty password closes it without a change (specification, chapter 5). */
export function ResetPasswordDialog({ user, onClose, onDone }: ResetPasswordDialogProps) {
  const form = useId()
  const instance = useInstance()
  const [password, setPassword] = useState('')
  const [isAlone, setAlone] = useState(false)
  const [fieldError, setFieldError] = useState<string | null>(null)
  const [failure, setFailure] = useState<string | null>(null)
  const [isPending, setPending] = useState(false)

  async function submit(event: FormEvent) {
    event.preventDefault()
    if (isPending) return
    if (password === '' && !isAlone) return onClose()
    if ([...password].length < constants.passwordMinLength) return setFieldError(clientErrorSentence('auth.password_short'))
    setPending(true)
    setFieldError(null)
    setFailure(null)
    try {
      const { warning } = await runRowAction(routes.users.remove, () =>
        call(routes.users.resetPassword, { params: { id: user.id }, body: { password, remove_identities: isAlone } }),
      )
      onDone(`Le mot de passe de «\u00a0${displayName(user)}\u00a0» a été réinitialisé.`, warning)
      onClose()
    } catch (error) {
      setFailure(describeActionError(userMessages.password)(error))
      setPending(false)
    }
  }

  return (
    <Dialog
      isOpen
      onClose={onClose}
      title={`Réinitialiser le mot de passe de «\u00a0${displayName(user)}\u00a0»\u00a0?`}
      size="s"
      isBusy={isPending}
      actions={<FormActions onCancel={onClose} isPending={isPending} form={form} verb="Réinitialiser" pendingLabel="Réinitialisation…" />}
    >
      <form id={form} className={styles.form} onSubmit={(event) => void submit(event)} noValidate>
        <p>Ses sessions ouvertes seront fermées. Transmettez-lui ce mot de passe par un moyen sûr.</p>
        {failure && <Banner tone="error">{failure}</Banner>}
        <PasswordField
          label="Nouveau mot de passe"
          hint={`${passwordHint(instance?.password_policy, user.is_admin)} Laissé vide, le mot de passe ne change pas.`}
          autoComplete="new-password"
          autoFocus
          value={password}
          onChange={setPassword}
          error={fieldError}
        />
        {(instance?.ways_in.providers.length ?? 0) > 0 && (
          <Checkbox
            isSelected={isAlone}
            onChange={setAlone}
            hint={`Pour un compte où quelqu’un d’autre est entré\u00a0: sa double authentification et ses clés d’accès partent aussi. Qui revient par un fournisseur avec l’adresse du compte est relié de nouveau.`}
          >
            Retirer aussi ses fournisseurs d’identité
          </Checkbox>
        )}
      </form>
    </Dialog>
  )
}
