import { removeInvisible } from '@parvis/contract'
import { createHash, randomBytes } from 'node:crypto'

/**
 * Key of a user name or an e-mail address, unique in the database: names that differ only by case, compatibility form (NFKC) or invisible
 * characters have the same key.
 */
export function accountKey(text: string): string {
  return removeInvisible(text.normalize('NFKC')).toLowerCase().normalize('NFKC').trim()
}

/** SHA-256, hexadecimal: how secrets drawn at random are kept. Never for passwords. */
export function fingerprint(value: string): string {
  return createHash('sha256').update(value).digest('hex')
}

/** 256 bits drawn at random: what opens a mailed link, or what nobody is to know. */
export const drawSecret = (): string => randomBytes(32).toString('base64url')

/** Key of the limit of mails that hold a code to join an identity to an account. */
export const linkMailKey = (user_id: string): string => `link-mail:${user_id}`
