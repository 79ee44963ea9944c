import type { CurrentUser } from '@parvis/contract'
import { OidcSignInDialog } from '../oidc/OidcSignInDialog.tsx'
import { SignInAgainDialog } from './SignInAgainDialog.tsx'

/** Dialog for signing in again: with the password, or through the identity provider for an account without a password. */
export const SignInAgain = ({ user }: { user: CurrentUser }) => (user.has_password ? <SignInAgainDialog username={user.username} /> : <OidcSignInDialog />)
