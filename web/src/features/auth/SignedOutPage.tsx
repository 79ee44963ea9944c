import { useState } from 'react'
import { wasFarewell } from '../../api/session/elsewhere.ts'
import { paths } from '../../paths.ts'
import { Navigate } from '../../router/Navigate.tsx'
import { useSearchParams } from '../../router/Router.tsx'
import type { LoginState } from './LoginPage.tsx'

/** Where an identity provider sends back who signed out there too. Who did not ask for it here is told nothing. */
export function SignedOutPage() {
  const query = useSearchParams()
  const [arrival] = useState<LoginState | null>(() =>
    wasFarewell(query.get('state')) ? { message: 'Vous êtes déconnecté, ici et chez votre fournisseur d’identité.' } : null,
  )
  return <Navigate to={paths.login} state={arrival} replace />
}
