import type { RouteBody, routes, CurrentUser } from '@parvis/contract'
import type { Expression, ExpressionBuilder, SqlBool } from 'kysely'
import { AppError } from '../../platform/errors/app-error.ts'
import type { Context } from '../../context.ts'
import type { Schema } from '../../platform/db/schema/index.ts'
import { fingerprint, accountKey } from './keys.ts'
import { currentUserColumns, isLocalSignInClosed, lacksRequiredFactor, toCurrentUser } from './current-user.ts'
import { readChallenge, signChallenge } from './second-factor/challenge.ts'
import { hasUsableFactor, factorsOf, hasRecoveryCode } from './second-factor/factors.ts'
import { requireProof } from './second-factor/proof.ts'
import { verifyPassword } from './passwords/password-hash.ts'
import { attemptSignIn } from './sign-in-attempts.ts'
import { describeDevice } from './sessions/session-origin.ts'
import { issueDevice } from './sessions/known-device.ts'
import { openSession, type SessionProof, type SessionTokens } from './sessions/sessions.ts'

type Credentials = RouteBody<typeof routes.auth.login>
type SecondFactorSignIn = RouteBody<typeof routes.secondFactor.signIn>

/**
 * Opens a session for a user name or an address and its password. An unknown account takes the same time, answers the same and is locked like a known one.
 * @throws {AppError} `auth.credentials`, `auth.locked`, `auth.too_many`; with the right password only, `auth.inactive`, `auth.awaiting_validation`,
 *   `auth.local_closed` or `auth.second_factor_required`
 */
export async function logIn(context: Context, { username, password, device }: Credentials, ip: string, user_agent: string): Promise<SignedIn> {
  const user = await findByIdentifier(context, username)
  const check = () => verifyPassword(context, user?.password_hash ?? null, password)
  const right = await attemptSignIn(context, { typed: username, ip, device: device ?? '', user_id: user?.id ?? null }, check)
  if (!right || user === null) throw new AppError('auth.credentials')
  if (!user.is_active) throw new AppError(user.awaiting_validation ? 'auth.awaiting_validation' : 'auth.inactive')
  // Checked after the password, so that it reveals nothing of the account to others.
  requireLocal(context, user)
  if (user.second_factor_at !== null && !(await hasNoFactorLeft(context, user)))
    throw new AppError('auth.second_factor_required', {
      challenge: await signChallenge(context, user.id, user.password_hash!),
      factors: await factorsOf(context, user.id),
    })
  return enterByPassword(context, user, true, { ip, user_agent, device })
}

/**
 * Opens the session of a sign-in whose password was right, once its second factor is given.
 * @throws {AppError} `auth.second_factor_expired`, also when the password has changed meanwhile; `auth.inactive`, `auth.local_closed`, what `requireProof`
 *   throws
 */
export async function finishLogIn(context: Context, { challenge, device, ...proof }: SecondFactorSignIn, ip: string, user_agent: string): Promise<SignedIn> {
  const read = await readChallenge(context, challenge)
  const user = read?.use !== 'sign-in' ? null : await findSignInAccount(context, (eb) => eb('app_user.id', '=', read.user_id))
  if (user === null || fingerprint(user.password_hash ?? '') !== read!.password) throw new AppError('auth.second_factor_expired')
  if (!user.is_active) throw new AppError('auth.inactive')
  // The person may have ceased to be an administrator since the password was given.
  requireLocal(context, user)
  await requireProof(context, user.id, proof)
  return enterByPassword(context, user, false, { ip, user_agent, device })
}

function requireLocal({ config }: Context, { is_admin }: { is_admin: boolean }): void {
  if (isLocalSignInClosed(config.signIn, { provider: null, is_admin })) throw new AppError('auth.local_closed')
}

/**
 * Whether an account that must have a second factor has none left to give: its passkeys belong to another host name and its recovery codes are used up.
 * Its password then opens a session that can only set up a new factor (decision 0037).
 */
const hasNoFactorLeft = async (context: Context, user: SignInAccount): Promise<boolean> =>
  lacksRequiredFactor(context.config.signIn, user) && !(await hasRecoveryCode(context.db, user.id))

async function enterByPassword(context: Context, user: SignInAccount, is_alone: boolean, from: SignInOrigin): Promise<SignedIn> {
  const must_set_second_factor = lacksRequiredFactor(context.config.signIn, user)
  const signedIn = await completeSignIn(
    context,
    { ...user, must_set_second_factor },
    { password_hash: user.password_hash!, is_alone, second_factor_at: user.second_factor_at },
    from,
  )
  if (signedIn === null) throw new AppError('auth.credentials')
  return signedIn
}

/** Returns the account of a user name or an address, for the audit event of a refused sign-in. */
export async function accountIdOf({ db }: Context, identifier: string): Promise<string | null> {
  const key = accountKey(identifier)
  const user = await db
    .selectFrom('app_user')
    .select('id')
    .where((eb) => eb.or([eb('username_key', '=', key), eb('email_key', '=', key)]))
    .executeTakeFirst()
  return user?.id ?? null
}

type SignInAccount = NonNullable<Awaited<ReturnType<typeof findSignInAccount>>>

async function findSignInAccount(context: Context, who: (eb: ExpressionBuilder<Schema, 'app_user'>) => Expression<SqlBool>) {
  const user = await context.db
    .selectFrom('app_user')
    .select([...currentUserColumns, hasUsableFactor(context), 'app_user.password_hash', 'app_user.awaiting_validation'])
    .where(who)
    .executeTakeFirst()
  return user ?? null
}

function findByIdentifier(context: Context, identifier: string) {
  const key = accountKey(identifier)
  return findSignInAccount(context, (eb) => eb.or([eb('username_key', '=', key), eb('email_key', '=', key)]))
}

/** Origin of a sign-in. `device`: known-device mark that the browser stores; undefined for a client that stores none. */
export type SignInOrigin = { ip: string; user_agent: string; device: string | undefined }

export type SignedIn = SessionTokens & { user: CurrentUser; device?: string }

/** Opens a session for a verified person and records the time of the sign-in. Null when the proof is no longer valid. */
export async function completeSignIn(
  context: Context,
  user: CurrentUser,
  proof: SessionProof,
  { ip, user_agent, device }: SignInOrigin,
): Promise<SignedIn | null> {
  const now = context.now()
  const tokens = await openSession(context, user.id, proof, { device: describeDevice(user_agent), ip })
  if (tokens === null) return null
  await context.db
    .updateTable('app_user')
    .set((eb) => ({ previous_login: eb.ref('last_login'), last_login: now }))
    .where('id', '=', user.id)
    .execute()
  const deviceMark = device === undefined ? {} : { device: issueDevice(context, user.id) }
  const signedInUser = { ...user, previous_login: user.last_login, last_login: now.toISOString() }
  return { ...tokens, ...deviceMark, user: toCurrentUser(signedInUser, user.must_set_second_factor) }
}
