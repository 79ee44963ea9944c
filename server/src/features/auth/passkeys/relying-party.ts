import { isIP } from 'node:net'
import { AppError } from '../../../platform/errors/app-error.ts'
import type { Context } from '../../../context.ts'

/** Origin of the pages, and the relying-party id to which browsers bind passkeys (WebAuthn, « RP ID »). */
export type RelyingParty = { origin: string; rp_id: string }

/**
 * Returns the origin and relying-party id of the settings' public URL, never of the host named by a request. Null where browsers have no passkeys: for an
 * IP address, or without TLS except on `localhost` (Secure Contexts, section 3.1).
 */
export function relyingPartyOf(context: Pick<Context, 'publicUrl'>): RelyingParty | null {
  const { protocol, hostname, origin } = new URL(context.publicUrl())
  if (isIP(hostname) !== 0 || hostname.startsWith('[')) return null
  const isHere = hostname === 'localhost' || hostname.endsWith('.localhost')
  return protocol === 'https:' || isHere ? { origin, rp_id: hostname } : null
}

/** Returns the origin and relying-party id of passkeys. @throws {AppError} `auth.passkeys_unavailable` */
export function requireRelyingParty(context: Context): RelyingParty {
  const relyingParty = relyingPartyOf(context)
  if (relyingParty === null) throw new AppError('auth.passkeys_unavailable')
  return relyingParty
}
