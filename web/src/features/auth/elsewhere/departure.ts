import { drawSecret } from '../../../api/session/farewell.ts'

/** Where this tab keeps what binds it to a sign-in that it began elsewhere. */
const key = 'parvis.depart'

/** SHA-256, hexadecimal; null on a plain-http address, where browsers have none. */
async function fingerprint(text: string): Promise<string | null> {
  // Not there without HTTPS, whatever its type says.
  const subtle = crypto.subtle as SubtleCrypto | undefined
  if (subtle === undefined) return null
  const digest = await subtle.digest('SHA-256', new TextEncoder().encode(text))
  return Array.from(new Uint8Array(digest), (byte) => byte.toString(16).padStart(2, '0')).join('')
}

/** Draws the secret that this tab alone will know when it comes back; answers its hash, for the server. */
export async function noteDeparture(): Promise<string | null> {
  const secret = drawSecret()
  const hash = await fingerprint(secret)
  if (hash !== null) sessionStorage.setItem(key, secret)
  return hash
}

/** The secret of the departure, empty in a tab that did not leave. */
export const departureSecret = (): string => sessionStorage.getItem(key) ?? ''

export const forgetDeparture = (): void => sessionStorage.removeItem(key)
