import type { Body, User } from '@parvis/contract'
import type { routes } from '@parvis/contract'
import { AppError, notFound } from '../../app-error.ts'
import type { Caller, Context } from '../../context.ts'
import { accountKey } from '../auth/account-keys.ts'
import { endResetLinks, insertAccount, isTaken, replacePassword, requireOwnName } from '../auth/accounts.ts'
import { hashPassword } from '../auth/password-hash.ts'
import { acceptPassword } from '../auth/password-policy.ts'
import { endSessionsOf } from '../auth/sessions.ts'
import { findUser } from './queries.ts'

type NewUser = Body<typeof routes.users.create>
type UserChanges = Body<typeof routes.users.update>

const uniqueViolation = '23505'

/** @throws {AppError} `auth.password_short`, `auth.password_weak`, `users.taken`, `request.invalid` */
export async function createUser(context: Context, asked: NewUser): Promise<User> {
  const { username, email, password, first_name, last_name, is_admin, is_active } = asked
  const { weak } = acceptPassword(context.config.passwordPolicy, password, [username, email, first_name, last_name])
  requireOwnName(username, email)
  if (await isTaken(context.db, username, email)) throw new AppError('users.taken')
  const password_hash = await hashPassword(context, password)
  const row = await insertAccount(context.db, {
    username,
    email,
    first_name,
    last_name,
    is_admin,
    is_active,
    password_hash,
    password_weak: weak,
    awaiting_validation: false,
  })
  if (row === null) throw new AppError('users.taken')
  return row
}

/**
 * Changes the given fields; an empty password changes nothing. Whoever is disabled loses sessions and running replies at once; rights
 * are read at each call, so a demotion needs nothing more.
 * @throws {AppError} `request.not_found`, `users.taken`, `request.invalid`, `auth.password_short`, `auth.password_weak`; the base refuses
 * to lose its last administrator (`users.last_admin`)
 */
export async function updateUser(context: Context, caller: Caller, id: string, changes: UserChanges): Promise<User> {
  const now = context.now()
  const { password, ...fields } = changes
  const before = await findUser(context.db, id)
  if (before === null) throw notFound()
  const after = { ...before, ...fields }
  requireOwnName(after.username, after.email)
  const chosen = password === undefined || password === '' ? null : await prepare(context, caller, after, password)
  const user = await context.db
    .transaction()
    .execute(async (trx) => {
      const row = await trx
        .updateTable('app_user')
        .set({
          ...fields,
          updated_at: now,
          ...(fields.username !== undefined && { username_key: accountKey(fields.username) }),
          ...(fields.email !== undefined && { email_key: accountKey(fields.email) }),
          ...(fields.is_active !== undefined && { awaiting_validation: false }),
        })
        .where('id', '=', id)
        .returning('id')
        .executeTakeFirst()
      if (row === undefined) throw notFound()
      if (accountKey(after.email) !== accountKey(before.email)) await endResetLinks(trx, id, now)
      if (chosen !== null) await replacePassword(trx, chosen, now)
      if (fields.is_active === false) await endSessionsOf(trx, id, now)
      return findUser(trx, id)
    })
    .catch(explainTaken)
  if (user === null) throw notFound()
  if (!user.is_active) cancelReplies(context, id)
  return user
}

/** @throws {AppError} `request.not_found`, `auth.password_short`, `auth.password_weak` */
export async function resetUserPassword(context: Context, caller: Caller, id: string, password: string): Promise<void> {
  const user = await findUser(context.db, id)
  if (user === null) throw notFound()
  const change = await prepare(context, caller, user, password)
  const replaced = await context.db.transaction().execute((trx) => replacePassword(trx, change, context.now()))
  if (!replaced) throw notFound()
}

async function prepare(context: Context, caller: Caller, user: User, password: string) {
  const { weak } = acceptPassword(context.config.passwordPolicy, password, [user.username, user.email, user.first_name, user.last_name])
  const password_hash = await hashPassword(context, password)
  return { user_id: user.id, password_hash, weak, ...(user.id === caller.id && { keep_session: caller.session_id }) }
}

function cancelReplies(context: Context, id: string): void {
  context.replies.cancel((run) => run.owner_id === id)
}

function explainTaken(error: unknown): never {
  if ((error as { code?: unknown }).code === uniqueViolation) throw new AppError('users.taken', {}, { cause: error })
  throw error
}
