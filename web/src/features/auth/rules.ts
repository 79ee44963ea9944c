import { constants, clientErrorSentence } from '@parvis/contract'

export type FieldErrors = Partial<Record<string, string>>

/** Sentences of the specification, chapter 5. */
const mismatch = 'Les mots de passe ne correspondent pas'
const tooShort = clientErrorSentence('auth.password_short')

/** Checks a new password (specification, chapter 5): not empty, equal to its confirmation, at least 6 characters. */
export function newPasswordErrors(password: string, confirmation: string): FieldErrors {
  if (password === '') return { password: 'Choisissez un mot de passe.' }
  if (password !== confirmation) return { confirmation: mismatch }
  return password.length < constants.passwordMinLength ? { password: tooShort } : {}
}

/** Returns the sentence of each required field that is blank. */
export function missingErrors(values: Record<string, string>, sentences: Record<string, string>): FieldErrors {
  return Object.fromEntries(Object.entries(sentences).filter(([name]) => (values[name] ?? '').trim() === ''))
}

export const hasErrors = (errors: FieldErrors): boolean => Object.values(errors).some(Boolean)
