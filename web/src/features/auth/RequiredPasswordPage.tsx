import { routes } from '@parvis/contract'
import { useState } from 'react'
import { call, session, useUser } from '../../api/browser.ts'
import { ApiError } from '../../api/transport/api-error.ts'
import { useInstance } from '../../api/use-instance.ts'
import { signOut } from '../../layout/sign-out.ts'
import { Button } from '../../ui/Button.tsx'
import { checkPasswords, noPasswords, PasswordFields } from '../../ui/fields/PasswordFields.tsx'
import { AuthCard, FormFailure } from './AuthCard.tsx'
import styles from './AuthForm.module.css'
import { forgetPassword, rememberedPassword } from './typed-password.ts'
import { useAuthForm } from './use-auth-form.ts'

/**
 * Page shown instead of any other while the password must be changed, because an administrator set it or it is too weak. The requested page opens after
 * the change.
 */
export function RequiredPasswordPage() {
  const user = useUser()
  const instance = useInstance()
  const [values, setValues] = useState(() => ({ ...noPasswords, current_password: rememberedPassword() }))
  // The current password is asked for when it is not remembered, for example after a reload, or when the server refused it.
  const [isCurrentAsked, askCurrent] = useState(values.current_password === '')
  const form = useAuthForm(
    () => checkPasswords(values),
    async () => {
      const { current_password, new_password } = values
      try {
        await call(routes.auth.changePassword, { body: { current_password, new_password } })
      } catch (error) {
        if (error instanceof ApiError && error.fields['current_password'] !== undefined) askCurrent(true)
        throw error
      }
      forgetPassword()
      await session.verify(true)
    },
    'Erreur lors du changement de mot de passe',
  )
  return (
    <AuthCard
      title="Choisissez votre mot de passe"
      lead={
        user.is_admin && user.password_weak
          ? 'Vous êtes administrateur\u00a0: votre mot de passe doit être plus difficile à deviner. Parvis s’ouvre dès qu’il est changé.'
          : 'Celui avec lequel vous êtes connecté vous a été donné. Choisissez-en un que vous serez seul à connaître\u00a0: Parvis s’ouvre aussitôt.'
      }
      links={<Button onPress={() => signOut()}>Se déconnecter</Button>}
    >
      <form className={styles.form} onSubmit={form.onSubmit} noValidate>
        <FormFailure failure={form.failure} />
        <PasswordFields
          user={user}
          policy={instance?.password_policy}
          values={values}
          errors={form.errors}
          isCurrentAsked={isCurrentAsked}
          onChange={(changes) => setValues((before) => ({ ...before, ...changes }))}
        />
        <Button type="submit" variant="primary" block isPending={form.isPending} pendingLabel="Modification…">
          Changer le mot de passe
        </Button>
      </form>
    </AuthCard>
  )
}
