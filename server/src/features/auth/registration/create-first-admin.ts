import { sql } from 'kysely'
import type { Context } from '../../../context.ts'
import type { Db } from '../../../platform/db/schema/index.ts'
import { accountKey } from '../account-keys.ts'
import { drawPassword } from '../passwords/draw-password.ts'
import { hashPassword } from '../passwords/password-hash.ts'
import { findWeakness } from '../passwords/password-strength.ts'

/** `password`: the generated one, to be shown once, or null when the configuration gave it. */
export type FirstAdmin = { username: string; password: string | null }

/**
 * Makes the administrator of an instance that has no account yet; null when it has one. Two instances may start at once: one makes it.
 * Its password is to be changed at the first sign-in when it was generated, or is weaker than administrators may have.
 * `furnish` adds what a new instance is given, in the same transaction: a start that is cut leaves all of it to the next one.
 */
export async function createFirstAdmin(context: Context, furnish: (db: Db, username: string) => Promise<void> = async () => {}): Promise<FirstAdmin | null> {
  const {
    db,
    config: { firstAdmin },
  } = context
  if ((await db.selectFrom('app_user').select('id').limit(1).executeTakeFirst()) !== undefined) return null
  const { username } = firstAdmin
  // A name that is an address signs in by that address alone (the database's rule app_user_name_or_own_email).
  const email = accountKey(username).includes('@') ? username : firstAdmin.email
  const generated = firstAdmin.password === null ? drawPassword() : null
  const password = generated ?? firstAdmin.password!
  const password_hash = await hashPassword(context, password)
  const weakness = generated === null ? findWeakness(password, [username, email]) : null
  const toChange = generated !== null || weakness !== null
  return db.transaction().execute(async (transaction) => {
    // The second of two instances waits for what the first one adds, then finds an account.
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
