import type { AuditAction, RouteBody, User, routes } from '@parvis/contract'
import { sql } from 'kysely'
import { AppError, notFound } from '../../platform/errors/app-error.ts'
import { lastAuthorOfAccount } from '../../audit/last-author.ts'
import type { Caller, Context } from '../../context.ts'
import { isUniqueViolation } from '../../platform/db/errors.ts'
import type { Db } from '../../platform/db/schema/index.ts'
import { nextUpdate, assertUnchanged } from '../../platform/errors/stale-write.ts'
import { revokeKeysOf } from '../api-keys/own-keys.ts'
import { notifyAccountChange, recordAccountChange } from '../auth/account-changes.ts'
import { cancelMailedLinks, insertAccount, replacePassword, requireOwnName } from '../auth/accounts.ts'
import { accountKey } from '../auth/keys.ts'
import { deleteIdentities, noIdentityRemoved, type RemovedIdentities } from '../auth/oidc/own-identities.ts'
import { hashPassword } from '../auth/passwords/password-hash.ts'
import { acceptPassword, policyFor } from '../auth/passwords/password-policy.ts'
import { clearSecondFactor } from '../auth/second-factor/set-up.ts'
import { endSessionsOf } from '../auth/sessions/sessions.ts'
import { setTeamsOf } from '../teams/account-teams.ts'
import { mailInvitations, unknownPasswordHash, usesProviderOnly } from './invite-user.ts'
import { requireOwnProof } from './own-account.ts'
import { findUser, lockUser } from './queries.ts'
import { createOnce } from '../../platform/db/create-once.ts'
import { inTransaction } from '../../platform/db/retry-transaction.ts'

type NewUser = RouteBody<typeof routes.users.create>
/** Warning for the administrator about a weak password. */
type PasswordWarning = { warning?: string }
type NewPassword = RouteBody<typeof routes.users.resetPassword>
type UserChanges = RouteBody<typeof routes.users.update>

/**
 * Creates an account. The person must change the given password at the first sign-in, or is invited by mail to choose one. An account that signs in only
 * through a provider has no password and is mailed where to sign in. Repeating the `client_id` returns the existing account.
 * @throws {AppError} `auth.password_short`, `auth.password_weak`, `users.taken`, `teams.unknown`, `request.invalid`
 */
export async function createUser(context: Context, author_id: string, request: NewUser): Promise<User & PasswordWarning> {
  const { username, email, first_name, last_name, is_admin, is_active, team_ids } = request
  const isElsewhere = usesProviderOnly(context, is_admin)
  const invite = request.invite || isElsewhere
  const password = invite ? null : requirePassword(request.password)
  const personal = [username, email, first_name, last_name]
  const policy = policyFor(context.config.passwordPolicy, is_admin)
  const { weakness, warning } = password === null ? { weakness: null } : acceptPassword(policy, password, personal)
  requireOwnName(username, email)
  const password_hash = isElsewhere ? null : await (password === null ? unknownPasswordHash(context) : hashPassword(context, password))
  const account = {
    username,
    email,
    first_name,
    last_name,
    is_admin,
    is_active,
    password_hash,
    password_weakness: weakness,
    awaiting_validation: false,
    must_change_password: !invite,
    ...(invite && { invited_at: context.now() }),
  }
  let isNew = false
  const user = await createOnce(
    context.db,
    { kind: 'user', person_id: author_id, client_id: request.client_id },
    async (trx, id) => {
      const row = await insertAccount(trx, { ...account, ...id })
      if (row === null) throw new AppError('users.taken')
      if (team_ids !== undefined) await setTeamsOf(context, trx, row.id, team_ids)
      isNew = true
      return row.id
    },
    findUser,
  )
  if (invite && isNew) mailInvitations(context, [user.id], 'first')
  return { ...user, ...(warning !== undefined && { warning }) }
}

/**
 * Changes the given fields of an account; an empty password changes nothing. Disabling it ends its sessions and running replies, and revokes its API keys. A change of address
 * cancels its mailed links. The person is notified by mail of a new password or address, or invited again if they have not chosen a password yet.
 * @returns the account, and the audit actions to record besides `users.update`
 * @throws {AppError} `request.not_found`, `request.stale`, `users.taken`, `request.invalid`, `auth.password_short`, `auth.password_weak`, what
 *   `requireOwnProof` throws; `users.last_admin` from the database
 */
