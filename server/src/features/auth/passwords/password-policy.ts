import { constants, type PasswordWeakness } from '@parvis/contract'
import { AppError } from '../../../platform/errors/app-error.ts'
import { findPersonalWord, findWeakness } from './password-strength.ts'

type PasswordPolicy = 'contrat' | 'cnil'
/** `warning` is set exactly when there is a weakness. */
type Acceptance = { weakness: PasswordWeakness | null; warning?: string }

const sentences: Record<Exclude<PasswordWeakness, 'context'>, string> = {
  short: 'Ce mot de passe est en dessous du seuil de la CNIL\u00a0: préférez 12 caractères, ou 8 qui mêlent majuscules, minuscules, chiffres et signes.',
  common: 'Ce mot de passe fait partie des plus utilisés\u00a0: il se devine en quelques essais.',
}

function sentenceOf(weakness: PasswordWeakness, password: string, personal: readonly string[]): string {
  if (weakness !== 'context') return sentences[weakness]
  const word = findPersonalWord(password, personal)
  return `Ce mot de passe contient «\u00a0${word}\u00a0», un mot facile à deviner\u00a0: le nom du service ou de votre collectivité, le vôtre ou votre adresse.`
}

/** Returns the policy that applies to an account: the strong one for administrators, whatever the settings. */
export const policyFor = (chosen: PasswordPolicy, is_admin: boolean): PasswordPolicy => (is_admin ? 'cnil' : chosen)

/**
 * Checks a new password against the rules of the specification (chapter 5), then against the policy: `contrat` accepts with a warning what `cnil` refuses.
 * @param personal texts about the person that the password may not contain
 * @param field name of the field in the request; it also selects the sentence of chapter 5
 * @throws {AppError} `auth.password_short`, `auth.new_password_short` or `auth.password_weak`
 */
export function acceptPassword(
  policy: PasswordPolicy,
  password: string,
  personal: readonly string[],
  field: 'password' | 'new_password' = 'password',
): Acceptance {
  requireLength(password, field)
  const weakness = findWeakness(password, personal)
  if (weakness === null) return { weakness }
  const sentence = sentenceOf(weakness, password, personal)
  if (policy === 'cnil') throw new AppError('auth.password_weak', { sentence, fields: { [field]: sentence } })
  return { weakness, warning: sentence }
}

export function requireLength(password: string, field: 'password' | 'new_password'): void {
  if ([...password].length >= constants.passwordMinLength) return
  const code = field === 'password' ? 'auth.password_short' : 'auth.new_password_short'
  const error = new AppError(code)
  throw new AppError(code, { fields: { [field]: error.message } })
}
