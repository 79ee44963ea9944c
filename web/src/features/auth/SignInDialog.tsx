import { Suspense } from 'react'
import { useSession } from '../../api/session/session.tsx'
import { loadable } from '../../router/loadable.tsx'

const SignInAgain = loadable(async () => (await import('./SignInAgain.tsx')).SignInAgain)

/** A session that ends while somebody is at work: signing in happens over the page, which loses nothing. */
export function SignInDialog() {
  const { status, user } = useSession()
  return (
    status === 'ended' &&
    user && (
      <Suspense>
        <SignInAgain user={user} />
      </Suspense>
    )
  )
}
