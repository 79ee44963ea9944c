import { session } from '../../api/browser.ts'
import { SetUpSecondFactor } from '../../layout/second-factor/SetUpSecondFactor.tsx'
import { signOut } from '../../layout/sign-out.ts'
import { Button } from '../../ui/Button.tsx'
import { AuthCard } from './AuthCard.tsx'

/** In the place of every page, for who must have a second factor and has none; the page asked for opens once it is set up. */
export function RequiredSecondFactorPage() {
  return (
    <AuthCard
      title="Activez la double authentification"
      lead="Votre organisation la demande&nbsp;: un code, en plus de votre mot de passe. Parvis s’ouvre aussitôt après."
      links={<Button onPress={() => signOut()}>Se déconnecter</Button>}
    >
      <SetUpSecondFactor onDone={() => void session.verify(true)} />
    </AuthCard>
  )
}
