import { decodeJwt, errors, jwtVerify, SignJWT } from 'jose'
import { AppError } from '../../app-error.ts'

const issuer = 'parvis'
const audience = 'parvis-api'
const type = 'at+jwt'
const lifeSeconds = 15 * 60
/** Clocks of two instances, or of a machine that was just set right, may differ by this much (trust case AUT-15). */
const toleranceSeconds = 60

export type AccessClaims = { user_id: string; session_id: string }

export function signAccessToken(secret: Uint8Array, { user_id, session_id }: AccessClaims, now: Date): Promise<string> {
  const issuedAt = Math.floor(now.getTime() / 1_000)
  return new SignJWT({ sid: session_id })
    .setProtectedHeader({ alg: 'HS256', typ: type })
    .setIssuer(issuer)
    .setAudience(audience)
    .setSubject(user_id)
    .setIssuedAt(issuedAt)
    .setExpirationTime(issuedAt + lifeSeconds)
    .sign(secret)
}

/**
 * The token only says who; rights are read from the base at each call.
 * @throws {AppError} `auth.expired` past its life, `auth.invalid` for whatever we did not sign for this use.
 */
export async function readAccessToken(secret: Uint8Array, token: string, now: Date): Promise<AccessClaims> {
  try {
    const { payload } = await jwtVerify(token, secret, {
      algorithms: ['HS256'],
      issuer,
      audience,
      typ: type,
      clockTolerance: toleranceSeconds,
      currentDate: now,
      requiredClaims: ['exp', 'sub', 'sid'],
    })
    if (typeof payload['sid'] !== 'string' || payload.sub === undefined) throw new AppError('auth.invalid')
    return { user_id: payload.sub, session_id: payload['sid'] }
  } catch (cause) {
    throw new AppError(cause instanceof errors.JWTExpired ? 'auth.expired' : 'auth.invalid', {}, { cause })
  }
}

/** Whom a token names, without a look at its signature: good for knowing whose line a request waits in, never for who somebody is. */
export function claimedUser(token: string): string | null {
  try {
    return decodeJwt(token).sub ?? null
  } catch {
    return null
  }
}
