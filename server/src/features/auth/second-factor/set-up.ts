import { sql } from 'kysely'
import type { RouteAnswer, ChangeAuthor, routes } from '@parvis/contract'
import { AppError } from '../../../platform/errors/app-error.ts'
import type { Db } from '../../../platform/db/schema/index.ts'
import type { AuditInTransaction } from '../../../audit/audited.ts'
import type { Caller, Context } from '../../../context.ts'
import { notifyAccountChange, recordAccountChange } from '../account-changes.ts'
import { seal } from '../keys.ts'
import { endSessionsOf } from '../sessions/sessions.ts'
import { requirePassword } from '../passwords/password-hash.ts'
import { requireCode, drawRecoveryCodes } from './check-code.ts'
import { enableSecondFactor, lockAccountRow, assertFactorRemovable, clearFlagIfNoFactor } from './factors.ts'
import { requireEstablishedProof, type SecondFactorProof } from './proof.ts'
import { base32, drawKey, keyUri } from './totp.ts'
import { inTransaction } from '../../../platform/db/retry-transaction.ts'

/**
 * Generates a key of an authenticator application, to be confirmed by a first code. Replaces a key that is not confirmed yet.
 * @throws {AppError} `auth.no_password`, `auth.second_factor_set`, `auth.current_password`, `auth.locked`
 */
export async function beginSecondFactor(context: Context, caller: Caller, password: string): Promise<RouteAnswer<typeof routes.secondFactor.begin>> {
  await requirePassword(context, caller.id, password, 'password')
  const key = drawKey()
  const secret = seal(context.secret, key.toString('base64url'))
  const now = context.now()
  // A key that was confirmed meanwhile in another tab stays.
  const { rows } = await sql`
    insert into second_factor (user_id, secret, created_at) values (${caller.id}, ${secret}, ${now}::timestamptz)
    on conflict (user_id) do update set secret = excluded.secret, created_at = excluded.created_at, last_step = 0 where second_factor.confirmed_at is null
    returning user_id`.execute(context.db)
  if (rows.length === 0) throw new AppError('auth.second_factor_set')
  return { secret: base32(key), uri: keyUri(key, caller.username) }
}

/**
 * Confirms the key of an authenticator application by its first code, and notifies the person by mail.
 * @returns recovery codes for the account's first second factor, else an empty list
 * @throws {AppError} `auth.second_factor_set`, what `requireCode` throws
 */
export async function confirmSecondFactor(context: Context, caller: Caller, code: string, audit: AuditInTransaction): Promise<string[]> {
  if (await hasAuthenticator(context.db, caller.id)) throw new AppError('auth.second_factor_set')
  await requireCode(context, caller.id, code, true)
  const now = context.now()
  const codes = await inTransaction(context.db, async (trx) => {
    await lockAccountRow(trx, caller.id)
    const confirmed = await trx
      .updateTable('second_factor')
      .set({ confirmed_at: now })
      .where('user_id', '=', caller.id)
      .where('confirmed_at', 'is', null)
      .executeTakeFirst()
    // Another tab confirmed the key, or an administrator removed it, since the code was checked.
    if (confirmed.numUpdatedRows === 0n) throw new AppError('auth.second_factor_set')
    await recordAccountChange(trx, { user_id: caller.id, change: 'second_factor', author: 'self' }, now)
    const recovery = await enableSecondFactor(context, trx, caller, 'codes', now)
    await audit(trx)
    return recovery
  })
  notifyAccountChange(context, { user_id: caller.id, change: 'second_factor', author: 'self' })
  return codes
}

/**
 * Replaces the recovery codes and notifies the person by mail. A recovery code is a second factor: this asks for the same proofs as removing one.
 * @throws {AppError} `auth.second_factor_unset`, `auth.current_password`, `auth.locked`, what `requireEstablishedProof` throws
 */
