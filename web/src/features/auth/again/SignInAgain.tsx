import type { CurrentUser } from '@parvis/contract'
import { SignInElsewhereDialog } from '../elsewhere/SignInElsewhereDialog.tsx'
import { SignInAgainDialog } from './SignInAgainDialog.tsx'

/** By the password, or where the person has none, by their identity provider. */
export const SignInAgain = ({ user }: { user: CurrentUser }) => (user.has_password ? <SignInAgainDialog username={user.username} /> : <SignInElsewhereDialog />)
