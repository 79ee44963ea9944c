import type { Body, ChangeAuthor, routes } from '@parvis/contract'
import { AppError, notFound } from '../../../platform/errors/app-error.ts'
import { inTransaction } from '../../../platform/db/run-again.ts'
import type { Db } from '../../../platform/db/schema/index.ts'
import { record, type AuditInTransaction } from '../../../audit/audited.ts'
import type { Caller, Context } from '../../../context.ts'
import { mailChange, noteChange } from '../account-changes.ts'
import { isShutOut } from '../current-user.ts'
import { requireOneself } from '../passwords/require-password.ts'
import { lockAccount } from '../second-factor/factors.ts'
import { requireElderProof } from '../second-factor/proof.ts'
import { endSessionsOf } from '../sessions/sessions.ts'

const dayMs = 24 * 3_600_000

/** Result of removing identities. `demoted`: the account also lost administrator rights that only they granted. */
export type Dropped = { count: number; demoted: boolean }
export const noneDropped: Dropped = { count: 0, demoted: false }

/**
 * Removes one of the caller's identities, after checking the password and the second factor, or a recent sign-in for an account without a password. Ends
 * the caller's other sessions; the current one continues even if the identity opened it.
 * @throws {AppError} `request.not_found`, `auth.identity_last`, `auth.identity_recent`, `users.last_admin`, what `requireOneself` and `requireElderProof`
 *   throw
 */
export async function removeIdentity(
  context: Context,
  caller: Caller,
  id: string,
  { password, ...proof }: Body<typeof routes.identities.remove>,
  audit: AuditInTransaction,
): Promise<Dropped> {
  const { db } = context
  await mayLose(context, db, caller, id)
  await requireOneself(context, caller, password)
  if (!caller.has_password) await requireElderIdentity(context, caller, id)
  else if (caller.second_factor_at !== null) await requireElderProof(context, caller.id, proof)
  const now = context.now()
  return inTransaction(db, async (trx) => {
    await lockAccount(trx, caller.id)
    await mayLose(context, trx, caller, id)
    await endSessionsOf(trx, caller.id, now, caller.session_id)
    const dropped = await dropIdentities(trx, { user_id: caller.id, id, author: 'self' }, now)
    await audit(trx)
    return dropped
  })
}

type Lost = { user_id: string; /** Omitted: all identities. */ id?: string; author: ChangeAuthor }

/**
 * Removes identities from an account, with the team memberships and administrator rights that only they granted. Runs in the transaction of a caller that
 * locks the account and ends its sessions. Does not check that another sign-in method remains.
 */
export async function dropIdentities(trx: Db, { user_id, id, author }: Lost, now: Date): Promise<Dropped> {
  const held = await trx.selectFrom('identity').select(['id', 'gave_admin']).where('user_id', '=', user_id).forUpdate().execute()
  const lost = held.filter((one) => id === undefined || one.id === id)
  if (lost.length === 0) return noneDropped
  const ids = lost.map((one) => one.id)
  // Otherwise the sessions would be deleted with the identity, and their browsers would get an error for a session that never existed.
  await trx.updateTable('session').set({ identity_id: null }).where('identity_id', 'in', ids).execute()
  await trx.deleteFrom('identity').where('id', 'in', ids).where('user_id', '=', user_id).execute()
  // Otherwise a person could remove the identity, sign in with it again, and keep rights that the provider later revokes.
  const loses = losesAdministration(held, ids)
  const demoted = loses
    ? (await trx.updateTable('app_user').set({ is_admin: false }).where('id', '=', user_id).where('is_admin', '=', true).executeTakeFirst()).numUpdatedRows > 0n
    : false
  await noteChange(trx, { user_id, change: 'identity_removed', author }, now)
  return { count: lost.length, demoted }
}

/** Mails the person. Records in the audit trail a removal made by somebody else, and every demotion. To be called after the transaction. */
export async function tellDropped(call: Parameters<typeof record>[0], { user_id, author }: Lost, { count, demoted }: Dropped): Promise<void> {
  if (count === 0) return
  mailChange(call.context, { user_id, change: 'identity_removed', author })
  if (author !== 'self') await record(call, { act: 'users.remove_identities', outcome: 'done', target: user_id, count })
  if (demoted) await record(call, { act: 'users.demote', outcome: 'done', target: user_id })
}

const losesAdministration = (held: { id: string; gave_admin: boolean }[], lost: string[]): boolean => {
  const giving = held.filter(({ gave_admin }) => gave_admin)
  return giving.length > 0 && giving.every(({ id }) => lost.includes(id))
}

/** Refuses to remove the last sign-in method of an account. @throws {AppError} `request.not_found`, `auth.identity_last` */
async function mayLose({ config: { signIn } }: Context, db: Db, caller: Caller, id: string): Promise<void> {
  const { has_password } = await db.selectFrom('app_user').select('has_password').where('id', '=', caller.id).executeTakeFirstOrThrow(notFound)
  const held = await db.selectFrom('identity').select(['id', 'provider', 'gave_admin']).where('user_id', '=', caller.id).execute()
  if (!held.some((one) => one.id === id)) throw notFound()
  const is_admin = caller.is_admin && !losesAdministration(held, [id])
  // A provider removed from the settings opens nothing; neither does a passkey without a password.
  const others = held.filter((one) => one.id !== id && signIn.providers.some((provider) => provider.id === one.provider))
  if (others.length === 0 && (!has_password || isShutOut(signIn, { provider: null, is_admin }))) throw new AppError('auth.identity_last')
}

/**
 * Refuses to remove an identity older than the one that opened the session, if the latter was linked less than a day ago: an identity that a stranger
 * linked must not lock the owner out.
 * @throws {AppError} `auth.identity_recent`; `auth.sign_in_again` when the identity that opened the session has been removed
 */
async function requireElderIdentity({ db, now }: Context, caller: Caller, id: string): Promise<void> {
  const held = await db.selectFrom('identity').select(['id', 'created_at']).where('user_id', '=', caller.id).execute()
  const session = await db.selectFrom('session').select('identity_id').where('id', '=', caller.session_id).executeTakeFirstOrThrow()
  const opener = held.find((one) => one.id === session.identity_id)
  if (opener === undefined) throw new AppError('auth.sign_in_again')
  const since = Date.parse(opener.created_at)
  const isElder = held.some((one) => one.id === id && Date.parse(one.created_at) < since)
  if (isElder && now().getTime() - since < dayMs) throw new AppError('auth.identity_recent')
}
