import { routes } from '@parvis/contract'
import { call, device, session } from '../../api/browser.ts'
import { canUsePasskeys } from '../../layout/second-factor/passkey.ts'
import { PasskeyButton } from '../../layout/second-factor/PasskeyButton.tsx'
import styles from './AuthForm.module.css'

/**
 * Button to sign in with a passkey alone, below the password form. Renders nothing where passkeys cannot be used. @param origin the only origin on which
 * they work
 */
export function PasskeySignIn({ origin }: { origin: string }) {
  if (!canUsePasskeys(origin)) return null
  return (
    <div className={`${styles.stack} ${styles.under}`}>
      <p className={styles.or}>ou</p>
      <PasskeyButton
        block
        fallback="Erreur de connexion"
        fetchChallenge={() => call(routes.passkeys.signInRequest, { body: {} })}
        onSigned={async (credential) => session.enter(await call(routes.passkeys.signIn, { body: { credential, device: device.read() } }))}
      >
        Se connecter avec une clé d’accès
      </PasskeyButton>
    </div>
  )
}