export async function renewRecoveryCodes(
  context: Context,
  caller: Caller,
  password: string,
  proof: SecondFactorProof,
  audit: AuditInTransaction,
): Promise<string[]> {
  if (caller.second_factor_at === null) throw new AppError('auth.second_factor_unset')
  await requirePassword(context, caller.id, password, 'password')
  await requireEstablishedProof(context, caller.id, proof)
  const now = context.now()
  const codes = await inTransaction(context.db, async (trx) => {
    await lockAccountRow(trx, caller.id)
    await recordAccountChange(trx, { user_id: caller.id, change: 'second_factor', author: 'self' }, now)
    const recovery = await drawRecoveryCodes(trx, caller.id)
    await audit(trx)
    return recovery
  })
  notifyAccountChange(context, { user_id: caller.id, change: 'second_factor', author: 'self' })
  return codes
}

/**
 * Removes the authenticator application, ends the caller's other sessions and notifies the person by mail. Passkeys stay.
 * @throws {AppError} `auth.second_factor_unset`, `auth.second_factor_kept`, `auth.current_password`, what `requireEstablishedProof` throws
 */
export async function removeAuthenticator(
  context: Context,
  caller: Caller,
  password: string,
  proof: SecondFactorProof,
  audit: AuditInTransaction,
): Promise<void> {
  const { db } = context
  if (!(await hasAuthenticator(db, caller.id))) throw new AppError('auth.second_factor_unset')
  await assertFactorRemovable(context, db, caller, 'codes')
  await requirePassword(context, caller.id, password, 'password')
  await requireEstablishedProof(context, caller.id, proof)
  const now = context.now()
  await inTransaction(db, async (trx) => {
    await lockAccountRow(trx, caller.id)
    await assertFactorRemovable(context, trx, caller, 'codes')
    await trx.deleteFrom('second_factor').where('user_id', '=', caller.id).execute()
    await clearFlagIfNoFactor(trx, caller.id)
    await endSessionsOf(trx, caller.id, now, caller.session_id)
    await recordAccountChange(trx, { user_id: caller.id, change: 'second_factor', author: 'self' }, now)
    await audit(trx)
  })
  notifyAccountChange(context, { user_id: caller.id, change: 'second_factor', author: 'self' })
}

async function hasAuthenticator(db: Db, user_id: string): Promise<boolean> {
  const factor = await db.selectFrom('second_factor').select('confirmed_at').where('user_id', '=', user_id).executeTakeFirst()
  return factor !== undefined && factor.confirmed_at !== null
}

/**
 * Removes all second factors of another account, passkeys and recovery codes included, ends its sessions and notifies the person by mail.
 * @param caller the administrator. Their own account is refused: a session alone is not proof of identity.
 * @throws {AppError} `request.not_found`, `auth.second_factor_own`, `auth.second_factor_unset`
 */
export async function removeSecondFactor(context: Context, caller: Caller, user_id: string): Promise<void> {
  if (caller.id === user_id) throw new AppError('auth.second_factor_own')
  const now = context.now()
  await inTransaction(context.db, async (trx) => {
    await lockAccountRow(trx, user_id)
    if (!(await clearSecondFactor(trx, user_id, 'administrator', now))) throw new AppError('auth.second_factor_unset')
    await endSessionsOf(trx, user_id, now)
  })
  notifyAccountChange(context, { user_id, change: 'second_factor', author: 'administrator' })
}

/** Deletes the authenticator key, the passkeys and the recovery codes of an account, in the caller's transaction. @returns whether it had a second factor */
export async function clearSecondFactor(db: Db, user_id: string, author: ChangeAuthor, now: Date): Promise<boolean> {
  const { numUpdatedRows } = await db
    .updateTable('app_user')
    .set({ second_factor_at: null })
    .where('id', '=', user_id)
    .where('second_factor_at', 'is not', null)
    .executeTakeFirst()
  await db.deleteFrom('second_factor').where('user_id', '=', user_id).execute()
  await db.deleteFrom('passkey').where('user_id', '=', user_id).execute()
  await db.deleteFrom('recovery_code').where('user_id', '=', user_id).execute()
  if (numUpdatedRows === 0n) return false
  await recordAccountChange(db, { user_id, change: 'second_factor', author }, now)
  return true
}
