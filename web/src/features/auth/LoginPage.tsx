import { Suspense, useState } from 'react'
import { ApiError } from '../../api/transport/api-error.ts'
import { session, useSession } from '../../api/browser.ts'
import { safeOriginPath, missingErrors } from './rules.ts'
import { useInstance } from '../../api/use-instance.ts'
import { paths } from '../../paths.ts'
import { Link, Navigate } from '../../router/Link.tsx'
import { loadable } from '../../router/loadable.tsx'
import { useLocation } from '../../router/Router.tsx'
import { Banner } from '../../ui/feedback/Banner.tsx'
import { Button } from '../../ui/Button.tsx'
import { PasswordField, TextField } from '../../ui/fields/TextField.tsx'
import { AuthCard, SignUpRequestLink, FormFailure } from './AuthCard.tsx'
import styles from './AuthForm.module.css'
import { rememberPassword } from './typed-password.ts'
import { useAuthForm } from './use-auth-form.ts'

/** Navigation state that other pages pass to the sign-in page. */
export interface LoginState {
  /** Path to open once signed in. */
  from?: unknown
  message?: string
  warning?: string
}

const SecondFactorCard = loadable(async () => (await import('./SecondFactorForm.tsx')).SecondFactorCard)
const PasskeySignIn = loadable(async () => (await import('./PasskeySignIn.tsx')).PasskeySignIn)
const WaysIn = loadable(async () => (await import('./oidc/ProviderButtons.tsx')).ProviderSignIn)

function signIn(username: string, password: string): Promise<unknown> {
  rememberPassword(password)
  return session.signIn(username, password)
}

const missingSentences = { username: 'Saisissez votre nom d’utilisateur ou votre adresse e-mail.', password: 'Saisissez votre mot de passe.' }

export function LoginPage() {
  const { state: loginState } = useLocation() as { state: LoginState | null }
  const { status } = useSession()
  const [username, setUsername] = useState('')
  const [password, setPassword] = useState('')
  const [secondFactorError, setSecondFactorError] = useState<ApiError | null>(null)
  const form = useAuthForm(
    () => missingErrors({ username, password }, missingSentences),
    () =>
      signIn(username.trim(), password).catch((error: unknown) => {
        if (!(error instanceof ApiError) || error.challenge === null) throw error
        setSecondFactorError(error)
      }),
    'Erreur de connexion',
  )

  const from = safeOriginPath(loginState?.from) ?? paths.home
  const signInMethods = useInstance()?.ways_in
  const [isLocalShown, showLocal] = useState(false)
  const hasProviders = !!signInMethods?.providers[0]
  const hasForm = isLocalShown || !hasProviders || signInMethods.local === 'ouverte'

  if (status === 'authenticated') return <Navigate to={from} replace />
  if (secondFactorError !== null)
    return (
      <Suspense>
        <SecondFactorCard secondFactorError={secondFactorError} onBack={() => setSecondFactorError(null)} />
      </Suspense>
    )
  return (
    <AuthCard
      title="Connexion"
      lead="Retrouvez vos assistants, vos projets et vos conversations."
      links={
        hasForm && (
          <>
            <Link to={paths.forgotPassword}>Mot de passe oublié&nbsp;?</Link>
            <SignUpLink />
          </>
        )
      }
    >
      {/* The message passed by the previous page is hidden once an attempt has failed. */}
      {!form.failure && loginState && <LoginMessages {...loginState} />}
      {hasProviders && (
        <Suspense>
          <WaysIn ways={signInMethods} from={from} onPassword={hasForm ? null : () => showLocal(true)} />
        </Suspense>
      )}
      <form className={styles.form} onSubmit={form.onSubmit} noValidate hidden={!hasForm}>
        <FormFailure failure={form.failure} />
        <TextField
          label="Nom d’utilisateur ou adresse e-mail"
          name="username"
          autoComplete="username"
          spellCheck="false"
          isRequired
          value={username}
          onChange={setUsername}
          error={form.errors['username']}
        />
        <PasswordField
          label="Mot de passe"
          name="password"
          autoComplete="current-password"
          isRequired
          value={password}
          onChange={setPassword}
          error={form.errors['password']}
        />
        <Button type="submit" variant={hasProviders ? 'secondary' : 'primary'} block isPending={form.isPending} pendingLabel="Connexion…">
          Se connecter
        </Button>
      </form>
      {hasForm && <PasskeySection origin={signInMethods?.passkeys} />}
    </AuthCard>
  )
}

const PasskeySection = ({ origin }: { origin: string | null | undefined }) =>
  origin && (
    <Suspense>
      <PasskeySignIn origin={origin} />
    </Suspense>
  )

function LoginMessages({ message, warning }: LoginState) {
  if (!message && !warning) return null
  return (
    <div className={styles.news}>
      {message && <Banner tone="success">{message}</Banner>}
      {warning && <Banner tone="warning">{warning}</Banner>}
    </div>
  )
}

/**
 * Link to create an account: the external request form if there is one (specification, chapter 1), else our registration page. Nothing when registration
 * is closed.
 */
function SignUpLink() {
  const instance = useInstance()
  if (instance?.signup_request_url) return <SignUpRequestLink href={instance.signup_request_url} />
  if (instance?.registration === 'fermee') return null
  return <Link to={paths.register}>Créer un compte</Link>
}
