import { Suspense } from 'react'
import { useSession } from '../../api/session/session.tsx'
import { loadable } from '../../router/loadable.tsx'

const SignInAgainDialog = loadable(async () => (await import('./SignInAgainDialog.tsx')).SignInAgainDialog)
const SignInElsewhereDialog = loadable(async () => (await import('./elsewhere/SignInElsewhereDialog.tsx')).SignInElsewhereDialog)

/** A session that ends while somebody is at work: signing in happens over the page, which loses nothing. */
export function SignInDialog() {
  const { status, user } = useSession()
  if (status !== 'ended' || user === null) return null
  return <Suspense>{user.has_password ? <SignInAgainDialog username={user.username} /> : <SignInElsewhereDialog />}</Suspense>
}
