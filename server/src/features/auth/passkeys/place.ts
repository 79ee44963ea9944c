import { isIP } from 'node:net'
import { AppError } from '../../../platform/errors/app-error.ts'
import type { Context } from '../../../context.ts'

/** Where passkeys are made and used: the origin of our pages, and the name that browsers bind keys to (WebAuthn, « RP ID »). */
export type Place = { origin: string; rp_id: string }

/**
 * By the settings alone, never by what a request says of its host. Null where browsers have no passkeys: an address in figures is no name, and
 * without TLS only `localhost` is a secure context (Secure Contexts, section 3.1).
 */
export function passkeyPlace(context: Pick<Context, 'publicUrl'>): Place | null {
  const { protocol, hostname, origin } = new URL(context.publicUrl())
  if (isIP(hostname) !== 0 || hostname.startsWith('[')) return null
  const isHere = hostname === 'localhost' || hostname.endsWith('.localhost')
  return protocol === 'https:' || isHere ? { origin, rp_id: hostname } : null
}

/** @throws {AppError} `auth.passkeys_unavailable` */
export function requirePlace(context: Context): Place {
  const place = passkeyPlace(context)
  if (place === null) throw new AppError('auth.passkeys_unavailable')
  return place
}
