import { useState } from 'react'
import { routes } from '@parvis/contract'
import { Banner } from '../../ui/feedback/Banner.tsx'
import { Button } from '../../ui/Button.tsx'
import { TextField } from '../../ui/fields/TextField.tsx'
import { call } from '../../api/browser.ts'
import styles from './AuthForm.module.css'
import { FormFailure } from './AuthCard.tsx'
import { missingErrors } from './rules.ts'
import { useAuthForm } from './use-auth-form.ts'

interface AddressFormProps {
  /** Accessible name of the form, when the title of the page does not name it. */
  label?: string
  address?: string
  /** @returns the sentence to show, the same whether the address has an account or not */
  send: (email: string) => Promise<string>
  sendLabel: string
  isPrimary?: boolean
}

/** Form that asks for an e-mail address and sends a link to it. */
export function AddressForm({ label, address = '', send, sendLabel, isPrimary = false }: AddressFormProps) {
  const [email, setEmail] = useState(address)
  const [confirmation, setConfirmation] = useState<string | null>(null)
  const form = useAuthForm(
    () => missingErrors({ email }, { email: 'Saisissez votre adresse e-mail.' }),
    async () => {
      setConfirmation(null)
      setConfirmation(await send(email))
    },
    'Une erreur est survenue',
  )
  return (
    <form className={styles.form} onSubmit={form.onSubmit} noValidate aria-label={label}>
      {confirmation && <Banner tone="success">{confirmation}</Banner>}
      <FormFailure failure={form.failure} />
      <TextField
        label="Adresse e-mail"
        name="email"
        type="email"
        autoComplete="email"
        isRequired
        value={email}
        onChange={setEmail}
        error={form.errors['email']}
      />
      <Button type="submit" variant={isPrimary ? 'primary' : 'secondary'} block isPending={form.isPending} pendingLabel="Envoi…">
        {sendLabel}
      </Button>
    </form>
  )
}

const resend = async (email: string): Promise<string> => (await call(routes.auth.resendRegistration, { body: { email } })).message

/** Form that sends another registration link. */
export const ResendLink = ({ address = '' }: { address?: string }) => (
  <AddressForm label="Demander un autre lien" address={address} send={resend} sendLabel="Envoyer un autre lien" />
)
