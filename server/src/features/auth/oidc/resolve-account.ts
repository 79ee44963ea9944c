import { sql } from 'kysely'
import { AppError } from '../../../platform/errors/app-error.ts'
import { serverCall, recordAuditEvent } from '../../../audit/audited.ts'
import { isUniqueViolation } from '../../../platform/db/errors.ts'
import type { Context } from '../../../context.ts'
import type { Db } from '../../../platform/db/schema/index.ts'
import { type LinkProof, routes } from '@parvis/contract'
import { cancelMailedLinks, insertAccount, isTaken } from '../accounts.ts'
import { accountKey } from '../keys.ts'
import { notifyAccountChange, recordAccountChange } from '../account-changes.ts'
import { clearSecondFactor } from '../second-factor/set-up.ts'
import { endSessionsOf } from '../sessions/sessions.ts'
import { syncTeamsWithGroups } from './sync-teams.ts'
import { nextUpdateSql } from '../../../platform/errors/stale-write.ts'
import type { IdentityClaims } from './claims.ts'
import { providerOf } from './clients.ts'
import { randomBytes } from 'node:crypto'

/** An account and the provider identity linked to it. */
type LinkedAccount = { user_id: string; identity_id: string }
/** A known account, or an existing account with the same e-mail address, to be linked once its owner has given `proof`. */
type AccountResolution = LinkedAccount | { link: { user_id: string; proof: LinkProof; email: string } }

/**
 * Resolves the account of a provider identity: the account already linked to its issuer and subject, else the account with the same e-mail address, else a
 * new account as registration allows. An account found by address is linked at once only if the provider vouches for the address (`owns_email`) and the
 * account is no administrator's. Otherwise the result is a `link` that names the proof to give: the password for an administrator who has one, else a
 * mailed code.
 * @throws {AppError} `auth.arrival_not_admitted`, `auth.arrival_no_email`, `auth.arrival_no_account`, `auth.arrival_awaits`
 */
export async function resolveAccount(context: Context, claims: IdentityClaims): Promise<AccountResolution> {
  requireOrganisation(context, claims)
  const linkedAccount = await findLinkedAccount(context, claims)
  if (linkedAccount !== null) return linkedAccount
  const { email } = claims
  if (email === null) throw new AppError('auth.arrival_no_email')
  const holder = await findAccountByEmail(context.db, email)
  if (holder === null) return createProviderAccount(context, claims, email)
  if (holder.is_admin && holder.has_password) return { link: { ...holder, proof: 'password', email } }
  if (holder.is_admin || !claims.owns_email) return { link: { ...holder, proof: 'code', email } }
  return linkIdentity(context, claims, holder.user_id, false)
}

/**
 * Links an identity to an account and notifies the person by mail.
 * @param hasProvenOwnership whether the person proved more than the address: the password or the second factor. If not, the account's password, second factor,
 *   sessions and pending mailed links are deleted: where registration does not verify addresses, a stranger may have created the account first, to wait
 *   for the owner of the address.
 * @throws when the account has been deleted
 */
export async function linkIdentity(context: Context, claims: IdentityClaims, user_id: string, hasProvenOwnership: boolean): Promise<LinkedAccount> {
  const now = context.now()
  try {
    const identity_id = await context.db.transaction().execute(async (trx) => {
      const id = await insertIdentity(trx, claims, user_id, now)
      if (!hasProvenOwnership) await dropPassword(trx, user_id, now)
      await recordAccountChange(trx, { user_id, change: 'identity', author: 'self' }, now)
      return id
    })
    notifyAccountChange(context, { user_id, change: 'identity', author: 'self' })
    await applyClaims(context, claims, user_id, identity_id)
    return { user_id, identity_id }
  } catch (error) {
    // Another tab has just linked the identity.
    const linkedAccount = isUniqueViolation(error) ? await findLinkedAccount(context, claims) : null
    if (linkedAccount === null) throw error
    return linkedAccount
  }
}

async function dropPassword(db: Db, user_id: string, now: Date): Promise<void> {
  await db
    .updateTable('app_user')
    .set({ password_hash: null, password_weak: false, password_weakness: null, must_change_password: false, updated_at: nextUpdateSql(now) })
    .where('id', '=', user_id)
    .execute()
  await clearSecondFactor(db, user_id, 'self', now)
  await endSessionsOf(db, user_id, now)
  await cancelMailedLinks(db, user_id, now)
}

/** Refuses an organisation (SIRET) or an e-mail domain that the provider's settings do not allow. @throws {AppError} `auth.arrival_not_admitted` */
function requireOrganisation(context: Context, claims: IdentityClaims): void {
  const { provider, siret } = claims
  const { allowed_siret, allowed_domains } = providerOf(context, provider)
  if (allowed_siret.length > 0 && (siret === null || !allowed_siret.includes(siret))) throw new AppError('auth.arrival_not_admitted')
  requireDomain(claims, allowed_domains)
}

/**
 * Refuses a person without a verified e-mail address in `domains`. An empty list accepts everyone.
 * @throws {AppError} `auth.arrival_not_admitted`
 */
function requireDomain({ email, owns_email }: IdentityClaims, domains: readonly string[]): void {
  if (domains.length === 0) return
  if (email === null || !owns_email || !domains.includes(email.slice(email.lastIndexOf('@') + 1))) throw new AppError('auth.arrival_not_admitted')
}

