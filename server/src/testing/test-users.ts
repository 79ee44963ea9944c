import { randomBytes } from 'node:crypto'
import type { Context } from '../context.ts'
import { insertAccount, type NewAccount } from '../features/auth/accounts.ts'
import { hashPassword } from '../features/auth/passwords/password-hash.ts'
import { openSession } from '../features/auth/sessions/sessions.ts'

export type NewTestUser = Partial<Omit<NewAccount, 'password_hash'>>

export type TestUser = { id: string; username: string; email: string; password: string; token: string; refresh: string }

export const testPassword = 'Bruyère-74-Cascade'

/** Returns a function that creates accounts with an open session. The password is hashed once; names are random unless given. */
export function userFactory(context: Context): (user?: NewTestUser) => Promise<TestUser> {
  let hash: Promise<string> | null = null
  return async (user = {}) => {
    const username = user.username ?? `agent-${randomBytes(4).toString('hex')}`
    const email = user.email ?? `${username}@exemple.fr`
    const password_hash = await (hash ??= hashPassword(context, testPassword))
    const defaults = {
      first_name: '',
      last_name: '',
      is_admin: false,
      is_active: true,
      awaiting_validation: false,
      must_change_password: false,
      password_weakness: null,
    }
    const row = await insertAccount(context.db, { ...defaults, ...user, username, email, password_hash })
    if (row === null) throw new Error(`Test account ${username} exists already`)
    const tokens = row.is_active ? await openSession(context, row.id, { password_hash, is_alone: true }) : null
    return { id: row.id, username, email, password: testPassword, token: tokens?.access_token ?? '', refresh: tokens?.refresh_token ?? '' }
  }
}
