import { createHash, randomBytes, randomInt, createCipheriv, createDecipheriv, hkdfSync } from 'node:crypto'
import { removeInvisible } from '@parvis/contract'

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

/** Alphabet without look-alike letters and digits. */
const readableCharacters = 'abcdefghjkmnpqrstuvwxyz23456789'
const groups = 4
const groupLength = 5

/** Draws 20 characters among 31 (about 99 bits), in groups that can be copied by hand. Shown once, and to be changed at the first sign-in. */
export function drawPassword(): string {
  const letter = () => readableCharacters[randomInt(readableCharacters.length)]
  return Array.from({ length: groups }, () => Array.from({ length: groupLength }, letter).join('')).join('-')
}

// A provider's data about a person are stored only to be sent back to it, or for fifteen minutes. Encrypted with this server's key, they are unreadable in
// a copy of the database.

const keyOf = (secret: Uint8Array): Uint8Array => new Uint8Array(hkdfSync('sha256', secret, '', 'parvis identity providers', 32))

/** Encrypts a text with AES-256-GCM. @param secret of the context @returns base64url of nonce (12 bytes), tag (16) and ciphertext */
export function seal(secret: Uint8Array, text: string): string {
  const nonce = randomBytes(12)
  const cipher = createCipheriv('aes-256-gcm', keyOf(secret), nonce)
  const content = Buffer.concat([cipher.update(text, 'utf8'), cipher.final()])
  return Buffer.concat([nonce, cipher.getAuthTag(), content]).toString('base64url')
}

/** Decrypts a sealed text; null when it was sealed with another key, or altered. */
export function unseal(secret: Uint8Array, sealed: string): string | null {
  const bytes = Buffer.from(sealed, 'base64url')
  try {
    const decipher = createDecipheriv('aes-256-gcm', keyOf(secret), bytes.subarray(0, 12))
    decipher.setAuthTag(bytes.subarray(12, 28))
    return decipher.update(bytes.subarray(28), undefined, 'utf8') + decipher.final('utf8')
  } catch {
    return null
  }
}
