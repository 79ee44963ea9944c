import { useState, type FormEvent } from 'react'
import { failureOf, type Failure } from '../../api/transport/api-error.ts'
import { session } from '../../api/browser.ts'
import { useInstance } from '../../api/use-instance.ts'
import { useSession } from '../../api/session/session.tsx'
import { useLocation } from '../../router/Router.tsx'
import { askToSignOut } from '../../layout/sign-out.ts'
import { Button } from '../../ui/Button.tsx'
import { Dialog, DialogActions } from '../../ui/overlays/Dialog.tsx'
import { PasswordField, TextField } from '../../ui/fields/TextField.tsx'
import styles from './AuthForm.module.css'
import { Elsewhere } from './Elsewhere.tsx'
import { FormFailure } from './FormFailure.tsx'

/** A session that ends while somebody is at work: signing in happens over the page, which loses nothing. */
export function SignInDialog() {
  const state = useSession()
  return state.status === 'ended' && state.user !== null ? <OpenDialog username={state.user.username} hasPassword={state.user.has_password} /> : null
}

function OpenDialog({ username, hasPassword }: { username: string; hasPassword: boolean }) {
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

  const { pathname, search, hash } = useLocation()
  const ways = useInstance()?.ways_in
  const elsewhere = ways && ways.providers.length > 0 && <Elsewhere providers={ways.providers} from={`${pathname}${search}${hash}`} />
  const said = <p>Votre session a expiré. Veuillez vous reconnecter. Rien de ce que vous avez écrit n’est perdu.</p>
  if (!hasPassword)
    return (
      <Dialog
        isOpen
        onClose={() => undefined}
        isBusy
        role="alertdialog"
        size="s"
        title="Reprendre votre session"
        actions={<Button onPress={askToSignOut}>Changer de compte</Button>}
      >
        {said}
        {elsewhere}
      </Dialog>
    )
  return (
    <Dialog isOpen onClose={() => undefined} isBusy role="alertdialog" size="s" title="Reprendre votre session">
      {said}
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