export async function updateUser(
  context: Context,
  caller: Caller,
  id: string,
  changes: UserChanges,
): Promise<{ user: User & PasswordWarning; acts: AuditAction[] }> {
  const now = context.now()
  const { password, expected_updated_at, team_ids, current_password: _password, code: _code, passkey: _passkey, ...fields } = changes
  const before = await findUser(context.db, id)
  if (before === null) throw notFound()
  await requireOwnProof(context, caller, before, changes)
  const after = { ...before, ...fields }
  requireOwnName(after.username, after.email)
  const chosen = password === undefined || password === '' ? null : await preparePassword(context, after, password)
  const author = id === caller.id ? 'self' : 'administrator'
  const { user, held, moved, teams } = await inTransaction(context.db, async (trx) => {
    const lockedUser = await lockUser(trx, id)
    await assertUnchanged(expected_updated_at, lockedUser, () => lastAuthorOfAccount(trx, lockedUser, caller.id))
    const isEmailChanged = fields.email !== undefined && accountKey(fields.email) !== accountKey(lockedUser.email)
    await writeFields(trx, lockedUser, fields, now)
    // An administrator has decided: providers no longer revoke rights that they did not grant.
    if (fields.is_admin !== undefined && fields.is_admin !== lockedUser.is_admin)
      await trx.updateTable('identity').set({ gave_admin: false }).where('user_id', '=', id).execute()
    if (isEmailChanged) await cancelMailedLinks(trx, id, now)
    if (isEmailChanged) await recordAccountChange(trx, { user_id: id, change: 'email', author }, now)
    if (chosen !== null) await replacePassword(trx, chosen, now)
    if (fields.is_active === false) {
      await endSessionsOf(trx, id, now)
      await revokeKeysOf(trx, id)
    }
    const teams = team_ids === undefined ? { added: 0, removed: 0 } : await setTeamsOf(context, trx, id, team_ids)
    return { user: await lockUser(trx, id), held: lockedUser, moved: isEmailChanged, teams }
  }).catch(rethrowTaken)
  if (!user.is_active) cancelReplies(context, id)
  // The link mailed to the previous address is void, and an inactive account has not been mailed one.
  if ((moved || (user.is_active && !held.is_active)) && user.invited_at !== null) mailInvitations(context, [id], 'again')
  else if (moved) notifyAccountChange(context, { user_id: id, change: 'email', author }, held.email)
  if (chosen !== null) notifyAccountChange(context, { user_id: id, change: 'password', author })
  const acts: AuditAction[] = [...(moved ? (['users.change_email'] as const) : []), ...(chosen === null ? [] : (['users.reset_password'] as const))]
  if (user.is_admin !== held.is_admin) acts.push(user.is_admin ? 'users.promote' : 'users.demote')
  if (user.is_active !== held.is_active) acts.push(user.is_active ? 'users.enable' : 'users.disable')
  if (teams.added > 0) acts.push('teams.add_member')
  if (teams.removed > 0) acts.push('teams.remove_member')
  return { user: { ...user, ...warnedOf(chosen) }, acts }
}

async function writeFields(
  trx: Db,
  { id, updated_at }: User,
  fields: Omit<UserChanges, 'password' | 'expected_updated_at' | 'team_ids' | 'current_password' | 'code' | 'passkey'>,
  now: Date,
): Promise<void> {
  await trx
    .updateTable('app_user')
    .set({
      ...fields,
      updated_at: nextUpdate(now, updated_at),
      ...(fields.username !== undefined && { username_key: accountKey(fields.username) }),
      ...(fields.email !== undefined && { email_key: accountKey(fields.email) }),
      ...(fields.is_active !== undefined && { awaiting_validation: false }),
      // A new administrator with a weak password must change it first.
      ...(fields.is_admin === true && { must_change_password: sql<boolean>`must_change_password or password_weak` }),
    })
    .where('id', '=', id)
    .execute()
}

/**
 * Replaces the password of another account and notifies the person by mail. With `remove_identities`, also removes its identities, second factor and
 * passkeys: somebody else may have added them, and each would open the account.
 * @returns a warning about the password, the removed identities, and `isCleared`: whether a second factor was removed
 * @throws {AppError} `request.not_found`, `auth.password_short`, `auth.password_weak`, `users.last_admin`; for the caller's own account
 *   `auth.identity_own` or `users.own_password`
 */
export async function resetUserPassword(
  context: Context,
  caller: Caller,
  id: string,
  request: NewPassword,
): Promise<PasswordWarning & { dropped: RemovedIdentities; isCleared: boolean }> {
  const { password, remove_identities } = request
  // A session alone is not proof of identity.
  if (id === caller.id) throw new AppError(remove_identities ? 'auth.identity_own' : 'users.own_password')
  const user = await findUser(context.db, id)
  if (user === null) throw notFound()
  const change = await preparePassword(context, user, password)
  const { author } = change
  const now = context.now()
  const result = await inTransaction(context.db, async (trx) => {
    if (!(await replacePassword(trx, change, now))) throw notFound()
    if (!remove_identities) return { dropped: noIdentityRemoved, isCleared: false }
    const isCleared = await clearSecondFactor(trx, id, author, now)
    return { dropped: await deleteIdentities(trx, { user_id: id, author }, now), isCleared }
  })
  notifyAccountChange(context, { user_id: id, change: 'password', author })
  if (result.isCleared) notifyAccountChange(context, { user_id: id, change: 'second_factor', author })
  return { ...warnedOf(change), ...result }
}

async function preparePassword(context: Context, user: User, password: string) {
  const policy = policyFor(context.config.passwordPolicy, user.is_admin)
  const { weakness, warning } = acceptPassword(policy, password, [user.username, user.email, user.first_name, user.last_name])
  const password_hash = await hashPassword(context, password)
  return {
    user_id: user.id,
    password_hash,
    weakness,
    warning,
    author: 'administrator' as const,
  }
}

function requirePassword(password: string | undefined): string {
  if (password !== undefined && password !== '') return password
  throw new AppError('request.invalid', { fields: { password: 'Le mot de passe est obligatoire' } })
}

const warnedOf = (change: { warning: string | undefined } | null): PasswordWarning => (change?.warning === undefined ? {} : { warning: change.warning })

function cancelReplies(context: Context, id: string): void {
  context.replies.cancel((run) => run.owner_id === id)
}

function rethrowTaken(error: unknown): never {
  if (isUniqueViolation(error)) throw new AppError('users.taken', {}, { cause: error })
  throw error
}

/** Ends all sessions of an account, the caller's own included. @throws {AppError} `request.not_found` */
export async function closeSessions({ db, now }: Context, id: string): Promise<void> {
  await db.selectFrom('app_user').select('id').where('id', '=', id).executeTakeFirstOrThrow(notFound)
  await endSessionsOf(db, id, now())
}
