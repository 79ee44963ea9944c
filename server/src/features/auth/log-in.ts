import type { CurrentUser } from '@parvis/contract'
import { AppError } from '../../app-error.ts'
import type { Context } from '../../context.ts'
import { accountKey, fingerprint } from './account-keys.ts'
import { currentUserColumns, toCurrentUser } from './current-user.ts'
import { verifyPassword } from './password-hash.ts'
import { openSession } from './sessions.ts'
import type { Tokens } from './sessions.ts'
import { addressKey, attempt, giveBack, takeFrom } from './throttle.ts'
import type { Bucket } from './throttle.ts'

/** Failures that one address may make: 150 at once, then one each 6 seconds. Successes are given back. */
const failuresOfAddress: Bucket = { burst: 150, everyMs: 6_000 }

/**
 * Opens a session for a user name or an address and its password. An unknown account costs, answers and locks like a known one.
 * @throws {AppError} `auth.credentials`, `auth.locked`, `auth.too_many`; with the right password only, `auth.inactive` or
 * `auth.awaiting_validation`
 */
export async function logIn(context: Context, identifier: string, password: string, ip: string): Promise<Tokens & { user: CurrentUser }> {
  const { db } = context
  const now = context.now()
  const address = `login:${addressKey(ip)}`
  if (!(await takeFrom(db, failuresOfAddress, address, now))) {
    throw new AppError('auth.too_many', { retryAfterSeconds: failuresOfAddress.everyMs / 1_000 })
  }
  const user = await findForLogIn(context, identifier)
  const attempts = user === null ? unknownAttemptsKey(identifier) : attemptsKey(user.id)
  const right = await attempt(context, attempts, () => verifyPassword(context, user?.password_hash ?? null, password))
  if (!right || user === null) throw new AppError('auth.credentials')
  await giveBack(db, failuresOfAddress, address)
  if (!user.is_active) throw new AppError(user.awaiting_validation ? 'auth.awaiting_validation' : 'auth.inactive')
  const tokens = await openSession(context, user.id, user.password_hash)
  if (tokens === null) throw new AppError('auth.credentials')
  await db.updateTable('app_user').set({ last_login: now }).where('id', '=', user.id).execute()
  return { ...tokens, user: toCurrentUser({ ...user, last_login: now.toISOString() }) }
}

/** The account of a user name or an address, for what is kept of a refusal. */
export async function accountIdOf({ db }: Context, identifier: string): Promise<string | null> {
  const key = accountKey(identifier)
  const user = await db
    .selectFrom('app_user')
    .select('id')
    .where((eb) => eb.or([eb('username_key', '=', key), eb('email_key', '=', key)]))
    .executeTakeFirst()
  return user?.id ?? null
}

/** Key of the count of failed sign-ins of an account. */
export function attemptsKey(user_id: string): string {
  return `account:${user_id}`
}

// People sometimes type their password where the name goes: what they typed is not kept.
function unknownAttemptsKey(identifier: string): string {
  return `account:${fingerprint(accountKey(identifier))}`
}

async function findForLogIn({ db }: Context, identifier: string) {
  const key = accountKey(identifier)
  const user = await db
    .selectFrom('app_user')
    .select([...currentUserColumns, 'app_user.password_hash', 'app_user.awaiting_validation'])
    .where((eb) => eb.or([eb('username_key', '=', key), eb('email_key', '=', key)]))
    .executeTakeFirst()
  return user ?? null
}
