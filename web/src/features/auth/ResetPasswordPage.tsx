import { constants, routes } from '@parvis/contract'
import { useEffect, useState } from 'react'
import { call, device, session } from '../../api/browser.ts'
import { useInstance } from '../../api/use-instance.ts'
import { paths } from '../../paths.ts'
import { navigate } from '../../router/location.ts'
import { Link } from '../../router/Link.tsx'
import { useParams } from '../../router/Routes.tsx'
import { Banner } from '../../ui/feedback/Banner.tsx'
import { Button } from '../../ui/Button.tsx'
import { passwordHint } from '../../ui/fields/password-words.ts'
import { PasswordField } from '../../ui/fields/TextField.tsx'
import { AuthCard, FormFailure } from './AuthCard.tsx'
import styles from './AuthForm.module.css'
import { newPasswordErrors } from './rules.ts'
import { useAuthForm } from './use-auth-form.ts'

/** Page of the link in a password-reset mail: asks for the new password, then redirects to sign-in after 3 s (specification, chapter 4). */
export function ResetPasswordPage() {
  const instance = useInstance()
  const { token = '' } = useParams()
  const [password, setPassword] = useState('')
  const [confirmation, setConfirmation] = useState('')
  const [isDone, setDone] = useState(false)
  const form = useAuthForm(
    () => newPasswordErrors(password, confirmation),
    async () => {
      const answer = await call(routes.auth.resetPassword, { body: { token, password, device: device.read() } })
      device.save(answer.device)
      // The reset ended every session of the account: someone signed in here would be redirected from the sign-in page to a page with a dead session.
      if (session.state().status !== 'anonymous') session.signOut()
      setDone(true)
    },
    'Erreur lors de la réinitialisation du mot de passe',
  )
  useEffect(() => {
    if (!isDone) return
    const timer = setTimeout(() => navigate(paths.login), constants.passwordResetRedirectMs)
    return () => clearTimeout(timer)
  }, [isDone])

  return (
    <AuthCard title="Nouveau mot de passe" links={<Link to={paths.login}>Aller à la connexion</Link>}>
      {isDone ? (
        <div className={styles.stack}>
          <Banner tone="success">Votre mot de passe a été réinitialisé avec succès</Banner>
          <p>La page de connexion s’ouvre dans quelques secondes.</p>
        </div>
      ) : (
        <form className={styles.form} onSubmit={form.onSubmit} noValidate>
          <FormFailure failure={form.failure} action={<Link to={paths.forgotPassword}>Demander un autre lien</Link>} />
          <PasswordField
            label="Nouveau mot de passe"
            name="password"
            autoComplete="new-password"
            isRequired
            value={password}
            onChange={setPassword}
            error={form.errors['password']}
            hint={passwordHint(instance?.password_policy)}
          />
          <PasswordField
            label="Confirmer le mot de passe"
            name="confirmation"
            autoComplete="new-password"
            isRequired
            value={confirmation}
            onChange={setConfirmation}
            error={form.errors['confirmation']}
          />
          <Button type="submit" variant="primary" block isPending={form.isPending} pendingLabel="Enregistrement…">
            Réinitialiser le mot de passe
          </Button>
        </form>
      )}
    </AuthCard>
  )
}
