import { useSession } from '../../../api/browser.ts'
import { onDemand } from '../../../ui/on-demand.tsx'
import { Button } from '../../../ui/Button.tsx'
import { Banner } from '../../../ui/feedback/Banner.tsx'
import styles from './SignInDialog.module.css'

const SignInAgain = onDemand(async () => (await import('./SignInAgain.tsx')).SignInAgain, { fallback: <Missing /> })

/** Shown when the session expires: signing in happens in a dialog over the page, which loses nothing. The pending calls wait for it. */
export function SignInDialog() {
  const { status, user } = useSession()
  return status === 'ended' && user && <SignInAgain user={user} />
}

/** Banner shown when the dialog cannot be downloaded. `data-react-aria-top-layer` keeps it usable above an open modal. */
function Missing() {
  return (
    <div className={styles.missing} data-react-aria-top-layer="true">
      <Banner
        tone="error"
        action={
          <Button size="s" onPress={() => location.reload()}>
            Recharger la page
          </Button>
        }
      >
        {'Votre session a expiré, et la fenêtre où la reprendre n’a pas pu être ouverte\u00a0: vérifiez votre connexion, puis réessayez.'}
      </Banner>
    </div>
  )
}
