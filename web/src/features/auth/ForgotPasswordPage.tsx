import { routes } from '@parvis/contract'
import { call } from '../../api/browser.ts'
import { paths } from '../../paths.ts'
import { Link } from '../../router/Link.tsx'
import { AddressForm } from './AddressForm.tsx'
import { AuthCard } from './AuthCard.tsx'

/** Specification, chapter 8. The sentence does not reveal whether the address has an account. */
const sentMessage = 'Si votre email est enregistré, vous recevrez un lien pour réinitialiser votre mot de passe.'

async function send(email: string): Promise<string> {
  await call(routes.auth.forgotPassword, { body: { email } })
  return sentMessage
}

export function ForgotPasswordPage() {
  return (
    <AuthCard title="Mot de passe oublié" lead="Indiquez l’adresse e-mail de votre compte." links={<Link to={paths.login}>Revenir à la connexion</Link>}>
      <AddressForm send={send} sendLabel="Envoyer le lien" isPrimary />
    </AuthCard>
  )
}
