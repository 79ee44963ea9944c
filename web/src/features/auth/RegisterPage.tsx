import { routes } from '@parvis/contract'
import { useEffect, useState } from 'react'
import { call, useSession } from '../../api/browser.ts'
import { useInstance } from '../../api/use-instance.ts'
import { paths } from '../../paths.ts'
import { navigate } from '../../router/location.ts'
import { Link, Navigate } from '../../router/Link.tsx'
import { Banner } from '../../ui/feedback/Banner.tsx'
import { Button } from '../../ui/Button.tsx'
import { focusWithin } from '../../ui/overlays/focus-within.ts'
import { passwordHint } from '../../ui/fields/password-words.ts'
import { PasswordField, TextField } from '../../ui/fields/TextField.tsx'
import { AuthCard, SignUpRequestLink, FormFailure } from './AuthCard.tsx'
import styles from './AuthForm.module.css'
import type { LoginState } from './LoginPage.tsx'
import { ResendLink } from './AddressForm.tsx'
import { missingErrors, newPasswordErrors } from './rules.ts'
import { useAuthForm } from './use-auth-form.ts'

/** Specification, chapter 4. */
const successSentence = 'Inscription réussie! Veuillez vous connecter.'

const empty = { username: '', email: '', first_name: '', last_name: '', password: '', confirmation: '' }

export function RegisterPage() {
  const { status } = useSession()
  const instance = useInstance()
  const [values, setValues] = useState(empty)
  const [awaitingMail, setAwaitingMail] = useState<{ email: string; message: string; warning: string | undefined } | null>(null)
  const form = useAuthForm(
    () => ({
      ...missingErrors(values, { username: 'Choisissez un nom d’utilisateur.', email: 'Saisissez votre adresse e-mail.' }),
      ...newPasswordErrors(values.password, values.confirmation),
    }),
    async () => {
      const { confirmation: _, ...body } = values
      const { message, warning, user } = await call(routes.auth.register, { body })
      if (user === undefined) return setAwaitingMail({ email: values.email.trim(), message, warning })
      const loginState: LoginState = { message: instance?.registration === 'validation' ? message : successSentence, ...(warning !== undefined && { warning }) }
      navigate(paths.login, { state: loginState })
    },
    "Erreur lors de l'inscription",
  )
  // The submitted form disappears, with the button that had the focus.
  useEffect(() => {
    if (awaitingMail !== null) focusWithin(document, 'main h1')
  }, [awaitingMail])
  const field = (name: keyof typeof empty) => ({
    name,
    value: values[name],
    onChange: (value: string) => setValues((before) => ({ ...before, [name]: value })),
    error: form.errors[name],
  })

  if (status === 'authenticated') return <Navigate to={paths.chatbot()} replace />
  // The account is created only once the address is confirmed.
  if (awaitingMail !== null)
    return (
      <AuthCard title="Vérifiez votre messagerie" links={<Link to={paths.login}>Aller à la connexion</Link>}>
        <div className={styles.stack}>
          <Banner tone="success">{awaitingMail.message}</Banner>
          {awaitingMail.warning && <Banner tone="warning">{awaitingMail.warning}</Banner>}
          <p>
            Le message est envoyé à <strong>{awaitingMail.email}</strong>. S’il n’arrive pas, regardez parmi les indésirables, ou demandez un autre lien.
          </p>
          <ResendLink address={awaitingMail.email} />
        </div>
      </AuthCard>
    )
  const isClosed = instance?.registration === 'fermee'
  return (
    <AuthCard
      title="Inscription"
      lead={isClosed ? undefined : 'Un compte suffit pour toute l’application.'}
      links={
        <span>
          Déjà inscrit&nbsp;? <Link to={paths.login}>Se connecter</Link>
        </span>
      }
    >
      {isClosed ? (
        <div className={styles.stack}>
          <Banner tone="info">Les inscriptions sont fermées. Contactez votre administrateur.</Banner>
          {instance.signup_request_url && <SignUpRequestLink href={instance.signup_request_url} />}
        </div>
      ) : (
        <form className={styles.form} onSubmit={form.onSubmit} noValidate>
          <FormFailure failure={form.failure} />
          <TextField {...field('username')} label="Nom d’utilisateur" autoComplete="username" spellCheck="false" isRequired />
          <TextField {...field('email')} label="Adresse e-mail" type="email" autoComplete="email" isRequired />
          <div className={styles.pair}>
            <TextField {...field('first_name')} label="Prénom" isOptional autoComplete="given-name" />
            <TextField {...field('last_name')} label="Nom" isOptional autoComplete="family-name" />
          </div>
          <PasswordField {...field('password')} label="Mot de passe" autoComplete="new-password" isRequired hint={passwordHint(instance?.password_policy)} />
          <PasswordField {...field('confirmation')} label="Confirmer le mot de passe" autoComplete="new-password" isRequired />
          <Button type="submit" variant="primary" block isPending={form.isPending} pendingLabel="Inscription…">
            S’inscrire
          </Button>
        </form>
      )}
    </AuthCard>
  )
}
