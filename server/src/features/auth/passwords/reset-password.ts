import { AppError } from '../../../platform/errors/app-error.ts'
import type { AuditInTransaction } from '../../../audit/audited.ts'
import { inTransaction } from '../../../platform/db/retry-transaction.ts'
import type { Context } from '../../../context.ts'
import { notifyAccountChange } from '../account-changes.ts'
import { fingerprint } from '../keys.ts'
import { replacePassword } from '../accounts.ts'
import { hashPassword } from './password-hash.ts'
import { acceptPassword, policyFor, requireLength } from './password-policy.ts'

/**
 * Replaces the password of the account of a mailed link and returns the account's id. The link is single-use. All sessions end, failed sign-ins from this
 * network address are forgotten, and the person is notified by mail.
 * @throws {AppError} `auth.reset_invalid` for any invalid link, `auth.password_short`, `auth.password_weak`
 */
export async function resetPassword(context: Context, token: string, password: string, ip: string, audit: AuditInTransaction): Promise<string> {
  const { db } = context
  const now = context.now()
  requireLength(password, 'password')
  const token_hash = fingerprint(token)
  const user = await db
    .selectFrom('password_reset')
    .innerJoin('app_user', 'app_user.id', 'password_reset.user_id')
    .select(['app_user.id', 'app_user.username', 'app_user.email', 'app_user.first_name', 'app_user.last_name', 'app_user.is_admin'])
    .where('token_hash', '=', token_hash)
    .where('used_at', 'is', null)
    .where('expires_at', '>', now.toISOString())
    .where('app_user.is_active', '=', true)
    .executeTakeFirst()
  if (user === undefined) throw new AppError('auth.reset_invalid')
  const policy = policyFor(context.config.passwordPolicy, user.is_admin)
  const { weakness } = acceptPassword(policy, password, [user.username, user.email, user.first_name, user.last_name])
  const password_hash = await hashPassword(context, password)
  await inTransaction(db, async (trx) => {
    const tokenUpdate = await trx
      .updateTable('password_reset')
      .set({ used_at: now })
      .where('token_hash', '=', token_hash)
      .where('used_at', 'is', null)
      .executeTakeFirst()
    if (tokenUpdate.numUpdatedRows === 0n) throw new AppError('auth.reset_invalid')
    await replacePassword(trx, { user_id: user.id, password_hash, weakness, author: 'link', ip }, now)
    await audit(trx, user.id)
  })
  notifyAccountChange(context, { user_id: user.id, change: 'password', author: 'link' })
  return user.id
}
