import { createHmac, randomBytes, timingSafeEqual } from 'node:crypto'
import type { Context } from '../../../context.ts'

const lifeMs = 180 * 24 * 3_600_000

/**
 * Issues a mark that the browser stores after a sign-in and sends at the next one. It opens nothing: it keeps the failures of strangers from counting
 * against this browser. Signed and not stored: `<issued, seconds>.<drawn>.<signature for this account>`.
 */
export function issueDevice(context: Context, user_id: string): string {
  const issued = Math.floor(context.now().getTime() / 1_000).toString(36)
  const randomPart = randomBytes(12).toString('base64url')
  return `${issued}.${randomPart}.${signature(context, user_id, issued, randomPart)}`
}

/**
 * Verifies a known-device mark and returns its random part, which tells the account's devices apart. Null unless this server issued it to this account
 * less than 180 days ago. Signatures are compared as text: base64url decoding accepts several spellings of the same bytes, and each would get a new
 * failure count.
 */
export function knownDevice(context: Context, user_id: string, value: string): string | null {
  const [issued = '', randomPart = '', signed = '', ...rest] = value.split('.')
  if (rest.length > 0 || !/^[0-9a-z]{1,9}$/.test(issued)) return null
  const expectedSignature = Buffer.from(signature(context, user_id, issued, randomPart))
  const givenSignature = Buffer.from(signed)
  if (givenSignature.length !== expectedSignature.length || !timingSafeEqual(givenSignature, expectedSignature)) return null
  return Number.parseInt(issued, 36) * 1_000 + lifeMs > context.now().getTime() ? randomPart : null
}

function signature(context: Context, user_id: string, issued: string, randomPart: string): string {
  return createHmac('sha256', context.secret).update(`parvis device\0${user_id}\0${issued}\0${randomPart}`).digest('base64url')
}
