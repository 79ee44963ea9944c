import { randomSecret } from '../../../api/random-ids.ts'

/** Session-storage key of the secret that binds this tab to its authorization request. */
const key = 'parvis.depart'

/** Returns the hexadecimal SHA-256 of a text; null on plain http, where browsers have no `crypto.subtle`. */
async function sha256Hex(text: string): Promise<string | null> {
  // Undefined without HTTPS, contrary to its type.
  const subtle = crypto.subtle as SubtleCrypto | undefined
  if (subtle === undefined) return null
  const digest = await subtle.digest('SHA-256', new TextEncoder().encode(text))
  return Array.from(new Uint8Array(digest), (byte) => byte.toString(16).padStart(2, '0')).join('')
}

/** Draws a secret, stores it in this tab, and returns its hash for the server. Null, with nothing stored, where hashing is not available. */
export async function createAuthorizationSecret(): Promise<string | null> {
  const secret = randomSecret()
  const hash = await sha256Hex(secret)
  if (hash !== null) sessionStorage.setItem(key, secret)
  return hash
}

/** Secret of this tab's authorization request; empty if this tab did not start one. */
export const authorizationSecret = (): string => sessionStorage.getItem(key) ?? ''

export const clearAuthorizationSecret = (): void => sessionStorage.removeItem(key)
