import { jwtVerify, SignJWT } from 'jose'
import { AppError } from '../../../platform/errors/app-error.ts'
import type { Context } from '../../../context.ts'
import { fingerprint } from '../keys.ts'

/**
 * Purpose of a challenge token. `sign-in`: the password was right and a second factor is awaited. `link`: a passkey may be asked for while linking an
 * identity; it opens no session, since the password may not have been given. A challenge lives five minutes, and dies with the password that it was issued
 * for.
 */
type ChallengeUse = 'sign-in' | 'link'

const issuer = 'parvis'
const audience = 'parvis-second-factor'
const lifeSeconds = 5 * 60

const seconds = (now: Date): number => Math.floor(now.getTime() / 1_000)

export function signChallenge({ secret, now }: Context, user_id: string, password_hash: string, use: ChallengeUse = 'sign-in'): Promise<string> {
  const index = seconds(now())
  return new SignJWT({ pw: fingerprint(password_hash), use })
    .setProtectedHeader({ alg: 'HS256', typ: 'challenge+jwt' })
    .setIssuer(issuer)
    .setAudience(audience)
    .setSubject(user_id)
    .setIssuedAt(index)
    .setExpirationTime(index + lifeSeconds)
    .sign(secret)
}

/** Verifies a challenge token; null if it is invalid or expired. `password` is the fingerprint of the password hash at the time of issue. */
export async function readChallenge({ secret, now }: Context, text: string): Promise<{ user_id: string; password: string; use: ChallengeUse } | null> {
  try {
    const options = { issuer, audience, algorithms: ['HS256'], typ: 'challenge+jwt', currentDate: now() }
    const { payload } = await jwtVerify<{ pw: string; use: ChallengeUse }>(text, secret, { ...options, requiredClaims: ['sub', 'exp', 'pw', 'use'] })
    return { user_id: payload.sub!, password: payload.pw, use: payload.use }
  } catch {
    return null
  }
}

/** Returns the account whose second factor a challenge asks for. @throws {AppError} `auth.second_factor_expired`, also when its password has changed since */
export async function challengedAccount(context: Context, text: string): Promise<string> {
  const read = await readChallenge(context, text)
  if (read === null) throw new AppError('auth.second_factor_expired')
  const user = await context.db.selectFrom('app_user').select('password_hash').where('id', '=', read.user_id).executeTakeFirst()
  if (fingerprint(user?.password_hash ?? '') !== read.password) throw new AppError('auth.second_factor_expired')
  return read.user_id
}
