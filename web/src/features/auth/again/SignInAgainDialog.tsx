import { routes, type SignInMethods } from '@parvis/contract'
import { useState } from 'react'
import { ApiError, failureMessageOf, type FailureMessage } from '../../../api/transport/api-error.ts'
import { call, session } from '../../../api/browser.ts'
import { useInstance } from '../../../api/use-instance.ts'
import { useSubmission } from '../../../layout/drafts/use-submission.ts'
import { confirmSignOut } from '../../../layout/sign-out.ts'
import { useLocation } from '../../../router/Router.tsx'
import { Button } from '../../../ui/Button.tsx'
import { Dialog, DialogActions } from '../../../ui/overlays/Dialog.tsx'
import { PasswordField, TextField } from '../../../ui/fields/TextField.tsx'
import styles from '../AuthForm.module.css'
import { ProviderButtons } from '../oidc/ProviderButtons.tsx'
import { FormFailure } from '../AuthCard.tsx'
import { PasskeySignIn } from '../PasskeySignIn.tsx'
import { SecondFactorForm } from '../SecondFactorForm.tsx'

/** Dialog for signing in again after the session has expired: password and second factor, passkey, or identity provider. */
export function SignInAgainDialog({ username }: { username: string }) {
  const [password, setPassword] = useState('')
  const signInMethods = useInstance()?.ways_in
  const [latestMethods, setLatestMethods] = useState<SignInMethods | null>(null)
  const providers = (latestMethods ?? signInMethods)?.providers ?? []
  const { pathname, search, hash } = useLocation()
  const [secondFactorError, setSecondFactorError] = useState<ApiError | null>(null)

  const { failure, isPending, formProps } = useSubmission<'password', unknown, FailureMessage>({
    check: () => (password === '' ? { password: 'Saisissez votre mot de passe.' } : {}),
    describeErrors: ({ password: sentence = '' }) => ({ sentence, reason: null }),
    send: signIn,
    describe: (error) => failureMessageOf(error, 'Erreur de connexion'),
  })

  async function signIn() {
    try {
      await session.signIn(username, password)
    } catch (error) {
      if (!(error instanceof ApiError)) throw error
      if (error.challenge !== null) return setSecondFactorError(error)
      // Password sign-in was restricted to administrators after this page loaded: the error mentions the provider buttons, which must be loaded.
      if (error.code === 'auth.local_closed') void call(routes.oidc.providers).then(setLatestMethods, () => undefined)
      throw error
    }
  }

  const signOutButton = <Button onPress={confirmSignOut}>Changer de compte</Button>
  if (secondFactorError !== null)
    return (
      <Dialog isOpen onClose={() => undefined} isBusy role="alertdialog" size="s" title="Reprendre votre session">
        <SecondFactorForm secondFactorError={secondFactorError} onBack={() => setSecondFactorError(null)} actions={signOutButton} />
      </Dialog>
    )
  return (
    <Dialog isOpen onClose={() => undefined} isBusy role="alertdialog" size="s" title="Reprendre votre session">
      <p>Votre session a expiré. Veuillez vous reconnecter. Rien de ce que vous avez écrit n’est perdu.</p>
      <form className={styles.form} {...formProps}>
        <FormFailure failure={failure} />
        <TextField label="Identifiant" value={username} isReadOnly autoComplete="username" />
        <PasswordField label="Mot de passe" autoComplete="current-password" value={password} onChange={setPassword} autoFocus isRequired />
        <DialogActions>
          {signOutButton}
          <Button type="submit" variant="primary" isPending={isPending} pendingLabel="Connexion…">
            Se reconnecter
          </Button>
        </DialogActions>
      </form>
      {signInMethods?.passkeys && <PasskeySignIn origin={signInMethods.passkeys} />}
      {providers.length > 0 && (
        <div className={`${styles.stack} ${styles.under}`}>
          <p className={styles.or}>ou, en rechargeant la page</p>
          <ProviderButtons providers={providers} from={`${pathname}${search}${hash}`} />
        </div>
      )}
    </Dialog>
  )
}
