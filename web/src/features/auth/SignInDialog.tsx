import { Suspense, useState, type FormEvent } from 'react'
import { failureOf, type Failure } from '../../api/transport/api-error.ts'
import { session } from '../../api/browser.ts'
import { useSession } from '../../api/session/session.tsx'
import { askToSignOut } from '../../layout/sign-out.ts'
import { loadable } from '../../router/loadable.tsx'
import { Button } from '../../ui/Button.tsx'
import { Dialog, DialogActions } from '../../ui/overlays/Dialog.tsx'
import { PasswordField, TextField } from '../../ui/fields/TextField.tsx'
import styles from './AuthForm.module.css'
import { FormFailure } from './FormFailure.tsx'

const SignInElsewhereDialog = loadable(async () => (await import('./SignInElsewhereDialog.tsx')).SignInElsewhereDialog)

/** A session that ends while somebody is at work: signing in happens over the page, which loses nothing. */
export function SignInDialog() {
  const state = useSession()
  if (state.status !== 'ended' || state.user === null) return null
  if (state.user.has_password) return <OpenDialog username={state.user.username} />
  return (
    <Suspense>
      <SignInElsewhereDialog />
    </Suspense>
  )
}

function OpenDialog({ username }: { username: string }) {
  const [password, setPassword] = useState('')
  const [failure, setFailure] = useState<Failure | null>(null)
  const [isPending, setPending] = useState(false)

  async function submit(event: FormEvent) {
    event.preventDefault()
    if (password === '') return setFailure({ sentence: 'Saisissez votre mot de passe.', reason: null })
    setPending(true)
    setFailure(null)
    try {
      await session.signIn(username, password)
    } catch (error) {
      setFailure(failureOf(error, 'Erreur de connexion'))
      setPending(false)
    }
  }

  return (
    <Dialog isOpen onClose={() => undefined} isBusy role="alertdialog" size="s" title="Reprendre votre session">
      <p>Votre session a expiré. Veuillez vous reconnecter. Rien de ce que vous avez écrit n’est perdu.</p>
      <form className={styles.form} onSubmit={(event) => void submit(event)} noValidate>
        <FormFailure failure={failure} />
        <TextField label="Identifiant" value={username} isReadOnly autoComplete="username" />
        <PasswordField label="Mot de passe" autoComplete="current-password" value={password} onChange={setPassword} autoFocus isRequired />
        <DialogActions>
          <Button onPress={askToSignOut}>Changer de compte</Button>
          <Button type="submit" variant="primary" isPending={isPending} pendingLabel="Connexion…">
            Se reconnecter
          </Button>
        </DialogActions>
      </form>
    </Dialog>
  )
}
