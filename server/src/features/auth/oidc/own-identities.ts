import type { RouteBody, ChangeAuthor, routes } from '@parvis/contract'
import { AppError, notFound } from '../../../platform/errors/app-error.ts'
import { inTransaction } from '../../../platform/db/retry-transaction.ts'
import type { Db } from '../../../platform/db/schema/index.ts'
import { recordAuditEvent, type AuditInTransaction } from '../../../audit/audited.ts'
import type { Caller, Context } from '../../../context.ts'
import { notifyAccountChange, recordAccountChange } from '../account-changes.ts'
import { isLocalSignInClosed } from '../current-user.ts'
import { reauthenticate } from '../passwords/password-hash.ts'
import { lockAccountRow } from '../second-factor/factors.ts'
import { requireEstablishedProof } from '../second-factor/proof.ts'
import { endSessionsOf } from '../sessions/sessions.ts'

const dayMs = 24 * 3_600_000

/** Result of removing identities. `demoted`: the account also lost administrator rights that only they granted. */
export type RemovedIdentities = { count: number; demoted: boolean }
export const noIdentityRemoved: RemovedIdentities = { count: 0, demoted: false }

/**
 * Removes one of the caller's identities, after checking the password and the second factor, or a recent sign-in for an account without a password. Ends
 * the caller's other sessions; the current one continues even if the identity opened it.
 * @throws {AppError} `request.not_found`, `auth.identity_last`, `auth.identity_recent`, `users.last_admin`, what `reauthenticate` and `requireEstablishedProof`
 *   throw
 */
export async function removeIdentity(
  context: Context,
  caller: Caller,
  id: string,
  { password, ...proof }: RouteBody<typeof routes.identities.remove>,
  audit: AuditInTransaction,
): Promise<RemovedIdentities> {
  const { db } = context
  await assertIdentityRemovable(context, db, caller, id)
  await reauthenticate(context, caller, password)
  if (!caller.has_password) await requireEstablishedIdentity(context, caller, id)
  else if (caller.second_factor_at !== null) await requireEstablishedProof(context, caller.id, proof)
  const now = context.now()
  return inTransaction(db, async (trx) => {
    await lockAccountRow(trx, caller.id)
    await assertIdentityRemovable(context, trx, caller, id)
    await endSessionsOf(trx, caller.id, now, caller.session_id)
    const dropped = await deleteIdentities(trx, { user_id: caller.id, id, author: 'self' }, now)
    await audit(trx)
    return dropped
  })
}

type IdentityRemoval = { user_id: string; /** Omitted: all identities. */ id?: string; author: ChangeAuthor }

/**
 * Removes identities from an account, with the team memberships and administrator rights that only they granted. Runs in the transaction of a caller that
 * locks the account and ends its sessions. Does not check that another sign-in method remains.
 */
export async function deleteIdentities(trx: Db, { user_id, id, author }: IdentityRemoval, now: Date): Promise<RemovedIdentities> {
  const identities = await trx.selectFrom('identity').select(['id', 'gave_admin']).where('user_id', '=', user_id).forUpdate().execute()
  const lostIdentities = identities.filter((identity) => id === undefined || identity.id === id)
  if (lostIdentities.length === 0) return noIdentityRemoved
  const ids = lostIdentities.map((identity) => identity.id)
  // Otherwise the sessions would be deleted with the identity, and their browsers would get an error for a session that never existed.
  await trx.updateTable('session').set({ identity_id: null }).where('identity_id', 'in', ids).execute()
  await trx.deleteFrom('identity').where('id', 'in', ids).where('user_id', '=', user_id).execute()
  // Otherwise a person could remove the identity, sign in with it again, and keep rights that the provider later revokes.
  const loses = losesAdministration(identities, ids)
  const demoted = loses
    ? (await trx.updateTable('app_user').set({ is_admin: false }).where('id', '=', user_id).where('is_admin', '=', true).executeTakeFirst()).numUpdatedRows > 0n
    : false
  await recordAccountChange(trx, { user_id, change: 'identity_removed', author }, now)
  return { count: lostIdentities.length, demoted }
}

/** Mails the person. Records in the audit trail a removal made by somebody else, and every demotion. To be called after the transaction. */
export async function notifyRemovedIdentities(
  call: Parameters<typeof recordAuditEvent>[0],
  { user_id, author }: IdentityRemoval,
  { count, demoted }: RemovedIdentities,
): Promise<void> {
  if (count === 0) return
  notifyAccountChange(call.context, { user_id, change: 'identity_removed', author })
  if (author !== 'self') await recordAuditEvent(call, { act: 'users.remove_identities', outcome: 'done', target: user_id, count })
  if (demoted) await recordAuditEvent(call, { act: 'users.demote', outcome: 'done', target: user_id })
}

const losesAdministration = (identities: { id: string; gave_admin: boolean }[], lostIds: string[]): boolean => {
  const giving = identities.filter(({ gave_admin }) => gave_admin)
  return giving.length > 0 && giving.every(({ id }) => lostIds.includes(id))
}

/** Refuses to remove the last sign-in method of an account. @throws {AppError} `request.not_found`, `auth.identity_last` */
async function assertIdentityRemovable({ config: { signIn } }: Context, db: Db, caller: Caller, id: string): Promise<void> {
  const { has_password } = await db.selectFrom('app_user').select('has_password').where('id', '=', caller.id).executeTakeFirstOrThrow(notFound)
  const identities = await db.selectFrom('identity').select(['id', 'provider', 'gave_admin']).where('user_id', '=', caller.id).execute()
  if (!identities.some((identity) => identity.id === id)) throw notFound()
  const is_admin = caller.is_admin && !losesAdministration(identities, [id])
  // A provider removed from the settings opens nothing; neither does a passkey without a password.
  const otherIdentities = identities.filter((identity) => identity.id !== id && signIn.providers.some((provider) => provider.id === identity.provider))
  if (otherIdentities.length === 0 && (!has_password || isLocalSignInClosed(signIn, { provider: null, is_admin }))) throw new AppError('auth.identity_last')
}

/**
 * Refuses to remove an identity older than the one that opened the session, if the latter was linked less than a day ago: an identity that a stranger
 * linked must not lock the owner out.
 * @throws {AppError} `auth.identity_recent`; `auth.sign_in_again` when the identity that opened the session has been removed
 */
async function requireEstablishedIdentity({ db, now }: Context, caller: Caller, id: string): Promise<void> {
  const identities = await db.selectFrom('identity').select(['id', 'created_at']).where('user_id', '=', caller.id).execute()
  const session = await db.selectFrom('session').select('identity_id').where('id', '=', caller.session_id).executeTakeFirstOrThrow()
  const opener = identities.find((identity) => identity.id === session.identity_id)
  if (opener === undefined) throw new AppError('auth.sign_in_again')
  const since = Date.parse(opener.created_at)
  const isElder = identities.some((identity) => identity.id === id && Date.parse(identity.created_at) < since)
  if (isElder && now().getTime() - since < dayMs) throw new AppError('auth.identity_recent')
}
