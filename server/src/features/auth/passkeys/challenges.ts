import { AppError } from '../../../platform/errors/app-error.ts'
import type { Context } from '../../../context.ts'
import { drawSecret, fingerprint } from '../keys.ts'
import { isIP } from 'node:net'

/** Purpose of a challenge, which no other purpose may consume. */
type ChallengePurpose = { purpose: 'create' | 'prove'; user_id: string } | { purpose: 'sign_in'; user_id: null }

/** Lifetime of a challenge in milliseconds, also sent to the browser as its timeout. */
export const challengeMs = 5 * 60_000

/** Draws the challenge that a passkey is to sign. Stored in the database, where every instance finds it. */
export async function drawChallenge({ db, now }: Context, { purpose, user_id }: ChallengePurpose): Promise<string> {
  const challenge = drawSecret()
  const expires_at = new Date(now().getTime() + challengeMs)
  await db
    .insertInto('passkey_challenge')
    .values({ challenge_hash: fingerprint(challenge), purpose, user_id, expires_at })
    .execute()
  return challenge
}

/**
 * Consumes the challenge that a passkey has signed: it is single-use, whatever the outcome.
 * @param client_data `clientDataJSON`, as the browser sent it
 * @throws {AppError} `auth.passkey_expired`, also for a challenge of another purpose or person, which is left in place
 */
export async function consumeChallenge({ db, now }: Context, client_data: string, { purpose, user_id }: ChallengePurpose): Promise<string> {
  const challenge = readChallengeOf(client_data)
  const { numDeletedRows } = await db
    .deleteFrom('passkey_challenge')
    .where('challenge_hash', '=', fingerprint(challenge))
    .where('purpose', '=', purpose)
    .where('user_id', user_id === null ? 'is' : '=', user_id)
    .where('expires_at', '>', now().toISOString())
    .executeTakeFirst()
  if (numDeletedRows === 0n) throw new AppError('auth.passkey_expired')
  return challenge
}

function readChallengeOf(client_data: string): string {
  try {
    return String((JSON.parse(Buffer.from(client_data, 'base64url').toString('utf8')) as { challenge?: unknown }).challenge)
  } catch {
    return ''
  }
}

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
