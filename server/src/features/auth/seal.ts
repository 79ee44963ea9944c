import { createCipheriv, createDecipheriv, hkdfSync, randomBytes } from 'node:crypto'

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
