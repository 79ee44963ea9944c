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

/** What went of an account. `demoted`: with the right to administer, which nothing else gave. */
export type Dropped = { count: number; demoted: boolean }
export const noneDropped: Dropped = { count: 0, demoted: false }

/**
 * Takes one of one's own identities away, by the password and the second factor of the account, or by a recent sign-in where it has neither. The
 * present session goes on, even where the identity had opened it.
 * @throws {AppError} `request.not_found`, `auth.identity_last`, `auth.identity_recent`, `users.last_admin`, what `requireOneself` and
 * `requireElderProof` throw
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

type Lost = { user_id: string; /** All of them without it. */ id?: string; author: ChangeAuthor }

/**
 * Takes identities away from an account, with the services and the right to administer that they alone had brought, in a transaction of the
 * caller's, who holds the account and ends its sessions. It is not asked whether anything else opens it.
 */
export async function dropIdentities(trx: Db, { user_id, id, author }: Lost, now: Date): Promise<Dropped> {
  const held = await trx.selectFrom('identity').select(['id', 'gave_admin']).where('user_id', '=', user_id).forUpdate().execute()
  const lost = held.filter((one) => id === undefined || one.id === id)
  if (lost.length === 0) return noneDropped
  const ids = lost.map((one) => one.id)
  // They would go with it, and whoever is in them would be told of a session that never was.
  await trx.updateTable('session').set({ identity_id: null }).where('identity_id', 'in', ids).execute()
  await trx.deleteFrom('identity').where('id', 'in', ids).where('user_id', '=', user_id).execute()
  // Else who takes their identity away, and comes back by it, would keep for good what the provider takes back.
  const loses = losesAdministration(held, ids)
  const demoted = loses
    ? (await trx.updateTable('app_user').set({ is_admin: false }).where('id', '=', user_id).where('is_admin', '=', true).executeTakeFirst()).numUpdatedRows > 0n
    : false
  await noteChange(trx, { user_id, change: 'identity_removed', author }, now)
  return { count: lost.length, demoted }
}

/** Writes it to the person, and what an administrator or the operator did of it to the trail, once the transaction is over. */
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

/** Looks whether something that opens the account is left. @throws {AppError} `request.not_found`, `auth.identity_last` */
async function mayLose({ config: { signIn } }: Context, db: Db, caller: Caller, id: string): Promise<void> {
  const { has_password } = await db.selectFrom('app_user').select('has_password').where('id', '=', caller.id).executeTakeFirstOrThrow(notFound)
  const held = await db.selectFrom('identity').select(['id', 'provider', 'gave_admin']).where('user_id', '=', caller.id).execute()
  if (!held.some((one) => one.id === id)) throw notFound()
  const is_admin = caller.is_admin && !losesAdministration(held, [id])
  // A provider that was taken out of the settings opens nothing; neither does a passkey without a password.
  const others = held.filter((one) => one.id !== id && signIn.providers.some((provider) => provider.id === one.provider))
  if (others.length === 0 && (!has_password || isShutOut(signIn, { provider: null, is_admin }))) throw new AppError('auth.identity_last')
}

/**
 * Who came in by an identity of less than a day takes away none that was there before it: what somebody else joined to the account must not
 * put its owner out.
 * @throws {AppError} `auth.identity_recent`, `auth.sign_in_again` where what opened the session is gone
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
