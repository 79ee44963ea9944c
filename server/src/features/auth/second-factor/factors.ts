import { sql } from 'kysely'
import type { SecondFactorKind } from '@parvis/contract'
import { AppError, notFound } from '../../../platform/errors/app-error.ts'
import type { Db } from '../../../platform/db/schema/index.ts'
import type { Caller, Context } from '../../../context.ts'
import { lacksRequiredFactor } from '../current-user.ts'
import { relyingPartyOf } from '../passkeys/challenges.ts'
import { endSessionsOf } from '../sessions/sessions.ts'
import { drawRecoveryCodes } from './check-code.ts'

// An account has a second factor (`app_user.second_factor_at`) as long as it has a confirmed authenticator application or a passkey. Every change of
// either locks the account's row, so that simultaneous changes see each other.

/** Locks the account's row until the transaction ends. @throws {AppError} `request.not_found` */
export const lockAccountRow = (trx: Db, user_id: string): Promise<{ has_password: boolean }> =>
  trx.selectFrom('app_user').select('has_password').where('id', '=', user_id).forUpdate().executeTakeFirstOrThrow(notFound)

/** Column `factor_serves` of a query on `app_user`: whether the account has a second factor that works on the current host. Recovery codes do not count. */
export const hasUsableFactor = (context: Pick<Context, 'publicUrl'>) =>
  sql<boolean>`case when app_user.second_factor_at is null then false else
    exists (select 1 from second_factor f where f.user_id = app_user.id and f.confirmed_at is not null)
    or exists (select 1 from passkey k where k.user_id = app_user.id and k.rp_id = ${rpOf(context)}) end`.as('factor_serves')

/** Relying-party id of the current host. Empty where passkeys are unavailable; no passkey has an empty one. */
const rpOf = (context: Pick<Context, 'publicUrl'>): string => relyingPartyOf(context)?.rp_id ?? ''

export async function hasRecoveryCode(db: Db, user_id: string): Promise<boolean> {
  return (await db.selectFrom('recovery_code').select('user_id').where('user_id', '=', user_id).limit(1).executeTakeFirst()) !== undefined
}

/** Lists the second factors of an account that work on the current host. Recovery codes, which always work, are not listed. */
export async function factorsOf(context: Context, user_id: string): Promise<SecondFactorKind[]> {
  const { db } = context
  const codes = await db.selectFrom('second_factor').select('user_id').where('user_id', '=', user_id).where('confirmed_at', 'is not', null).execute()
  const rp_id = rpOf(context)
  const key = await db.selectFrom('passkey').select('id').where('user_id', '=', user_id).where('rp_id', '=', rp_id).limit(1).execute()
  return [...codes.map(() => 'code' as const), ...key.map(() => 'passkey' as const)]
}

type Factor = 'codes' | { passkey_id: string }

/**
 * Records that the account has a second factor, in the transaction that adds it. For the first one, ends the account's other sessions and draws recovery
 * codes. A factor also counts as the first when no other one works on the current host and no recovery code is left.
 * @returns recovery codes for the first factor, else an empty list
 */
export async function enableSecondFactor(context: Context, trx: Db, caller: Caller, factor: Factor, now: Date): Promise<string[]> {
  const { second_factor_at } = await trx.selectFrom('app_user').select('second_factor_at').where('id', '=', caller.id).executeTakeFirstOrThrow(notFound)
  if (second_factor_at !== null && ((await hasOtherFactor(context, trx, caller.id, factor)) || (await hasRecoveryCode(trx, caller.id)))) return []
  await trx.updateTable('app_user').set({ second_factor_at: now }).where('id', '=', caller.id).execute()
  await endSessionsOf(trx, caller.id, now, caller.session_id)
  return drawRecoveryCodes(trx, caller.id)
}

/**
 * Refuses to remove the last second factor that works on the current host, where the settings require one.
 * @param factor factor to be removed: the authenticator application, or the passkey of this id
 * @throws {AppError} `auth.second_factor_kept`
 */
export async function assertFactorRemovable(context: Context, db: Db, caller: Caller, factor: Factor): Promise<void> {
  if (!lacksRequiredFactor(context.config.signIn, { ...caller, factor_serves: false })) return
  if (!(await hasOtherFactor(context, db, caller.id, factor))) throw new AppError('auth.second_factor_kept')
}

/**
 * Whether the account has a second factor other than `factor` that works on the current host: the authenticator application, or a passkey made for this host.
 * Recovery codes do not count.
 */
async function hasOtherFactor(context: Context, db: Db, user_id: string, factor: Factor): Promise<boolean> {
  const { codes, keys } = await factorRowsOf(db, user_id)
  const rp_id = rpOf(context)
  return (codes > 0 && factor !== 'codes') || keys.some((key) => key.rp_id === rp_id && (factor === 'codes' || key.id !== factor.passkey_id))
}

/** Marks the account as without second factor and deletes its recovery codes, if no factor is left. To be called in the transaction that removed one. */
export async function clearFlagIfNoFactor(trx: Db, user_id: string): Promise<void> {
  const { codes, keys } = await factorRowsOf(trx, user_id)
  if (codes + keys.length > 0) return
  await trx.updateTable('app_user').set({ second_factor_at: null }).where('id', '=', user_id).execute()
  await trx.deleteFrom('recovery_code').where('user_id', '=', user_id).execute()
}

async function factorRowsOf(db: Db, user_id: string): Promise<{ codes: number; keys: { id: string; rp_id: string }[] }> {
  const codes = await db.selectFrom('second_factor').select('user_id').where('user_id', '=', user_id).where('confirmed_at', 'is not', null).execute()
  return { codes: codes.length, keys: await db.selectFrom('passkey').select(['id', 'rp_id']).where('user_id', '=', user_id).execute() }
}
