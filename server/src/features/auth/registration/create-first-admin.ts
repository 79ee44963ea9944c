import { sql } from 'kysely'
import type { Context } from '../../../context.ts'
import { accountKey } from '../account-keys.ts'
import { drawPassword } from '../passwords/draw-password.ts'
import { hashPassword } from '../passwords/password-hash.ts'
import { findWeakness } from '../passwords/password-strength.ts'

/**
 * Makes the administrator of an instance that has no account yet; null when it has one. Two instances may start at once: one makes it.
 * Its password is to be changed at the first sign-in when it was generated, or is weaker than administrators may have.
 * `password` is the generated one, to be shown once, or null when the configuration gave it.
 */
export async function createFirstAdmin(context: Context): Promise<{ username: string; password: string | null } | null> {
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
  const { rows } = await sql`
    insert into app_user (username, username_key, email, email_key, password_hash, password_weak, password_weakness, must_change_password, is_admin)
    select ${username}, ${accountKey(username)}, ${email}, ${accountKey(email)}, ${password_hash},
      ${weakness !== null}::boolean, ${weakness}::text, ${toChange}::boolean, true
    where not exists (select 1 from app_user)
    on conflict do nothing
    returning id`.execute(db)
  return rows.length === 0 ? null : { username, password: generated }
}
