import type { SecondFactorKind } from '@parvis/contract'
import { AppError, notFound } from '../../../platform/errors/app-error.ts'
import type { Db } from '../../../platform/db/schema/index.ts'
import type { Caller, Context } from '../../../context.ts'
import { owesSecondFactor } from '../current-user.ts'
import { passkeyPlace } from '../passkeys/place.ts'
import { endSessionsOf } from '../sessions/sessions.ts'
import { drawRecoveryCodes } from './recovery-codes.ts'

// An account has a second factor, `app_user.second_factor_at`, as long as it has an application of codes that was confirmed, or a passkey. What
// changes either holds the row of the account: two at once do not count each other's.

/** @throws {AppError} `request.not_found` */
export const lockAccount = (trx: Db, user_id: string): Promise<{ has_password: boolean }> =>
  trx.selectFrom('app_user').select('has_password').where('id', '=', user_id).forUpdate().executeTakeFirstOrThrow(notFound)

/** What an account has that can finish a sign-in here; a recovery code always can. */
export async function factorsOf(context: Context, user_id: string): Promise<SecondFactorKind[]> {
  const { db } = context
  const codes = await db.selectFrom('second_factor').select('user_id').where('user_id', '=', user_id).where('confirmed_at', 'is not', null).execute()
  const rp_id = passkeyPlace(context)?.rp_id ?? ''
  const key = await db.selectFrom('passkey').select('id').where('user_id', '=', user_id).where('rp_id', '=', rp_id).limit(1).execute()
  return [...codes.map(() => 'code' as const), ...key.map(() => 'passkey' as const)]
}

/**
 * Notes that the account has a second factor, in the transaction that adds it. With the first one, the other sessions, which gave none, end.
 * @returns recovery codes, with the first one
 */
export async function beginsToHave(trx: Db, caller: Caller, now: Date): Promise<string[]> {
  const { numUpdatedRows } = await trx
    .updateTable('app_user')
    .set({ second_factor_at: now })
    .where('id', '=', caller.id)
    .where('second_factor_at', 'is', null)
    .executeTakeFirst()
  if (numUpdatedRows === 0n) return []
  await endSessionsOf(trx, caller.id, now, caller.session_id)
  return drawRecoveryCodes(trx, caller.id)
}

/**
 * Looks whether something that still serves is left, where a second factor is asked for: a key of a former host name shows nothing any more.
 * @param lost what is about to go: the application of codes, or the passkey of this id
 * @throws {AppError} `auth.second_factor_kept`
 */
export async function mayLose(context: Context, db: Db, caller: Caller, lost: 'codes' | { passkey_id: string }): Promise<void> {
  if (!owesSecondFactor(context.config.signIn, { ...caller, second_factor_at: null })) return
  const { codes, keys } = await heldBy(db, caller.id)
  const rp_id = passkeyPlace(context)?.rp_id
  const left = keys.filter((key) => key.rp_id === rp_id && (lost === 'codes' || key.id !== lost.passkey_id))
  if (left.length === 0 && (codes === 0 || lost === 'codes')) throw new AppError('auth.second_factor_kept')
}

/** Notes that the account has none any more, if that is so, in the transaction that has taken one away. */
export async function settleLoss(trx: Db, user_id: string): Promise<void> {
  const { codes, keys } = await heldBy(trx, user_id)
  if (codes + keys.length > 0) return
  await trx.updateTable('app_user').set({ second_factor_at: null }).where('id', '=', user_id).execute()
  await trx.deleteFrom('recovery_code').where('user_id', '=', user_id).execute()
}

async function heldBy(db: Db, user_id: string): Promise<{ codes: number; keys: { id: string; rp_id: string }[] }> {
  const codes = await db.selectFrom('second_factor').select('user_id').where('user_id', '=', user_id).where('confirmed_at', 'is not', null).execute()
  return { codes: codes.length, keys: await db.selectFrom('passkey').select(['id', 'rp_id']).where('user_id', '=', user_id).execute() }
}