async function findLinkedAccount(context: Context, claims: IdentityClaims): Promise<LinkedAccount | null> {
  const { issuer, sub, provider, idp_id, siret, email } = claims
  const identity = await context.db
    .updateTable('identity')
    .set({ last_seen_at: context.now(), provider, idp_id, siret, ...(email !== null && { email }) })
    .where('issuer', '=', issuer)
    .where('sub', '=', sub)
    .returning(['id', 'user_id'])
    .executeTakeFirst()
  if (identity === undefined) return null
  await applyClaims(context, claims, identity.user_id, identity.id)
  return { user_id: identity.user_id, identity_id: identity.id }
}

async function findAccountByEmail(db: Db, email: string): Promise<{ user_id: string; is_admin: boolean; has_password: boolean } | null> {
  const holder = await db
    .selectFrom('app_user')
    .select(['id as user_id', 'is_admin', 'has_password'])
    .where('email_key', '=', accountKey(email))
    .executeTakeFirst()
  return holder ?? null
}

async function createProviderAccount(context: Context, claims: IdentityClaims, email: string): Promise<AccountResolution> {
  const { mode, domains } = context.config.registration
  // The registration domains limit new accounts only: existing ones are already accepted.
  requireDomain(claims, domains)
  if (mode === 'fermee') throw new AppError('auth.arrival_no_account')
  const needsValidation = mode === 'validation'
  const username = await freeUserName(email, (name) => isTaken(context.db, name, null))
  const { first_name, last_name } = claims
  const account = { username, email, password_hash: null, password_weakness: null, first_name, last_name }
  const state = { is_admin: false, is_active: !needsValidation, awaiting_validation: needsValidation, must_change_password: false }
  const createdAccount = await context.db
    .transaction()
    .execute(async (trx) => {
      const user = await insertAccount(trx, { ...account, ...state })
      return user === null ? null : { user_id: user.id, identity_id: await insertIdentity(trx, claims, user.id, context.now()) }
    })
    .catch((error: unknown) => {
      if (isUniqueViolation(error)) return null
      throw error
    })
  // Another request created the account at the same instant: resolve again and find it.
  if (createdAccount === null) return resolveAccount(context, claims)
  await recordAuditEvent(serverCall(context), { act: 'register', outcome: 'done', target: createdAccount.user_id })
  await applyClaims(context, claims, createdAccount.user_id, createdAccount.identity_id)
  if (needsValidation) throw new AppError('auth.arrival_awaits')
  return createdAccount
}

async function insertIdentity(db: Db, { issuer, sub, provider, idp_id, siret, email }: IdentityClaims, user_id: string, now: Date): Promise<string> {
  const { id } = await db
    .insertInto('identity')
    .values({ issuer, sub, user_id, provider, idp_id, siret, email: email ?? '', created_at: now, last_seen_at: now })
    .returning('id')
    .executeTakeFirstOrThrow()
  return id
}

/** Applies the claims by which the provider manages the account: team memberships and administrator rights. */
async function applyClaims(context: Context, claims: IdentityClaims, user_id: string, identity_id: string): Promise<void> {
  const { groups_prefix } = providerOf(context, claims.provider)
  await syncTeamsWithGroups(context, { groups: claims.groups, prefix: groups_prefix }, user_id, identity_id)
  await applyAdminClaim(context, claims, user_id, identity_id)
}

/**
 * Grants or revokes administrator rights as the provider's claim says. A null claim changes nothing, and only rights granted through this identity are
 * revoked. The database refuses to demote the last administrator: the refusal is logged and the rights stay.
 */
async function applyAdminClaim(context: Context, { is_admin }: IdentityClaims, user_id: string, identity_id: string): Promise<void> {
  if (is_admin === null) return
  const isChanged = await context.db
    .transaction()
    .execute(async (trx) => {
      const { is_admin: wasAdmin } = await trx.selectFrom('app_user').select('is_admin').where('id', '=', user_id).forUpdate().executeTakeFirstOrThrow()
      const { gave_admin } = await trx.selectFrom('identity').select('gave_admin').where('id', '=', identity_id).executeTakeFirstOrThrow()
      if (wasAdmin === is_admin || (!is_admin && !gave_admin)) return false
      await trx.updateTable('identity').set({ gave_admin: is_admin }).where('id', '=', identity_id).execute()
      // The database refuses an administrator with a weak password unless it must be changed at the next sign-in.
      const weak = is_admin ? { must_change_password: sql<boolean>`must_change_password or password_weak` } : {}
      await trx
        .updateTable('app_user')
        .set({ is_admin, ...weak })
        .where('id', '=', user_id)
        .execute()
      return true
    })
    .catch((error: unknown) => {
      context.log.warn({ reason: (error as { code?: unknown }).code ?? 'unknown' }, 'the right to administer is left as it was')
      return false
    })
  if (isChanged) await recordAuditEvent(serverCall(context), { act: 'users.admin_by_claim', outcome: 'done', target: user_id })
}

/**
 * Returns a user name for an account created through a provider: the e-mail address if it is a valid free name, else its local part, with four random
 * hexadecimal digits if that is invalid or taken.
 */
async function freeUserName(email: string, isTaken: (name: string) => Promise<boolean>): Promise<string> {
  if (isName(email) && !(await isTaken(email))) return email
  const before =
    email
      .slice(0, email.lastIndexOf('@'))
      .replaceAll(/[^\p{L}\p{N}._-]/gu, '.')
      .slice(0, 50) || 'agent'
  if (isName(before) && !(await isTaken(before))) return before
  return `${before}.${randomBytes(3).toString('hex').slice(0, 4)}`
}

const isName = (username: string): boolean => routes.auth.register.body.safeParse({ username, email: 'agent@exemple.fr', password: '…………' }).success
