import { routes, type RouteAnswer, type LinkOffer } from '@parvis/contract'
import { useEffect, useState } from 'react'
import { ApiError, failureMessageOf, type FailureMessage } from '../../../api/transport/api-error.ts'
import { call, device, session } from '../../../api/browser.ts'
import { logoutStateKey } from '../../../api/session/end-server-session.ts'
import { safeOriginPath } from '../rules.ts'
import { paths } from '../../../paths.ts'
import { navigate } from '../../../router/location.ts'
import { Link, Navigate } from '../../../router/Link.tsx'
import { useSearchParams } from '../../../router/Router.tsx'
import { LinkButton } from '../../../ui/Button.tsx'
import { Banner } from '../../../ui/feedback/Banner.tsx'
import { Skeleton } from '../../../ui/feedback/Skeleton.tsx'
import { AuthCard, FormFailure } from '../AuthCard.tsx'
import styles from '../AuthForm.module.css'
import { authorizationSecret, clearAuthorizationSecret } from './authorization-secret.ts'
import { LinkForm } from './LinkForm.tsx'
import type { LoginState } from '../LoginPage.tsx'

/** Shown for any error of the provider. The error text in the URL comes from another server, so it is never displayed. */
const refused: FailureMessage = {
  sentence: 'Le fournisseur d’identité n’a pas ouvert cette connexion\u00a0: elle a été refusée ou abandonnée. Rien n’a changé.',
  reason: null,
}

type CallbackOutcome = { failure: FailureMessage; awaits?: boolean } | { link: LinkOffer }
type FinishAnswer = RouteAnswer<typeof routes.oidc.finish>

/** Whether the error only means that an administrator must still activate the account. */
const awaits = (error: unknown) => error instanceof ApiError && /^auth\.(?:arrival_awaits|awaiting_validation)$/.test(error.code)

/** Pending and finished calls, by `state`. An authorization code is single-use, and React may mount the page twice. */
const finishCalls = new Map<string, Promise<FinishAnswer>>()

function finish(query: URLSearchParams): Promise<FinishAnswer> {
  const state = query.get('state') ?? ''
  const body = { code: query.get('code') ?? '', state, iss: query.get('iss'), browser_secret: authorizationSecret(), device: device.read() }
  const answer = finishCalls.get(state) ?? call(routes.oidc.finish, { body })
  finishCalls.set(state, answer)
  return answer
}

/** Opens the session and the page that was requested before signing in. */
function openSession(answer: Exclude<FinishAnswer, { link: unknown }>): void {
  clearAuthorizationSecret()
  session.enter(answer)
  navigate(safeOriginPath(answer.return_path) ?? paths.home, { replace: true })
}

/** Callback page of an identity provider. Removes the authorization code from the URL at once and sends it to the server. */
export function OidcCallbackPage() {
  const search = useSearchParams()
  const [query] = useState(search)
  const [outcome, setOutcome] = useState<CallbackOutcome | null>(query.has('error') ? { failure: refused } : null)
  useEffect(() => {
    navigate(paths.signInReturn, { replace: true })
    if (query.has('error')) return clearAuthorizationSecret()
    let isMounted = true
    finish(query).then(
      (answer) => {
        if (!isMounted) return
        if ('link' in answer) setOutcome({ link: answer.link })
        else openSession(answer)
      },
      (error: unknown) => {
        clearAuthorizationSecret()
        if (isMounted) setOutcome({ failure: failureMessageOf(error, 'Erreur de connexion'), awaits: awaits(error) })
      },
    )
    return () => {
      isMounted = false
    }
  }, [query])

  if (outcome === null)
    return (
      <AuthCard title="Connexion en cours" lead="Votre identité est en cours de vérification.">
        <Skeleton shape="lines" count={2} label="Vérification de votre identité…" />
      </AuthCard>
    )
  if ('link' in outcome) return <LinkForm link={outcome.link} onDone={openSession} />
  return (
    <AuthCard title={outcome.awaits ? 'Votre compte attend' : 'Connexion interrompue'} links={<Link to={paths.help}>Aide</Link>}>
      <div className={styles.stack}>
        {outcome.awaits ? <Banner tone="info">{outcome.failure.sentence}</Banner> : <FormFailure failure={outcome.failure} />}
        <LinkButton variant="primary" block href={paths.login}>
          Revenir à la connexion
        </LinkButton>
      </div>
    </AuthCard>
  )
}

/** Page to which an identity provider redirects after signing out. The confirmation is shown only if this tab asked to sign out. */
export function SignedOutPage() {
  const query = useSearchParams()
  const [loginState] = useState<LoginState | null>(() =>
    takeSignOutState(query.get('state')) ? { message: 'Vous êtes déconnecté, ici et chez votre fournisseur d’identité.' } : null,
  )
  return <Navigate to={paths.login} state={loginState} replace />
}

/** Whether this tab asked for the sign-out identified by `state`. Clears the stored state, so that a second call returns false. */
function takeSignOutState(state: string | null): boolean {
  const expectedState = sessionStorage.getItem(logoutStateKey)
  sessionStorage.removeItem(logoutStateKey)
  return expectedState !== null && expectedState === state
}
