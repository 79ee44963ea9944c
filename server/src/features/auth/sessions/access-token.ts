import { decodeJwt, errors, jwtVerify, SignJWT } from 'jose'
import { AppError } from '../../../platform/errors/app-error.ts'

const issuer = 'parvis'
const audience = 'parvis-api'
const type = 'at+jwt'
const lifeSeconds = 15 * 60
/** Clocks of two instances, or of a machine that was just set right, may differ by this much (trust case AUT-15). */
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

/** Tokens of one secret whose signature was found good, with the second when each is no longer accepted; the oldest are forgotten first. */
const verified = new WeakMap<Uint8Array, Map<string, AccessClaims & { until: number }>>()
const verifiedKept = 5_000

/**
 * The token only says who; rights are read from the database at each call. A signature is verified once in the life of its token: the
 * verification is a job of the threads that also compress answers and hash passwords, and would wait behind them at each call.
 * @throws {AppError} `auth.expired` past its life, `auth.invalid` for whatever we did not sign for this use.
 */
export async function readAccessToken(secret: Uint8Array, token: string, now: Date): Promise<AccessClaims> {
  let known = verified.get(secret)
  if (known === undefined) verified.set(secret, (known = new Map()))
  const found = known.get(token)
  if (found !== undefined && Math.floor(now.getTime() / 1_000) < found.until) return { user_id: found.user_id, session_id: found.session_id }
  known.delete(token)
  const { exp, ...claims } = await verify(secret, token, now)
  if (known.size >= verifiedKept) known.delete(known.keys().next().value!)
  known.set(token, { ...claims, until: exp + toleranceSeconds })
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

/** Whom a token names, without a look at its signature: good for knowing whose line a request waits in, never for who somebody is. */
export function claimedUser(token: string): string | null {
  try {
    return decodeJwt(token).sub ?? null
  } catch {
    return null
  }
}
