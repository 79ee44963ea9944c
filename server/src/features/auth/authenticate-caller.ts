import { AppError } from '../../platform/errors/app-error.ts'
import type { Caller, Context } from '../../context.ts'
import { readAccessToken } from './sessions/access-token.ts'
import { factorServes } from './second-factor/factors.ts'
import { currentUserColumns, isShutOut, owesSecondFactor, toCurrentUser } from './current-user.ts'

/**
 * The person behind an access token, with the rights that the database gives at this very call: disabling, demoting and signing out
 * act at once (trust cases AUT-11, AUT-13, AUT-14).
 * @throws {AppError} `auth.expired`, `auth.invalid`, `auth.inactive`
 */
export async function authenticateCaller(context: Context, access_token: string): Promise<Caller> {
  const now = context.now()
  const { user_id, session_id } = await readAccessToken(context.secret, access_token, now)
  const row = await context.db
    .selectFrom('session')
    .innerJoin('app_user', 'app_user.id', 'session.user_id')
    .select([...currentUserColumns, factorServes(context), 'session.expires_at', 'session.revoked_at', 'session.provider'])
    .where('session.id', '=', session_id)
    .where('session.user_id', '=', user_id)
    .executeTakeFirst()
  if (row === undefined) throw new AppError('auth.invalid')
  if (!row.is_active) throw new AppError('auth.inactive')
  if (row.revoked_at !== null || Date.parse(row.expires_at) <= now.getTime()) throw new AppError('auth.expired')
  // Of before the setting, or of an administrator who is none any more.
  if (isShutOut(context.config.signIn, row)) throw new AppError('auth.expired')
  // Who came from a provider has shown who they are there: a password that was given, or is weak, opened nothing.
  const byPassword = row.provider === null
  const must_change_password = byPassword && row.must_change_password
  return { ...toCurrentUser({ ...row, must_change_password }, byPassword && owesSecondFactor(context.config.signIn, row)), session_id }
}
