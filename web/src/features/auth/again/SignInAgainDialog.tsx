import { routes, type SignInMethods } from '@parvis/contract'
import { useState, type FormEvent } from 'react'
import { ApiError, failureMessageOf, type FailureMessage } from '../../../api/transport/api-error.ts'
import { call, session } from '../../../api/browser.ts'
import { useInstance } from '../../../api/use-instance.ts'
import { confirmSignOut } from '../../../layout/sign-out.ts'
import { useLocation } from '../../../router/Router.tsx'
import { Button } from '../../../ui/Button.tsx'
import { Dialog, DialogActions } from '../../../ui/overlays/Dialog.tsx'
import { PasswordField, TextField } from '../../../ui/fields/TextField.tsx'
import styles from '../AuthForm.module.css'
import { ProviderButtons } from '../oidc/ProviderButtons.tsx'
import { FormFailure } from '../FormFailure.tsx'
import { PasskeySignIn } from '../PasskeySignIn.tsx'
import { SecondFactorForm } from '../SecondFactorForm.tsx'

/** Dialog for signing in again after the session has expired: password and second factor, passkey, or identity provider. */
export function SignInAgainDialog({ username }: { username: string }) {
  const [password, setPassword] = useState('')
  const [failure, setFailure] = useState<FailureMessage | null>(null)
  const [isPending, setPending] = useState(false)
  const signInMethods = useInstance()?.ways_in
  const [latestMethods, setLatestMethods] = useState<SignInMethods | null>(null)
  const providers = (latestMethods ?? signInMethods)?.providers ?? []
  const { pathname, search, hash } = useLocation()
  const [secondFactorError, setSecondFactorError] = useState<ApiError | null>(null)

  async function submit(event: FormEvent) {
    event.preventDefault()
    if (password === '') return setFailure({ sentence: 'Saisissez votre mot de passe.', reason: null })
    setPending(true)
    setFailure(null)
    try {
      await session.signIn(username, password)
    } catch (error) {
      if (error instanceof ApiError && error.challenge !== null) return setSecondFactorError(error)
      setFailure(failureMessageOf(error, 'Erreur de connexion'))
      setPending(false)
      // Password sign-in was restricted to administrators after this page loaded: the error mentions the provider buttons, which must be loaded.
      if (error instanceof ApiError && error.code === 'auth.local_closed') await call(routes.elsewhere.providers).then(setLatestMethods, () => undefined)
    }
  }

  function back() {
    setPending(false)
    setSecondFactorError(null)
  }

  const signOutButton = <Button onPress={confirmSignOut}>Changer de compte</Button>
  if (secondFactorError !== null)
    return (
      <Dialog isOpen onClose={() => undefined} isBusy role="alertdialog" size="s" title="Reprendre votre session">
        <SecondFactorForm secondFactorError={secondFactorError} onBack={back} actions={signOutButton} />
      </Dialog>
    )
  return (
    <Dialog isOpen onClose={() => undefined} isBusy role="alertdialog" size="s" title="Reprendre votre session">
      <p>Votre session a expiré. Veuillez vous reconnecter. Rien de ce que vous avez écrit n’est perdu.</p>
      <form className={styles.form} onSubmit={(event) => void submit(event)} noValidate>
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
