import { decodeJwt, errors, jwtVerify, SignJWT } from 'jose'
import { AppError } from '../../../platform/errors/app-error.ts'

const issuer = 'parvis'
const audience = 'parvis-api'
const type = 'at+jwt'
const lifeSeconds = 15 * 60
/** Accepted clock skew in seconds, between two instances or after a clock correction (trust case AUT-15). */
const toleranceSeconds = 60

type AccessClaims = { user_id: string; session_id: string }

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

/** Cache of verified tokens by secret, with the second from which each is no longer accepted. The oldest entries are evicted first. */
const verifiedTokens = new WeakMap<Uint8Array, Map<string, AccessClaims & { expiresAt: number }>>()
const maxVerifiedTokens = 5_000

/**
 * Verifies an access token and returns the ids it contains; rights are read from the database at each call. The signature is verified once per token:
 * verification runs in the thread pool that also compresses responses and hashes passwords, and would queue behind them at each call.
 * @throws {AppError} `auth.expired` for an expired token, `auth.invalid` for anything not signed by this server for this use
 */
export async function readAccessToken(secret: Uint8Array, token: string, now: Date): Promise<AccessClaims> {
  let cachedClaims = verifiedTokens.get(secret)
  if (cachedClaims === undefined) verifiedTokens.set(secret, (cachedClaims = new Map()))
  const found = cachedClaims.get(token)
  if (found !== undefined && Math.floor(now.getTime() / 1_000) < found.expiresAt) return { user_id: found.user_id, session_id: found.session_id }
  cachedClaims.delete(token)
  const { exp, ...claims } = await verify(secret, token, now)
  if (cachedClaims.size >= maxVerifiedTokens) cachedClaims.delete(cachedClaims.keys().next().value!)
  cachedClaims.set(token, { ...claims, expiresAt: exp + toleranceSeconds })
  return claims
}

async function verify(secret: Uint8Array, token: string, now: Date): Promise<AccessClaims & { exp: number }> {
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
    return { user_id: payload.sub, session_id: payload['sid'], exp: payload.exp! }
  } catch (cause) {
    throw new AppError(cause instanceof errors.JWTExpired ? 'auth.expired' : 'auth.invalid', {}, { cause })
  }
}

/** Returns the user id in a token without verifying its signature. Only good for queueing a request fairly, never for authentication. */
export function unverifiedUserId(token: string): string | null {
  try {
    return decodeJwt(token).sub ?? null
  } catch {
    return null
  }
}
