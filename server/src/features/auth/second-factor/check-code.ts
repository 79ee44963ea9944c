import { sql } from 'kysely'
import { AppError } from '../../../platform/errors/app-error.ts'
import type { Context } from '../../../context.ts'
import { unseal } from '../seal.ts'
import { attempt } from '../throttle.ts'
import { normalizeCode, spendRecoveryCode } from './recovery-codes.ts'
import { findStep } from './totp.ts'

/**
 * Checks a code of the authenticator application, or a recovery code, of an account. Each is single-use. Wrong codes have a lockout of their own.
 * @param isFirst accepts only a code of a key that is not confirmed yet
 * @throws {AppError} `auth.second_factor_code`, `auth.locked`
 */
export async function requireCode(context: Context, user_id: string, typed: string, isFirst = false): Promise<void> {
  if (await attempt(context, `second-factor:${user_id}`, () => isRight(context, user_id, normalizeCode(typed), isFirst))) return
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
