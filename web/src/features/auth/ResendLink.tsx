import { routes } from '@parvis/contract'
import { useState } from 'react'
import { call } from '../../api/browser.ts'
import { Banner } from '../../ui/Banner.tsx'
import { Button } from '../../ui/Button.tsx'
import { TextField } from '../../ui/TextField.tsx'
import styles from './AuthForm.module.css'
import { FormFailure } from './FormFailure.tsx'
import { missing } from './rules.ts'
import { useAuthForm } from './use-auth-form.ts'

/** Asks for another link of a registration. Says the same whether one waits at the address or not. */
export function ResendLink({ address = '' }: { address?: string }) {
  const [email, setEmail] = useState(address)
  const [said, setSaid] = useState<string | null>(null)
  const form = useAuthForm(
    () => missing({ email }, { email: 'Saisissez votre adresse e-mail.' }),
    async () => {
      setSaid(null)
      setSaid((await call(routes.auth.resendRegistration, { body: { email } })).message)
    },
    'Une erreur est survenue',
  )
  return (
    <form className={styles.form} onSubmit={form.onSubmit} noValidate aria-label="Demander un autre lien">
      {said && <Banner tone="success">{said}</Banner>}
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
      <Button type="submit" block isPending={form.isPending} pendingLabel="Envoi…">
        Envoyer un autre lien
      </Button>
    </form>
  )
}
