import { routes } from '@parvis/contract'
import { useEffect, useState } from 'react'
import { ApiError } from '../../api/transport/api-error.ts'
import { call } from '../../api/browser.ts'
import { paths } from '../../paths.ts'
import { navigate } from '../../router/location.ts'
import { Link } from '../../router/Link.tsx'
import { useParams } from '../../router/Routes.tsx'
import { Button } from '../../ui/Button.tsx'
import { focusWithin } from '../../ui/overlays/focus-within.ts'
import { PasswordField } from '../../ui/fields/TextField.tsx'
import { AuthCard, FormFailure } from './AuthCard.tsx'
import styles from './AuthForm.module.css'
import type { LoginState } from './LoginPage.tsx'
import { ResendLink } from './AddressForm.tsx'
import { missingErrors } from './rules.ts'
import { useAuthForm } from './use-auth-form.ts'

/** Target of the link in a registration mail: the password chosen at registration opens the account. If the link has expired, offers to send another one. */
export function ConfirmRegistrationPage() {
  const { token = '' } = useParams()
  const [password, setPassword] = useState('')
  const [isLinkExpired, setLinkExpired] = useState(false)
  // The form that had the focus has been replaced.
  useEffect(() => {
    if (isLinkExpired) focusWithin(document, 'main input')
  }, [isLinkExpired])
  const form = useAuthForm(
    () => missingErrors({ password }, { password: 'Saisissez le mot de passe choisi à l’inscription.' }),
    async () => {
      try {
        const { message } = await call(routes.auth.confirmRegistration, { body: { token, password } })
        const loginState: LoginState = { message }
        navigate(paths.login, { state: loginState })
      } catch (error) {
        setLinkExpired(error instanceof ApiError && error.code === 'auth.registration_link')
        throw error
      }
    },
    "Erreur lors de l'inscription",
  )
  return (
    <AuthCard
      title="Ouvrir votre compte"
      lead="Votre adresse est confirmée par le lien que vous avez suivi. Saisissez le mot de passe choisi à l’inscription."
      links={
        <>
          <Link to={paths.register}>S’inscrire à nouveau</Link>
          <Link to={paths.login}>Aller à la connexion</Link>
        </>
      }
    >
      {isLinkExpired ? (
        <div className={styles.stack}>
          <FormFailure failure={form.failure} />
          <ResendLink />
        </div>
      ) : (
        <form className={styles.form} onSubmit={form.onSubmit} noValidate>
          <FormFailure failure={form.failure} />
          <PasswordField
            label="Mot de passe"
            name="password"
            autoComplete="current-password"
            isRequired
            value={password}
            onChange={setPassword}
            error={form.errors['password']}
          />
          <Button type="submit" variant="primary" block isPending={form.isPending} pendingLabel="Ouverture…">
            Ouvrir mon compte
          </Button>
        </form>
      )}
    </AuthCard>
  )
}
