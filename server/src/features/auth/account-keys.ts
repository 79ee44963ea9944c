import { removeInvisible } from '@parvis/contract'
import { createHash, randomBytes } from 'node:crypto'

/**
 * Key of a user name or an e-mail address, unique in the database: names that differ only by case, compatibility form (NFKC) or invisible
 * characters have the same key.
 */
export function accountKey(text: string): string {
  return removeInvisible(text.normalize('NFKC')).toLowerCase().normalize('NFKC').trim()
}

/** SHA-256 in hexadecimal, the form in which random secrets are stored. Never for passwords. */
export function fingerprint(value: string): string {
  return createHash('sha256').update(value).digest('hex')
}

/** Draws 256 random bits, in base64url, for a mailed link or another secret. */
export const drawSecret = (): string => randomBytes(32).toString('base64url')

/** Rate-limit key of the mails that contain a code to link an identity to an account. */
export const linkMailKey = (user_id: string): string => `link-mail:${user_id}`
