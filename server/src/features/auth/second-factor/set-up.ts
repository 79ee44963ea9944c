import { sql } from 'kysely'
import type { Answer, ChangeAuthor, routes } from '@parvis/contract'
import { AppError, notFound } from '../../../platform/errors/app-error.ts'
import type { Db } from '../../../platform/db/schema/index.ts'
import type { Caller, Context } from '../../../context.ts'
import { mailChange, noteChange } from '../account-changes.ts'
import { owesSecondFactor } from '../current-user.ts'
import { seal } from '../seal.ts'
import { requirePassword } from '../passwords/require-password.ts'
import { endSessionsOf } from '../sessions/sessions.ts'
import { requireCode } from './check-code.ts'
import { drawRecoveryCodes } from './recovery-codes.ts'
import { base32, drawKey, keyUri } from './totp.ts'

/**
 * Draws a key for the person; it counts once a first code has confirmed it. Asked again before, another takes its place.
 * @throws {AppError} `auth.no_password`, `auth.second_factor_set`, `auth.current_password`, `auth.locked`
 */
export async function beginSecondFactor(context: Context, caller: Caller, password: string): Promise<Answer<typeof routes.secondFactor.begin>> {
  await requirePassword(context, caller.id, password, 'password')
  if (caller.second_factor_at !== null) throw new AppError('auth.second_factor_set')
  const key = drawKey()
  const secret = seal(context.secret, key.toString('base64url'))
  const now = context.now()
  // One that was confirmed meanwhile, in another tab, stays.
  await sql`
    insert into second_factor (user_id, secret, created_at)
    select id, ${secret}, ${now}::timestamptz from app_user where id = ${caller.id} and second_factor_at is null
    on conflict (user_id) do update set secret = excluded.secret, created_at = excluded.created_at, last_step = 0`.execute(context.db)
  return { secret: base32(key), uri: keyUri(key, caller.username) }
}

/** Puts the key in use by its first code; the other sessions, which gave none, end. @throws {AppError} `auth.second_factor_set`, what `requireCode` throws */
export async function confirmSecondFactor(context: Context, caller: Caller, code: string): Promise<string[]> {
  if (caller.second_factor_at !== null) throw new AppError('auth.second_factor_set')
  await requireCode(context, caller.id, code)
  const now = context.now()
  const codes = await context.db.transaction().execute(async (trx) => {
    await trx.updateTable('app_user').set({ second_factor_at: now }).where('id', '=', caller.id).execute()
    await endSessionsOf(trx, caller.id, now, caller.session_id)
    await noteChange(trx, { user_id: caller.id, change: 'second_factor', author: 'self' }, now)
    return drawRecoveryCodes(trx, caller.id)
  })
  mailChange(context, { user_id: caller.id, change: 'second_factor', author: 'self' })
  return codes
}

/** @throws {AppError} `auth.second_factor_unset`, `auth.current_password`, `auth.locked` */
export async function renewRecoveryCodes(context: Context, caller: Caller, password: string): Promise<string[]> {
  if (caller.second_factor_at === null) throw new AppError('auth.second_factor_unset')
  await requirePassword(context, caller.id, password, 'password')
  return context.db.transaction().execute((trx) => drawRecoveryCodes(trx, caller.id))
}

/** @throws {AppError} `auth.second_factor_unset`, `auth.second_factor_kept`, `auth.current_password`, what `requireCode` throws */
export async function removeOwnSecondFactor(context: Context, caller: Caller, password: string, code: string): Promise<void> {
  if (caller.second_factor_at === null) throw new AppError('auth.second_factor_unset')
  if (owesSecondFactor(context.config.signIn, { ...caller, second_factor_at: null })) throw new AppError('auth.second_factor_kept')
  await requirePassword(context, caller.id, password, 'password')
  await requireCode(context, caller.id, code)
  await removeSecondFactor(context, caller.id, 'self')
}

/** Takes it away from an account, whose person is told. @throws {AppError} `request.not_found`, `auth.second_factor_unset` */
export async function removeSecondFactor(context: Context, user_id: string, author: ChangeAuthor): Promise<void> {
  const now = context.now()
  await context.db.transaction().execute(async (trx) => {
    await trx.selectFrom('app_user').select('id').where('id', '=', user_id).forUpdate().executeTakeFirstOrThrow(notFound)
    if (!(await clearSecondFactor(trx, user_id, author, now))) throw new AppError('auth.second_factor_unset')
  })
  mailChange(context, { user_id, change: 'second_factor', author })
}

/** In a transaction of the caller's. @returns whether there was one */
export async function clearSecondFactor(db: Db, user_id: string, author: ChangeAuthor, now: Date): Promise<boolean> {
  const { numUpdatedRows } = await db
    .updateTable('app_user')
    .set({ second_factor_at: null })
    .where('id', '=', user_id)
    .where('second_factor_at', 'is not', null)
    .executeTakeFirst()
  await db.deleteFrom('second_factor').where('user_id', '=', user_id).execute()
  await db.deleteFrom('recovery_code').where('user_id', '=', user_id).execute()
  if (numUpdatedRows === 0n) return false
  await noteChange(db, { user_id, change: 'second_factor', author }, now)
  return true
}
