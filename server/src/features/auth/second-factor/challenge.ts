import { jwtVerify, SignJWT } from 'jose'
import type { Context } from '../../../context.ts'
import { fingerprint } from '../account-keys.ts'

/** What a right password gives where a code is still to come: whose it is, for five minutes, as long as that password is the one. */
const issuer = 'parvis'
const audience = 'parvis-second-factor'
const lifeSeconds = 5 * 60

const seconds = (now: Date): number => Math.floor(now.getTime() / 1_000)

export function signChallenge({ secret, now }: Context, user_id: string, password_hash: string): Promise<string> {
  const at = seconds(now())
  return new SignJWT({ pw: fingerprint(password_hash) })
    .setProtectedHeader({ alg: 'HS256', typ: 'challenge+jwt' })
    .setIssuer(issuer)
    .setAudience(audience)
    .setSubject(user_id)
    .setIssuedAt(at)
    .setExpirationTime(at + lifeSeconds)
    .sign(secret)
}

/** Null for what is no challenge of ours, or is too old. */
export async function readChallenge({ secret, now }: Context, text: string): Promise<{ user_id: string; password: string } | null> {
  try {
    const options = { issuer, audience, algorithms: ['HS256'], typ: 'challenge+jwt', currentDate: now() }
    const { payload } = await jwtVerify<{ pw: string }>(text, secret, { ...options, requiredClaims: ['sub', 'exp', 'pw'] })
    return { user_id: payload.sub!, password: payload.pw }
  } catch {
    return null
  }
}
