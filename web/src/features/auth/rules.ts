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

/**
 * Validates the path to go to after signing in: a path of this origin, in plain form (trust case AUT-16).
 * @returns null for anything else: `//host`, `/\host`, `https:host`, control characters, authentication pages
 */
export function safeOriginPath(path: unknown): string | null {
  if (typeof path !== 'string' || !/^\/(?![/\\])/.test(path) || /[\\\u0000-\u001f\u007f]/.test(path)) return null
  // No try needed: a path of this form always parses. URL.parse is not in every browser.
  const url = new URL(path, 'http://parvis.invalid')
  if (url.origin !== 'http://parvis.invalid' || `${url.pathname}${url.search}${url.hash}`.startsWith('//')) return null
  if (/^\/(login|register|forgot-password|reset-password|connexion|deconnexion)(\/|$)/.test(url.pathname)) return null
  return `${url.pathname}${url.search}${url.hash}`
}
