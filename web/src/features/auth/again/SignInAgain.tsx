import type { CurrentUser } from '@parvis/contract'
import { SignInAgainDialog } from './SignInAgainDialog.tsx'
import { useInstance } from '../../../api/use-instance.ts'
import { confirmSignOut } from '../../../layout/sign-out.ts'
import { useLocation } from '../../../router/Router.tsx'
import { Button } from '../../../ui/Button.tsx'
import { Dialog } from '../../../ui/overlays/Dialog.tsx'
import { ProviderButtons } from '../oidc/ProviderButtons.tsx'

/** Dialog for signing in again: with the password, or through the identity provider for an account without a password. */
export const SignInAgain = ({ user }: { user: CurrentUser }) => (user.has_password ? <SignInAgainDialog username={user.username} /> : <OidcSignInDialog />)

/**
 * Dialog shown when the session of an account without a password expires: it sends the person to the identity provider, which brings them back to the same
 * page.
 */
function OidcSignInDialog() {
  const { pathname, search, hash } = useLocation()
  const { providers } = useInstance()?.ways_in ?? { providers: [] }
  return (
    <Dialog
      isOpen
      onClose={() => undefined}
      isBusy
      role="alertdialog"
      size="s"
      title="Reprendre votre session"
      actions={<Button onPress={confirmSignOut}>Changer de compte</Button>}
    >
      <p>Votre session a expiré. Passez par votre fournisseur d’identité, qui vous ramènera à cette page.</p>
      <ProviderButtons providers={providers} from={`${pathname}${search}${hash}`} />
    </Dialog>
  )
}
