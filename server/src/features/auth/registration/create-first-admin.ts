import { sql } from 'kysely'
import type { Context } from '../../../context.ts'
import type { Db } from '../../../platform/db/schema/index.ts'
import { drawPassword, accountKey } from '../keys.ts'
import { hashPassword } from '../passwords/password-hash.ts'
import { findWeakness } from '../passwords/password-strength.ts'

/** `password`: the generated one, to be shown once. Null when it comes from the settings. */
export type FirstAdmin = { username: string; password: string | null }

/**
 * Creates the administrator of an instance without accounts; null when it has one. If two instances start at once, one of them creates it. A generated or
 * weak password must be changed at the first sign-in.
 * @param furnish adds the initial content in the same transaction, so that an interrupted start leaves all of it to the next one
 */
export async function createFirstAdmin(context: Context, furnish: (db: Db, username: string) => Promise<void> = async () => {}): Promise<FirstAdmin | null> {
  const {
    db,
    config: { firstAdmin },
  } = context
  if ((await db.selectFrom('app_user').select('id').limit(1).executeTakeFirst()) !== undefined) return null
  const { username } = firstAdmin
  // A user name that is an address must be the account's own address (database constraint app_user_name_or_own_email).
  const email = accountKey(username).includes('@') ? username : firstAdmin.email
  const generated = firstAdmin.password === null ? drawPassword() : null
  const password = generated ?? firstAdmin.password!
  const password_hash = await hashPassword(context, password)
  const weakness = generated === null ? findWeakness(password, [username, email]) : null
  const toChange = generated !== null || weakness !== null
  return db.transaction().execute(async (transaction) => {
    // A second instance waits until the first one commits, then finds an account.
    await sql`select pg_advisory_xact_lock(7234002)`.execute(transaction)
    const { rows } = await sql`
      insert into app_user (username, username_key, email, email_key, password_hash, password_weak, password_weakness, must_change_password, is_admin)
      select ${username}, ${accountKey(username)}, ${email}, ${accountKey(email)}, ${password_hash},
        ${weakness !== null}::boolean, ${weakness}::text, ${toChange}::boolean, true
      where not exists (select 1 from app_user)
      on conflict do nothing
      returning id`.execute(transaction)
    if (rows.length === 0) return null
    await furnish(transaction, username)
    return { username, password: generated }
  })
}
