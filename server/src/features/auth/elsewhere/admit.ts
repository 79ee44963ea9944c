import { sql } from 'kysely'
import { AppError } from '../../../platform/errors/app-error.ts'
import { fromServer, record } from '../../../audit/audited.ts'
import { isUniqueViolation } from '../../../platform/db/errors.ts'
import type { Context } from '../../../context.ts'
import type { Db } from '../../../platform/db/schema/index.ts'
import type { LinkProof } from '@parvis/contract'
import { accountKey } from '../account-keys.ts'
import { mailChange, noteChange } from '../account-changes.ts'
import { endMailedProofs, insertAccount, isTaken } from '../accounts.ts'
import { clearSecondFactor } from '../second-factor/set-up.ts'
import { endSessionsOf } from '../sessions/sessions.ts'
import { followGroups } from './follow-groups.ts'
import { updatedAfter } from '../../../platform/errors/stale-write.ts'
import type { Arrival } from './arrival.ts'
import { providerOf } from './clients.ts'
import { giveNameFree } from './user-name.ts'

/** Who an arrival is: an account and its identity, or an account that has the address and must be proved. */
type Known = { user_id: string; identity_id: string }
type Admitted = Known | { link: { user_id: string; proof: LinkProof; email: string } }

/**
 * Finds the account of an arrival, by its issuer and its subject; else by an address that is surely the person's; else makes it, as the
 * registration is set. An account that has the address is never taken over without a proof, and an administrator's never without its password.
 * @throws {AppError} `auth.arrival_not_admitted`, `auth.arrival_no_email`, `auth.arrival_no_account`, `auth.arrival_awaits`
 */
export async function admit(context: Context, arrival: Arrival): Promise<Admitted> {
  requireOrganisation(context, arrival)
  const known = await seeAgain(context, arrival)
  if (known !== null) return known
  const { email } = arrival
  if (email === null) throw new AppError('auth.arrival_no_email')
  const holder = await holderOf(context.db, email)
  if (holder === null) return create(context, arrival, email)
  if (holder.is_admin && holder.has_password) return { link: { ...holder, proof: 'password', email } }
  if (holder.is_admin || !arrival.owns_email) return { link: { ...holder, proof: 'code', email } }
  return join(context, arrival, holder.user_id, false)
}

/**
 * Joins an identity to an account, whose person is told by mail.
 * @param isTheirs whether the person proved more than the address, the password or the second factor. Else the password goes, with the second
 * factor and the sessions that they opened: where nobody proves an address to register, a stranger may have made the account first, to wait
 * in it for the one whose address it is.
 * @throws when the account has gone
 */
export async function join(context: Context, arrival: Arrival, user_id: string, isTheirs: boolean): Promise<Known> {
  const now = context.now()
  try {
    const identity_id = await context.db.transaction().execute(async (trx) => {
      const id = await insertIdentity(trx, arrival, user_id, now)
      if (!isTheirs) await dropPassword(trx, user_id, now)
      await noteChange(trx, { user_id, change: 'identity', author: 'self' }, now)
      return id
    })
    mailChange(context, { user_id, change: 'identity', author: 'self' })
    await followClaims(context, arrival, user_id, identity_id)
    return { user_id, identity_id }
  } catch (error) {
    // Two tabs at once: the other one has just done it.
    const known = isUniqueViolation(error) ? await seeAgain(context, arrival) : null
    if (known === null) throw error
    return known
  }
}

async function dropPassword(db: Db, user_id: string, now: Date): Promise<void> {
  await db
    .updateTable('app_user')
    .set({ password_hash: null, password_weak: false, password_weakness: null, must_change_password: false, updated_at: updatedAfter(now) })
    .where('id', '=', user_id)
    .execute()
  await clearSecondFactor(db, user_id, 'self', now)
  await endSessionsOf(db, user_id, now)
  await endMailedProofs(db, user_id, now)
}

/** @throws {AppError} `auth.arrival_not_admitted` */
function requireOrganisation(context: Context, arrival: Arrival): void {
  const { provider, siret } = arrival
  const { allowed_siret, allowed_domains } = providerOf(context, provider)
  if (allowed_siret.length > 0 && (siret === null || !allowed_siret.includes(siret))) throw new AppError('auth.arrival_not_admitted')
  requireDomain(arrival, allowed_domains)
}

