import { routes, type SignInMethods as Ways } from '@parvis/contract'
import { useState } from 'react'
import { failureMessageOf, type FailureMessage } from '../../../api/transport/api-error.ts'
import { call } from '../../../api/browser.ts'
import { Button } from '../../../ui/Button.tsx'
import styles from '../AuthForm.module.css'
import { createAuthorizationSecret } from './authorization-secret.ts'
import { FormFailure } from '../AuthCard.tsx'

const insecure = 'Cette connexion demande une adresse qui commence par https://. Prévenez votre administrateur.'

/** Milliseconds after which the page is considered not to have been left. */
const leaveTimeoutMs = 3_000

/** Buttons of the identity providers. @param from path to open once signed in */
export function ProviderButtons({ providers, from }: { providers: Ways['providers']; from: string }) {
  const [leaving, setLeaving] = useState<string | null>(null)
  const [failure, setFailure] = useState<FailureMessage | null>(null)

  async function startSignIn(provider: string) {
    if (leaving !== null) return
    setLeaving(provider)
    setFailure(null)
    try {
      const browser_secret_hash = await createAuthorizationSecret()
      if (browser_secret_hash === null) throw new Error(insecure)
      const { location } = await call(routes.oidc.start, { body: { provider, browser_secret_hash, return_path: from } })
      window.location.assign(location)
      // The person may cancel the navigation in the browser's warning about unsaved changes; the buttons must then work again.
      setTimeout(() => setLeaving(null), leaveTimeoutMs)
    } catch (error) {
      setFailure(error instanceof Error && error.message === insecure ? { sentence: insecure, reason: null } : failureMessageOf(error, 'Erreur de connexion'))
      setLeaving(null)
    }
  }

  return (
    <div className={styles.ways}>
      <FormFailure failure={failure} />
      {providers.map(({ id, label, profile }) => (
        <div key={id} className={styles.way}>
          <Button variant="primary" block onPress={() => void startSignIn(id)} isPending={leaving === id} pendingLabel="Vous allez être redirigé…">
            {profile === 'proconnect' ? `S’identifier avec ${label}` : `Se connecter avec ${label}`}
          </Button>
          {profile === 'proconnect' && (
            <a href="https://www.proconnect.gouv.fr/" target="_blank" rel="noopener noreferrer">
              Qu’est-ce que ProConnect&nbsp;? <span className={styles.hint}>(nouvelle fenêtre)</span>
            </a>
          )}
        </div>
      ))}
    </div>
  )
}

interface ProviderSignInProps {
  ways: Ways
  from: string
  /** Shows the password form; null when it is already shown. */
  onPassword: (() => void) | null
}

/** Identity providers, shown above the password form of the sign-in page, and what that form is for. */
export function ProviderSignIn({ ways: { providers, local }, from, onPassword }: ProviderSignInProps) {
  return (
    <>
      <ProviderButtons providers={providers} from={from} />
      <p className={styles.or}>{local === 'ouverte' ? 'ou avec un mot de passe' : 'pour les administrateurs'}</p>
      {onPassword && (
        <Button block onPress={onPassword}>
          Se connecter avec un mot de passe
        </Button>
      )}
    </>
  )
}
