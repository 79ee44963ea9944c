import { passwordHint } from './password-words.ts'
import type { PasswordErrors, PasswordValues } from './password-rules.ts'
import { PasswordField } from './TextField.tsx'

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
