import { constants, clientErrorSentence } from '@parvis/contract'

export interface PasswordValues {
  current_password: string
  new_password: string
  confirmation: string
}

export type PasswordErrors = Partial<Record<keyof PasswordValues, string>>

export const noPasswords: PasswordValues = { current_password: '', new_password: '', confirmation: '' }

const missingSentences: Record<keyof PasswordValues, string> = {
  current_password: 'Indiquez votre mot de passe actuel',
  new_password: 'Indiquez le nouveau mot de passe',
  confirmation: 'Confirmez le nouveau mot de passe',
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
