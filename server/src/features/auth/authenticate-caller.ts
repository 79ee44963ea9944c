import { AppError } from '../../platform/errors/app-error.ts'
import type { Caller, Context } from '../../context.ts'
import { readAccessToken } from './sessions/access-token.ts'
import { hasUsableFactor } from './second-factor/factors.ts'
import { currentUserColumns, isLocalSignInClosed, lacksRequiredFactor, toCurrentUser } from './current-user.ts'

/**
 * Returns the person behind an access token, with rights read from the database at each call: disabling, demoting and signing out take effect at once
 * (trust cases AUT-11, AUT-13, AUT-14).
 * @throws {AppError} `auth.expired`, `auth.invalid`, `auth.inactive`
 */
export async function authenticateCaller(context: Context, access_token: string): Promise<Caller> {
  const now = context.now()
  const { user_id, session_id } = await readAccessToken(context.secret, access_token, now)
  const row = await context.db
    .selectFrom('session')
    .innerJoin('app_user', 'app_user.id', 'session.user_id')
    .select([...currentUserColumns, hasUsableFactor(context), 'session.expires_at', 'session.revoked_at', 'session.provider'])
    .where('session.id', '=', session_id)
    .where('session.user_id', '=', user_id)
    .executeTakeFirst()
  if (row === undefined) throw new AppError('auth.invalid')
  if (!row.is_active) throw new AppError('auth.inactive')
  if (row.revoked_at !== null || Date.parse(row.expires_at) <= now.getTime()) throw new AppError('auth.expired')
  // The session predates the setting that reserves local sign-in to administrators, or the person is no longer one.
  if (isLocalSignInClosed(context.config.signIn, row)) throw new AppError('auth.expired')
  // A provider sign-in did not use the password: whether that was given by somebody else, or is weak, does not matter.
  const byPassword = row.provider === null
  const must_change_password = byPassword && row.must_change_password
  return { ...toCurrentUser({ ...row, must_change_password }, byPassword && lacksRequiredFactor(context.config.signIn, row)), session_id }
}
