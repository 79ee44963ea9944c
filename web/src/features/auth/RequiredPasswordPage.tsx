import { constants, ownSentence, routes } from '@parvis/contract'
import { useState } from 'react'
import { call, session } from '../../api/browser.ts'
import { useUser } from '../../api/session.tsx'
import { useInstance } from '../../api/use-instance.ts'
import { signOut } from '../../layout/sign-out.ts'
import { Button } from '../../ui/Button.tsx'
import { passwordHint } from '../../ui/password-words.ts'
import { PasswordField } from '../../ui/TextField.tsx'
import { AuthCard } from './AuthCard.tsx'
import styles from './AuthForm.module.css'
import { FormFailure } from './FormFailure.tsx'
import { missing, type FieldErrors } from './rules.ts'
import { useAuthForm } from './use-auth-form.ts'

const empty = { current_password: '', new_password: '', confirmation: '' }

/** In the place of every page, for who signed in with a password that is not theirs alone; the page asked for opens once it is changed. */
export function RequiredPasswordPage() {
  const user = useUser()
  const instance = useInstance()
  const [values, setValues] = useState(empty)
  const form = useAuthForm(
    () => errorsOf(values),
    async () => {
      const { current_password, new_password } = values
      await call(routes.auth.changePassword, { body: { current_password, new_password } })
      await session.verify(true)
    },
    'Erreur lors du changement de mot de passe',
  )
  const field = (name: keyof typeof empty) => ({
    name,
    isRequired: true,
    value: values[name],
    onChange: (value: string) => setValues((before) => ({ ...before, [name]: value })),
    error: form.errors[name],
  })
  return (
    <AuthCard
      title="Choisissez votre mot de passe"
      lead={
        user.is_admin && user.password_weak
          ? 'Vous êtes administrateur\u00a0: votre mot de passe doit être plus difficile à deviner. Parvis s’ouvre dès qu’il est changé.'
          : 'Celui avec lequel vous êtes connecté vous a été donné. Choisissez-en un que vous serez seul à connaître\u00a0: Parvis s’ouvre aussitôt.'
      }
      links={<Button onPress={() => signOut()}>Se déconnecter</Button>}
    >
      <form className={styles.form} onSubmit={form.onSubmit} noValidate>
        <FormFailure failure={form.failure} />
        {/* So that a password manager knows whose password it keeps. */}
        <input type="text" name="username" autoComplete="username" value={user.username} readOnly hidden />
        <PasswordField {...field('current_password')} label="Mot de passe actuel" autoComplete="current-password" />
        <PasswordField
          {...field('new_password')}
          label="Nouveau mot de passe"
          autoComplete="new-password"
          hint={passwordHint(instance?.password_policy, user.is_admin)}
        />
        <PasswordField {...field('confirmation')} label="Confirmer le nouveau mot de passe" autoComplete="new-password" />
        <Button type="submit" variant="primary" block isPending={form.isPending} pendingLabel="Modification…">
          Changer le mot de passe
        </Button>
      </form>
    </AuthCard>
  )
}

/** The rules and sentences of the specification, chapter 5. */
function errorsOf(values: typeof empty): FieldErrors {
  const blank = missing(values, {
    current_password: 'Indiquez votre mot de passe actuel',
    new_password: 'Indiquez le nouveau mot de passe',
    confirmation: 'Confirmez le nouveau mot de passe',
  })
  if (Object.keys(blank).length > 0) return blank
  if (values.new_password !== values.confirmation) return { confirmation: 'Les nouveaux mots de passe ne correspondent pas' }
  return [...values.new_password].length < constants.passwordMinLength ? { new_password: ownSentence('auth.new_password_short') } : {}
}
