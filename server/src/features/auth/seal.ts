import { createCipheriv, createDecipheriv, hkdfSync, randomBytes } from 'node:crypto'

// What a provider gives of a person is kept only to be given back to it, or for a quarter of an hour: closed by the key of this server,
// a copy of the database says nothing of it.

const keyOf = (secret: Uint8Array): Uint8Array => new Uint8Array(hkdfSync('sha256', secret, '', 'parvis identity providers', 32))

/** Closes a text: AES-256-GCM, base64url of nonce (12 bytes), tag (16) and content. @param secret of the context */
export function seal(secret: Uint8Array, text: string): string {
  const nonce = randomBytes(12)
  const cipher = createCipheriv('aes-256-gcm', keyOf(secret), nonce)
  const content = Buffer.concat([cipher.update(text, 'utf8'), cipher.final()])
  return Buffer.concat([nonce, cipher.getAuthTag(), content]).toString('base64url')
}

/** The text again; null when it was closed by another key, or changed since. */
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
