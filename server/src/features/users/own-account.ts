import type { RouteBody, User, routes } from '@parvis/contract'
import { AppError } from '../../platform/errors/app-error.ts'
import type { Caller, Context } from '../../context.ts'
import type { Db } from '../../platform/db/schema/index.ts'
import { reauthenticate, requirePassword } from '../auth/passwords/password-hash.ts'
import { requireEstablishedProof } from '../auth/second-factor/proof.ts'

type UserChanges = RouteBody<typeof routes.users.update>

/** Fields that decide who signs in to an account, and with which rights. */
const guardedFields = ['username', 'email', 'is_admin', 'is_active'] as const

/**
 * Re-authenticates an administrator who changes a guarded field of their own account: a session alone is not proof of identity. Does nothing for another
 * account. First and last names need no proof; the password is changed in the profile.
 * @throws {AppError} `users.own_password`, `users.own_proof`, `users.last_admin`, `auth.sign_in_again`, what `requirePassword` and `requireEstablishedProof`
 *   throw
 */
export async function requireOwnProof(context: Context, caller: Caller, before: User, changes: UserChanges): Promise<void> {
  if (before.id !== caller.id) return
  const { password, current_password, code, passkey } = changes
  if (password !== undefined && password !== '') throw new AppError('users.own_password')
  if (guardedFields.every((field) => changes[field] === undefined || changes[field] === before[field])) return
  if (changes.is_admin === false || changes.is_active === false) await requireOtherAdministrator(context.db, caller.id)
  const lacksFactor = caller.second_factor_at !== null && code === undefined && passkey === undefined
  if (caller.has_password && (current_password === undefined || lacksFactor)) throw new AppError('users.own_proof')
  if (caller.has_password) await requirePassword(context, caller.id, current_password!, 'current_password')
  else await reauthenticate(context, caller, undefined)
  if (caller.has_password && caller.second_factor_at !== null) await requireEstablishedProof(context, caller.id, { code, passkey })
}

/** Refuses to delete the caller's own account: the profile does, with the password. @throws {AppError} `users.last_admin`, `users.own_removal` */
export async function refuseOwnRemoval(db: Db, id: string): Promise<never> {
  await requireOtherAdministrator(db, id)
  throw new AppError('users.own_removal')
}

/** Refuses early when no other active administrator exists. The database enforces the rule. @throws {AppError} `users.last_admin` */
async function requireOtherAdministrator(db: Db, id: string): Promise<void> {
  const other = await db
    .selectFrom('app_user')
    .select('id')
    .where('is_admin', '=', true)
    .where('is_active', '=', true)
    .where('id', '!=', id)
    .limit(1)
    .executeTakeFirst()
  if (other === undefined) throw new AppError('users.last_admin')
}