/** An address that anybody may have written proves no domain. */
function requireDomain({ email, owns_email }: Arrival, domains: readonly string[]): void {
  if (domains.length === 0) return
  if (email === null || !owns_email || !domains.includes(email.slice(email.lastIndexOf('@') + 1))) throw new AppError('auth.arrival_not_admitted')
}

async function seeAgain(context: Context, arrival: Arrival): Promise<Known | null> {
  const { issuer, sub, provider, idp_id, siret, email } = arrival
  const identity = await context.db
    .updateTable('identity')
    .set({ last_seen_at: context.now(), provider, idp_id, siret, ...(email !== null && { email }) })
    .where('issuer', '=', issuer)
    .where('sub', '=', sub)
    .returning(['id', 'user_id'])
    .executeTakeFirst()
  if (identity === undefined) return null
  await followClaims(context, arrival, identity.user_id, identity.id)
  return { user_id: identity.user_id, identity_id: identity.id }
}

async function holderOf(db: Db, email: string): Promise<{ user_id: string; is_admin: boolean; has_password: boolean } | null> {
  const holder = await db
    .selectFrom('app_user')
    .select(['id as user_id', 'is_admin', 'has_password'])
    .where('email_key', '=', accountKey(email))
    .executeTakeFirst()
  return holder ?? null
}

async function create(context: Context, arrival: Arrival, email: string): Promise<Admitted> {
  const { mode, domains } = context.config.registration
  // Those of who may have an account: an account that is there was given by an administrator.
  requireDomain(arrival, domains)
  if (mode === 'fermee') throw new AppError('auth.arrival_no_account')
  const waits = mode === 'validation'
  const username = await giveNameFree(email, (name) => isTaken(context.db, name, null))
  const { first_name, last_name } = arrival
  const account = { username, email, password_hash: null, password_weakness: null, first_name, last_name }
  const state = { is_admin: false, is_active: !waits, awaiting_validation: waits, must_change_password: false }
  const made = await context.db
    .transaction()
    .execute(async (trx) => {
      const user = await insertAccount(trx, { ...account, ...state })
      return user === null ? null : { user_id: user.id, identity_id: await insertIdentity(trx, arrival, user.id, context.now()) }
    })
    .catch((error: unknown) => {
      if (isUniqueViolation(error)) return null
      throw error
    })
  // Somebody came at the same instant: they are the one who is known now.
  if (made === null) return admit(context, arrival)
  await record(fromServer(context), { act: 'register', outcome: 'done', target: made.user_id })
  await followClaims(context, arrival, made.user_id, made.identity_id)
  if (waits) throw new AppError('auth.arrival_awaits')
  return made
}

async function insertIdentity(db: Db, { issuer, sub, provider, idp_id, siret, email }: Arrival, user_id: string, now: Date): Promise<string> {
  const { id } = await db
    .insertInto('identity')
    .values({ issuer, sub, user_id, provider, idp_id, siret, email: email ?? '', created_at: now, last_seen_at: now })
    .returning('id')
    .executeTakeFirstOrThrow()
  return id
}

/** What the provider decides of an account, besides who it is. */
async function followClaims(context: Context, arrival: Arrival, user_id: string, identity_id: string): Promise<void> {
  const { groups_prefix } = providerOf(context, arrival.provider)
  await followGroups(context, { groups: arrival.groups, prefix: groups_prefix }, user_id, identity_id)
  await followAdministration(context, arrival, user_id, identity_id)
}

/**
 * Gives or takes back the right to administer where the provider decides of it. It takes back only what it gave; that of the last
 * administrator stays (the database refuses), and a provider that says nothing changes nothing.
 */
async function followAdministration(context: Context, { is_admin }: Arrival, user_id: string, identity_id: string): Promise<void> {
  if (is_admin === null) return
  const changed = await context.db
    .transaction()
    .execute(async (trx) => {
      const { is_admin: was } = await trx.selectFrom('app_user').select('is_admin').where('id', '=', user_id).forUpdate().executeTakeFirstOrThrow()
      const { gave_admin } = await trx.selectFrom('identity').select('gave_admin').where('id', '=', identity_id).executeTakeFirstOrThrow()
      if (was === is_admin || (!is_admin && !gave_admin)) return false
      await trx.updateTable('identity').set({ gave_admin: is_admin }).where('id', '=', identity_id).execute()
      // The database has no administrator whose password is weak, unless it is to be changed first.
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
  if (changed) await record(fromServer(context), { act: 'users.admin_by_claim', outcome: 'done', target: user_id })
}
