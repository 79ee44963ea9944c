import { constants, clientErrorSentence } from '@parvis/contract'
import { passwordHint } from './password-words.ts'
import { PasswordField } from './TextField.tsx'

interface PasswordValues {
  current_password: string
  new_password: string
  confirmation: string
}

type PasswordErrors = Partial<Record<keyof PasswordValues, string>>

export const noPasswords: PasswordValues = { current_password: '', new_password: '', confirmation: '' }

const missingSentences: Record<keyof PasswordValues, string> = {
  current_password: 'Indiquez votre mot de passe actuel',
  new_password: 'Indiquez le nouveau mot de passe',
  confirmation: 'Confirmez le nouveau mot de passe',
}

interface PasswordFieldsProps {
  user: { username: string; is_admin: boolean }
  policy: Parameters<typeof passwordHint>[0]
  values: PasswordValues
  errors: PasswordErrors
  onChange: (changes: Partial<PasswordValues>) => void
  isReadOnly?: boolean
  /** Whether to ask for the current password. Default true; false when it was typed a moment ago. */
  isCurrentAsked?: boolean
}

/** Fields for changing one's own password: the current one, then the new one twice. */
export function PasswordFields({ user, policy, values, errors, onChange, isReadOnly = false, isCurrentAsked = true }: PasswordFieldsProps) {
  const field = (name: keyof PasswordValues) => ({
    name,
    isRequired: true,
    isReadOnly,
    value: values[name],
    error: errors[name],
    onChange: (value: string) => onChange({ [name]: value }),
  })
  return (
    <>
      {/* So that a password manager saves the password for the right account. */}
      <input type="text" name="username" autoComplete="username" value={user.username} readOnly hidden />
      {isCurrentAsked && <PasswordField {...field('current_password')} label="Mot de passe actuel" autoComplete="current-password" />}
      <PasswordField {...field('new_password')} label="Nouveau mot de passe" autoComplete="new-password" hint={passwordHint(policy, user.is_admin)} />
      <PasswordField {...field('confirmation')} label="Confirmer le nouveau mot de passe" autoComplete="new-password" />
    </>
  )
}

/** Checks the rules of the specification, chapter 5: all three fields required, at least 6 characters in the new password, confirmation equal to it. */
export function checkPasswords(values: PasswordValues): PasswordErrors {
  const errors: PasswordErrors = {}
  for (const name of Object.keys(missingSentences) as (keyof PasswordValues)[]) if (values[name] === '') errors[name] = missingSentences[name]
  const { new_password, confirmation } = values
  if (new_password !== '' && [...new_password].length < constants.passwordMinLength) errors.new_password = clientErrorSentence('auth.new_password_short')
  if (new_password !== '' && confirmation !== '' && new_password !== confirmation) errors.confirmation = 'Les nouveaux mots de passe ne correspondent pas'
  return errors
}
