import { createHmac, randomBytes, timingSafeEqual } from 'node:crypto'
import type { Context } from '../../../context.ts'

const lifeMs = 180 * 24 * 3_600_000

/**
 * A value that a browser keeps once an account was opened there, and shows at the next sign-in. It opens nothing: it only says that the
 * failures of strangers are not its own. Signed and not stored: `<issued, seconds>.<drawn>.<signature for this account>`.
 */
export function issueDevice(context: Context, user_id: string): string {
  const issued = Math.floor(context.now().getTime() / 1_000).toString(36)
  const drawn = randomBytes(12).toString('base64url')
  return `${issued}.${drawn}.${signature(context, user_id, issued, drawn)}`
}

/**
 * What tells this value apart from the account's other ones, when this server gave it to this account less than 180 days ago; else null.
 * It is compared as text: base64url also decodes what is written otherwise, and each writing would count its failures anew.
 */
export function knownDevice(context: Context, user_id: string, value: string): string | null {
  const [issued = '', drawn = '', signed = '', ...more] = value.split('.')
  if (more.length > 0 || !/^[0-9a-z]{1,9}$/.test(issued)) return null
  const expected = Buffer.from(signature(context, user_id, issued, drawn))
  const given = Buffer.from(signed)
  if (given.length !== expected.length || !timingSafeEqual(given, expected)) return null
  return Number.parseInt(issued, 36) * 1_000 + lifeMs > context.now().getTime() ? drawn : null
}

function signature(context: Context, user_id: string, issued: string, drawn: string): string {
  return createHmac('sha256', context.secret).update(`parvis device\0${user_id}\0${issued}\0${drawn}`).digest('base64url')
}
