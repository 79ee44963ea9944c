import { sql } from 'kysely'
import type { ChangeAuthor, PasswordWeakness } from '@parvis/contract'
import { AppError } from '../../platform/errors/app-error.ts'
import type { Db } from '../../platform/db/schema/index.ts'
import { nextUpdateSql } from '../../platform/errors/stale-write.ts'
import { recordAccountChange } from './account-changes.ts'
import { linkMailKey, accountKey } from './keys.ts'
import { currentUserColumns } from './current-user.ts'
import { endSessionsOf } from './sessions/sessions.ts'
import { forgetFailures } from './sign-in-attempts.ts'

export type NewAccount = {
  /** Omitted: the database generates it. */
  id?: string
  username: string
  email: string
  /** Null for a person who signs in only through a provider. */
  password_hash: string | null
  password_weakness: PasswordWeakness | null
  first_name: string
  last_name: string
  is_admin: boolean
  is_active: boolean
  awaiting_validation: boolean
  /** True when somebody else chose the password. */
  must_change_password: boolean
  /** Date of the invitation to choose a password. */
  invited_at?: Date
}

/** Inserts an account; null when its name or its address is taken, even by a simultaneous insertion. */
export async function insertAccount(db: Db, account: NewAccount) {
  const row = await db
    .insertInto('app_user')
    .values({ ...account, password_weak: account.password_weakness !== null, username_key: accountKey(account.username), email_key: accountKey(account.email) })
    .onConflict((conflict) => conflict.doNothing())
    .returning(currentUserColumns)
    .executeTakeFirst()
  return row ?? null
}

/** Whether an account has this user name or this address. @param email null: only the name is checked */
export async function isTaken(db: Db, username: string, email: string | null): Promise<boolean> {
  const row = await db
    .selectFrom('app_user')
    .select('id')
    .where((eb) => eb.or([eb('username_key', '=', accountKey(username)), ...(email === null ? [] : [eb('email_key', '=', accountKey(email))])]))
    .executeTakeFirst()
  return row !== undefined
}

/** Whether a user name that contains « @ » is the account's own address. Any other could receive somebody else's sign-ins. */
export const isOwnName = (username: string, email: string): boolean => !accountKey(username).includes('@') || accountKey(username) === accountKey(email)

export const ownNameRule = 'Un nom d’utilisateur qui contient «\u00a0@\u00a0» doit être l’adresse e-mail du compte'

export function requireOwnName(username: string, email: string): void {
  if (isOwnName(username, email)) return
  const sentence = ownNameRule
  throw new AppError('request.invalid', { sentence, fields: { username: sentence } })
}

type PasswordChange = {
  user_id: string
  password_hash: string
  weakness: PasswordWeakness | null
  /** A password given by an administrator or the operator must be changed at the next sign-in. */
  author: ChangeAuthor
  /** Hash that was just verified: nothing changes if the account has another one now. */
  replaces?: string
  /** Network address of the person: only the failed sign-ins from there are forgotten. Omitted: all of the account's. */
  ip?: string
  /** Session that continues. */
  keep_session?: string
}

/**
 * Replaces a password, in the caller's transaction. Ends the account's other sessions, its pending reset links and link offers, and forgets its failed
 * sign-ins.
 * @returns false when the account has been deleted or its password has changed meanwhile
 */
export async function replacePassword(db: Db, change: PasswordChange, now: Date): Promise<boolean> {
  const { user_id, password_hash, weakness, author, replaces, keep_session } = change
  const must_change_password = author === 'administrator' || author === 'operator'
  const { numUpdatedRows } = await db
    .updateTable('app_user')
    .set({
      password_hash,
      password_weak: weakness !== null,
      password_weakness: weakness,
      must_change_password,
      invited_at: null,
      updated_at: nextUpdateSql(now),
    })
    .where('id', '=', user_id)
    .$if(replaces !== undefined, (query) => query.where('password_hash', '=', replaces!))
    .executeTakeFirst()
  if (numUpdatedRows === 0n) return false
  await endSessionsOf(db, user_id, now, keep_session ?? null)
  await cancelMailedLinks(db, user_id, now)
  await forgetFailures(db, user_id, change.ip ?? null)
  await recordAccountChange(db, { user_id, change: 'password', author }, now)
  return true
}

/** Cancels the unused reset links and linking codes mailed to an account: whoever reads the previous address must not sign in with them. */
export async function cancelMailedLinks(db: Db, user_id: string, now: Date): Promise<void> {
  await db.updateTable('password_reset').set({ used_at: now }).where('user_id', '=', user_id).where('used_at', 'is', null).execute()
  await endLinkOffers(db, user_id)
}

/** Deletes the pending offers to link an identity to an account, and lets the next code be mailed at once. */
export async function endLinkOffers(db: Db, user_id: string): Promise<void> {
  await db.deleteFrom('identity_link').where('user_id', '=', user_id).execute()
  await db.deleteFrom('throttle').where('key', '=', linkMailKey(user_id)).execute()
}

/**
 * Deletes what has expired: sessions, mailed links, single-use requests, rate-limit counters, and account changes older than a year that no legal hold
 * retains.
 */
export async function purgeExpiredAccess(db: Db, now: Date): Promise<void> {
  await sql`
    with old_sessions as (delete from session where expires_at <= ${now}::timestamptz),
      old_links as (delete from password_reset where expires_at <= ${now}::timestamptz),
      old_requests as (delete from registration where expires_at <= ${now}::timestamptz),
      old_departures as (delete from sign_in_request where expires_at <= ${now}::timestamptz),
      old_offers as (delete from identity_link where expires_at <= ${now}::timestamptz),
      old_challenges as (delete from passkey_challenge where expires_at <= ${now}::timestamptz),
      old_logouts as (delete from logout_token where expires_at <= ${now}::timestamptz),
      old_changes as (delete from account_change c where c.at <= ${now}::timestamptz - interval '1 year'
        and not exists (select 1 from legal_hold h where h.user_id is null or h.user_id = c.user_id))
    delete from throttle where ends_at <= ${now}::timestamptz and (running = '{}' or ends_at <= ${now}::timestamptz - interval '1 day')`.execute(db)
}
