import type { Body, CurrentUser, routes } from '@parvis/contract'
import { AppError } from '../../platform/errors/app-error.ts'
import type { Context } from '../../context.ts'
import { accountKey } from './account-keys.ts'
import { currentUserColumns, toCurrentUser } from './current-user.ts'
import { describeDevice } from './sessions/describe-device.ts'
import { issueDevice } from './sessions/known-device.ts'
import { verifyPassword } from './passwords/password-hash.ts'
import { openSession } from './sessions/sessions.ts'
import type { Tokens } from './sessions/sessions.ts'
import { attemptSignIn } from './sign-in-attempts.ts'

type Credentials = Body<typeof routes.auth.login>
type SignedIn = Tokens & { user: CurrentUser; device?: string }

/**
 * Opens a session for a user name or an address and its password. An unknown account costs, answers and locks like a known one.
 * @throws {AppError} `auth.credentials`, `auth.locked`, `auth.too_many`; with the right password only, `auth.inactive`,
 * `auth.awaiting_validation` or `auth.local_closed`
 */
export async function logIn(context: Context, { username, password, device }: Credentials, ip: string, user_agent: string): Promise<SignedIn> {
  const { db } = context
  const user = await findForLogIn(context, username)
  const check = () => verifyPassword(context, user?.password_hash ?? null, password)
  const right = await attemptSignIn(context, { typed: username, ip, device: device ?? '', user_id: user?.id ?? null }, check)
  if (!right || user === null) throw new AppError('auth.credentials')
  if (!user.is_active) throw new AppError(user.awaiting_validation ? 'auth.awaiting_validation' : 'auth.inactive')
  const now = context.now()
  // Said to who knows the password alone: it tells nothing of the account to others.
  if (context.config.signIn.local === 'administrateurs' && !user.is_admin) throw new AppError('auth.local_closed')
  const tokens = await openSession(context, user.id, { password_hash: user.password_hash! }, { device: describeDevice(user_agent), ip })
  if (tokens === null) throw new AppError('auth.credentials')
  await db
    .updateTable('app_user')
    .set((eb) => ({ previous_login: eb.ref('last_login'), last_login: now }))
    .where('id', '=', user.id)
    .execute()
  const known = device === undefined ? {} : { device: issueDevice(context, user.id) }
  return { ...tokens, ...known, user: toCurrentUser({ ...user, previous_login: user.last_login, last_login: now.toISOString() }) }
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

async function findForLogIn({ db }: Context, identifier: string) {
  const key = accountKey(identifier)
  const user = await db
    .selectFrom('app_user')
    .select([...currentUserColumns, 'app_user.password_hash', 'app_user.awaiting_validation'])
    .where((eb) => eb.or([eb('username_key', '=', key), eb('email_key', '=', key)]))
    .executeTakeFirst()
  return user ?? null
}
