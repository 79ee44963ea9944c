import { routes } from '@parvis/contract'
import { call } from '../../api/browser.ts'
import { AddressForm } from './AddressForm.tsx'

const resend = async (email: string): Promise<string> => (await call(routes.auth.resendRegistration, { body: { email } })).message

/** Form that sends another registration link. */
export const ResendLink = ({ address = '' }: { address?: string }) => (
  <AddressForm label="Demander un autre lien" address={address} send={resend} sendLabel="Envoyer un autre lien" />
)
