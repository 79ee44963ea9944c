import { jwtVerify, SignJWT } from 'jose'
import { AppError } from '../../../platform/errors/app-error.ts'
import type { Context } from '../../../context.ts'
import { fingerprint } from '../account-keys.ts'

/**
 * What a right password gives where a code is still to come: whose it is, for five minutes, as long as that password is the one. What an
 * identity that is to be joined gives instead lets a passkey be asked for, and opens nothing: the password was perhaps not given.
 */
export type Use = 'sign-in' | 'link'

const issuer = 'parvis'
const audience = 'parvis-second-factor'
const lifeSeconds = 5 * 60

const seconds = (now: Date): number => Math.floor(now.getTime() / 1_000)

export function signChallenge({ secret, now }: Context, user_id: string, password_hash: string, use: Use = 'sign-in'): Promise<string> {
  const at = seconds(now())
  return new SignJWT({ pw: fingerprint(password_hash), use })
    .setProtectedHeader({ alg: 'HS256', typ: 'challenge+jwt' })
    .setIssuer(issuer)
    .setAudience(audience)
    .setSubject(user_id)
    .setIssuedAt(at)
    .setExpirationTime(at + lifeSeconds)
    .sign(secret)
}

/** Null for what is no challenge of ours, or is too old. */
export async function readChallenge({ secret, now }: Context, text: string): Promise<{ user_id: string; password: string; use: Use } | null> {
  try {
    const options = { issuer, audience, algorithms: ['HS256'], typ: 'challenge+jwt', currentDate: now() }
    const { payload } = await jwtVerify<{ pw: string; use: Use }>(text, secret, { ...options, requiredClaims: ['sub', 'exp', 'pw', 'use'] })
    return { user_id: payload.sub!, password: payload.pw, use: payload.use }
  } catch {
    return null
  }
}

/** Whose second factor may be asked for. @throws {AppError} `auth.second_factor_expired` */
export async function challengedAccount(context: Context, text: string): Promise<string> {
  const read = await readChallenge(context, text)
  if (read === null) throw new AppError('auth.second_factor_expired')
  const user = await context.db.selectFrom('app_user').select('password_hash').where('id', '=', read.user_id).executeTakeFirst()
  if (fingerprint(user?.password_hash ?? '') !== read.password) throw new AppError('auth.second_factor_expired')
  return read.user_id
}
