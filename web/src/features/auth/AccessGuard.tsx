import { useEffect } from 'react'
import { session, useSession } from '../../api/browser.ts'
import { guardMessages } from '../../api/session/session-store.ts'
import { paths } from '../../paths.ts'
import { navigate } from '../../router/location.ts'
import { Navigate } from '../../router/Link.tsx'
import { useLocation } from '../../router/Router.tsx'
import { Outlet } from '../../router/Routes.tsx'
import { Button } from '../../ui/Button.tsx'
import { ErrorMessage } from '../../ui/feedback/ErrorMessage.tsx'
import { PageTitle } from '../../ui/content/PageTitle.tsx'
import { Skeleton } from '../../ui/feedback/Skeleton.tsx'
import styles from './AccessGuard.module.css'

/**
 * Route guard of the protected pages (specification, chapter 4): redirects visitors to sign-in, and on administration pages non-administrators to the
 * chatbot. An expired session shows a page with a way to sign in again.
 */
export function AccessGuard({ isAdminOnly = false }: { isAdminOnly?: boolean }) {
  const state = useSession()
  const { pathname, search, hash } = useLocation()
  useEffect(() => {
    void session.verify()
  }, [pathname])

  if (state.user !== null) return isAdminOnly && !state.user.is_admin ? <Navigate to={paths.chatbot()} replace /> : <Outlet key={state.user.id} />
  if (state.status === 'loading') return <SessionCheck />
  const from = `${pathname}${search}${hash}`
  if (state.status === 'ended') return <SessionEnded message={state.message} from={from} />
  return <Navigate to={paths.login} state={{ from }} replace />
}

/** Skeleton shown while the server checks the session. */
export function SessionCheck() {
  return (
    <div className={styles.wait}>
      <Skeleton shape="lines" count={4} label="Vérification de votre session…" />
    </div>
  )
}

function SessionEnded({ message, from }: { message: string; from: string }) {
  const isUnreachable = message === guardMessages.unreachable
  return (
    <div className={styles.ended}>
      <PageTitle>Session interrompue</PageTitle>
      <ErrorMessage onRetry={isUnreachable ? () => void session.verify(true) : undefined}>{message}</ErrorMessage>
      <Button
        variant="primary"
        onPress={() => {
          session.signOut()
          navigate(paths.login, { state: { from } })
        }}
      >
        Se reconnecter
      </Button>
    </div>
  )
}
