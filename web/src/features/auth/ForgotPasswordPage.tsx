import { routes } from '@parvis/contract'
import { useState } from 'react'
import { call } from '../../api/browser.ts'
import { paths } from '../../paths.ts'
import { Link } from '../../router/Link.tsx'
import { Banner } from '../../ui/Banner.tsx'
import { Button } from '../../ui/Button.tsx'
import { TextField } from '../../ui/TextField.tsx'
import { AuthCard } from './AuthCard.tsx'
import styles from './AuthForm.module.css'
import { FormFailure } from './FormFailure.tsx'
import { missing } from './rules.ts'
import { useAuthForm } from './use-auth-form.ts'

/** Specification, chapter 8: the same sentence whether the address is known or not. */
const sent = 'Si votre email est enregistré, vous recevrez un lien pour réinitialiser votre mot de passe.'

export function ForgotPasswordPage() {
  const [email, setEmail] = useState('')
  const [isSent, setSent] = useState(false)
  const form = useAuthForm(
    () => missing({ email }, { email: 'Saisissez votre adresse e-mail.' }),
    async () => {
      setSent(false)
      await call(routes.auth.forgotPassword, { body: { email } })
      setSent(true)
    },
    'Une erreur est survenue',
  )
  return (
    <AuthCard title="Mot de passe oublié" lead="Indiquez l’adresse e-mail de votre compte." links={<Link to={paths.login}>Revenir à la connexion</Link>}>
      <form className={styles.form} onSubmit={form.onSubmit} noValidate>
        {isSent && <Banner tone="success">{sent}</Banner>}
        <FormFailure failure={form.failure} />
        <TextField
          label="Adresse e-mail"
          name="email"
          type="email"
          autoComplete="email"
          isRequired
          value={email}
          onChange={setEmail}
          error={form.errors['email']}
        />
        <Button type="submit" variant="primary" block isPending={form.isPending} pendingLabel="Envoi…">
          Envoyer le lien
        </Button>
      </form>
    </AuthCard>
  )
}
