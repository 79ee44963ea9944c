import { sql } from 'kysely'
import { AppError } from '../../../platform/errors/app-error.ts'
import type { Context } from '../../../context.ts'
import { unseal, fingerprint } from '../keys.ts'
import { attempt } from '../throttle.ts'
import { findStep } from './totp.ts'
import { randomInt } from 'node:crypto'
import type { Db } from '../../../platform/db/schema/index.ts'

/**
 * Checks a code of the authenticator application, or a recovery code, of an account. Each is single-use. Wrong codes have a lockout of their own.
 * @param isFirst accepts only a code of a key that is not confirmed yet
 * @throws {AppError} `auth.second_factor_code`, `auth.locked`
 */
export async function requireCode(context: Context, user_id: string, typedCode: string, isFirst = false): Promise<void> {
  if (await attempt(context, `second-factor:${user_id}`, () => isRight(context, user_id, normalizeCode(typedCode), isFirst))) return
  const { message } = new AppError('auth.second_factor_code')
  throw new AppError('auth.second_factor_code', { fields: { code: message } })
}

async function isRight(context: Context, user_id: string, code: string, isFirst: boolean): Promise<boolean> {
  if (!/^\d{6}$/.test(code)) return !isFirst && spendRecoveryCode(context.db, user_id, code)
  const factor = await context.db
    .selectFrom('second_factor')
    .select('secret')
    .where('user_id', '=', user_id)
    .where('confirmed_at', isFirst ? 'is' : 'is not', null)
    .executeTakeFirst()
  const key = factor === undefined ? null : unseal(context.secret, factor.secret)
  const step = key === null ? null : findStep(Buffer.from(key, 'base64url'), code, context.now())
  if (step === null) return false
  // Of two simultaneous uses of a code, one succeeds.
  const { rows } = await sql`update second_factor set last_step = ${step} where user_id = ${user_id} and last_step < ${step} returning user_id`.execute(
    context.db,
  )
  return rows.length > 0
}

const codeCount = 10

/** Alphabet without look-alikes (0 and O; 1, I and L). Ten characters give 49 bits. */
const alphabet = 'ABCDEFGHJKMNPQRSTUVWXYZ23456789'

const codeLength = 10

/** Normalises a typed code: capitals, without spaces or dashes. */
const normalizeCode = (typedCode: string): string => typedCode.replaceAll(/[\s\u00a0\u202f-]/g, '').toUpperCase()

/** Replaces the account's recovery codes with ten new ones. Returns them in clear text; only their hashes are stored. */
export async function drawRecoveryCodes(db: Db, user_id: string): Promise<string[]> {
  const codes = Array.from({ length: codeCount }, () => Array.from({ length: codeLength }, () => alphabet[randomInt(alphabet.length)]).join(''))
  await db.deleteFrom('recovery_code').where('user_id', '=', user_id).execute()
  await db
    .insertInto('recovery_code')
    .values(codes.map((code) => ({ user_id, code_hash: fingerprint(code) })))
    .execute()
  return codes.map((code) => `${code.slice(0, codeLength / 2)}-${code.slice(codeLength / 2)}`)
}

/** Consumes a recovery code; false when the account has no such unused code. */
async function spendRecoveryCode(db: Db, user_id: string, code: string): Promise<boolean> {
  const { numDeletedRows } = await db.deleteFrom('recovery_code').where('user_id', '=', user_id).where('code_hash', '=', fingerprint(code)).executeTakeFirst()
  return numDeletedRows > 0n
}
