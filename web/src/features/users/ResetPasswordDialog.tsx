import { constants, clientErrorSentence, routes, type RouteAnswer, type User } from '@parvis/contract'
import { useState } from 'react'
import { call } from '../../api/browser.ts'
import { useInstance } from '../../api/use-instance.ts'
import { keepFailure, useSubmission } from '../../layout/drafts/use-submission.ts'
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

type Answer = RouteAnswer<typeof routes.users.resetPassword>

/** Dialog that sets a new password for an account. An empty password closes it without a change (specification, chapter 5). */
export function ResetPasswordDialog({ user, onClose, onDone }: ResetPasswordDialogProps) {
  const instance = useInstance()
  const [password, setPassword] = useState('')
  const [isAlone, setAlone] = useState(false)
  const isUnchanged = password === '' && !isAlone
  const { errors, failure, isPending, formProps } = useSubmission<'new_password', Answer | null>({
    // Not `password`, the server's name: its refusals are in the banner only.
    check: () => (isUnchanged || [...password].length >= constants.passwordMinLength ? {} : { new_password: clientErrorSentence('auth.password_short') }),
    describeErrors: keepFailure,
    send: async () =>
      isUnchanged
        ? null
        : runRowAction(routes.users.remove, () =>
            call(routes.users.resetPassword, { params: { id: user.id }, body: { password, remove_identities: isAlone } }),
          ),
    onDone(answer) {
      if (answer) onDone(`Le mot de passe de «\u00a0${displayName(user)}\u00a0» a été réinitialisé.`, answer.warning)
      onClose()
    },
    describe: describeActionError(userMessages.password),
    focusAfter: 'none',
  })

  return (
    <Dialog
      isOpen
      onClose={onClose}
      title={`Réinitialiser le mot de passe de «\u00a0${displayName(user)}\u00a0»\u00a0?`}
      size="s"
      isBusy={isPending}
      actions={<FormActions onCancel={onClose} isPending={isPending} form={formProps.id} verb="Réinitialiser" pendingLabel="Réinitialisation…" />}
    >
      <form className={styles.form} {...formProps}>
        <p>Ses sessions ouvertes seront fermées. Transmettez-lui ce mot de passe par un moyen sûr.</p>
        {failure && <Banner tone="error">{failure}</Banner>}
        <PasswordField
          label="Nouveau mot de passe"
          hint={`${passwordHint(instance?.password_policy, user.is_admin)} Laissé vide, le mot de passe ne change pas.`}
          autoComplete="new-password"
          autoFocus
          value={password}
          onChange={setPassword}
          error={errors.new_password}
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
