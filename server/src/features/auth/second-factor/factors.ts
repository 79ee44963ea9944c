import { sql } from 'kysely'
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

/** Whether something that an account has can finish a sign-in here, but a recovery code. @returns a column beside those of `app_user` */
export const factorServes = (context: Pick<Context, 'publicUrl'>) =>
  sql<boolean>`case when app_user.second_factor_at is null then false else
    exists (select 1 from second_factor f where f.user_id = app_user.id and f.confirmed_at is not null)
    or exists (select 1 from passkey k where k.user_id = app_user.id and k.rp_id = ${rpOf(context)}) end`.as('factor_serves')

/** The name that keys are bound to here; none is bound to the empty one. */
const rpOf = (context: Pick<Context, 'publicUrl'>): string => passkeyPlace(context)?.rp_id ?? ''

/** Whether the account has a recovery code left. */
export async function hasRecoveryCode(db: Db, user_id: string): Promise<boolean> {
  return (await db.selectFrom('recovery_code').select('user_id').where('user_id', '=', user_id).limit(1).executeTakeFirst()) !== undefined
}

/** What an account has that can finish a sign-in here; a recovery code always can. */
export async function factorsOf(context: Context, user_id: string): Promise<SecondFactorKind[]> {
  const { db } = context
  const codes = await db.selectFrom('second_factor').select('user_id').where('user_id', '=', user_id).where('confirmed_at', 'is not', null).execute()
  const rp_id = rpOf(context)
  const key = await db.selectFrom('passkey').select('id').where('user_id', '=', user_id).where('rp_id', '=', rp_id).limit(1).execute()
  return [...codes.map(() => 'code' as const), ...key.map(() => 'passkey' as const)]
}

type Factor = 'codes' | { passkey_id: string }

/**
 * Notes that the account has a second factor, in the transaction that adds it. With the first one, the other sessions, which gave none, end. One is
 * the first, too, where nothing else serves any more, recovery codes included: as long as one is left, whoever came in with it has no others drawn.
 * @returns recovery codes, with the first one
 */
export async function beginsToHave(context: Context, trx: Db, caller: Caller, added: Factor, now: Date): Promise<string[]> {
  const { second_factor_at } = await trx.selectFrom('app_user').select('second_factor_at').where('id', '=', caller.id).executeTakeFirstOrThrow(notFound)
  if (second_factor_at !== null && ((await servesBeside(context, trx, caller.id, added)) || (await hasRecoveryCode(trx, caller.id)))) return []
  await trx.updateTable('app_user').set({ second_factor_at: now }).where('id', '=', caller.id).execute()
  await endSessionsOf(trx, caller.id, now, caller.session_id)
  return drawRecoveryCodes(trx, caller.id)
}

/**
 * Looks whether something that still serves is left, where a second factor is asked for: a key of a former host name shows nothing any more.
 * @param lost what is about to go: the application of codes, or the passkey of this id
 * @throws {AppError} `auth.second_factor_kept`
 */
export async function mayLose(context: Context, db: Db, caller: Caller, lost: Factor): Promise<void> {
  if (!owesSecondFactor(context.config.signIn, { ...caller, factor_serves: false })) return
  if (!(await servesBeside(context, db, caller.id, lost))) throw new AppError('auth.second_factor_kept')
}

/** Whether something else than this one finishes a sign-in of the account here, recovery codes apart. */
async function servesBeside(context: Context, db: Db, user_id: string, one: Factor): Promise<boolean> {
  const { codes, keys } = await heldBy(db, user_id)
  const rp_id = rpOf(context)
  return (codes > 0 && one !== 'codes') || keys.some((key) => key.rp_id === rp_id && (one === 'codes' || key.id !== one.passkey_id))
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
