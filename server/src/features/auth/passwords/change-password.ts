import { AppError } from '../../../platform/errors/app-error.ts'
import type { AuditInTransaction } from '../../../audit/audited.ts'
import type { Caller, Context } from '../../../context.ts'
import { notifyAccountChange } from '../account-changes.ts'
import { replacePassword } from '../accounts.ts'
import { hashPassword, requirePassword, wrongPassword } from './password-hash.ts'
import { acceptPassword, policyFor, requireLength } from './password-policy.ts'
import { inTransaction } from '../../../platform/db/retry-transaction.ts'

/**
 * Changes the caller's password and notifies the person by mail. The other sessions end, the current one continues (trust case AUT-17).
 * @param audit called last in the transaction
 * @throws {AppError} `auth.no_password`, `auth.new_password_short`, `auth.current_password`, `auth.password_weak`, `auth.locked`
 */
export async function changePassword(
  context: Context,
  caller: Caller,
  current: string,
  chosen: string,
  ip: string,
  audit: AuditInTransaction,
): Promise<{ warning?: string }> {
  const { db } = context
  const now = context.now()
  requireLength(chosen, 'new_password')
  const password_hash = await requirePassword(context, caller.id, current, 'current_password')
  if (caller.must_change_password && chosen === current) throw unchangedPasswordError()
  const { weakness, warning } = acceptPassword(
    policyFor(context.config.passwordPolicy, caller.is_admin),
    chosen,
    [caller.username, caller.email, caller.first_name, caller.last_name],
    'new_password',
  )
  const next = await hashPassword(context, chosen)
  const change = { user_id: caller.id, password_hash: next, weakness, author: 'self' as const, replaces: password_hash, keep_session: caller.session_id, ip }
  await inTransaction(db, async (trx) => {
    if (!(await replacePassword(trx, change, now))) throw wrongPassword('current_password')
    await audit(trx)
  })
  notifyAccountChange(context, { user_id: caller.id, change: 'password', author: 'self' })
  return warning === undefined ? {} : { warning }
}

function unchangedPasswordError(): AppError {
  const sentence = 'Choisissez un mot de passe différent de celui qui vous a été donné.'
  return new AppError('auth.password_weak', { sentence, fields: { new_password: sentence } })
}
