import type { Assertion, PasskeyRequest } from '@parvis/contract'
import { addressKey } from '../../../platform/address-key.ts'
import { AppError } from '../../../platform/errors/app-error.ts'
import type { Context } from '../../../context.ts'
import { currentUserColumns, isShutOut } from '../current-user.ts'
import { enter, type From, type SignedIn } from '../enter.ts'
import { challengedAccount } from '../second-factor/challenge.ts'
import { attemptFrom } from '../sign-in-attempts.ts'
import { takeFrom, type Bucket } from '../throttle.ts'
import { askAnyPasskey, askPasskey } from './options.ts'
import { whosePasskey } from './show.ts'

/** Rate limit of passkey sign-in requests from one network address: 300 at once (a town hall shares one address), then one every 2 seconds. */
const requestsOfAddress: Bucket = { burst: 300, everyMs: 2_000 }

/**
 * Returns the WebAuthn options of a sign-in by passkey.
 * @param challenge token of a sign-in whose password was right: only that account's passkeys are accepted
 * @throws {AppError} `auth.passkeys_unavailable`, `auth.too_many`, `auth.second_factor_expired`
 */
export async function beginSignIn(context: Context, challenge: string | undefined, ip: string): Promise<PasskeyRequest> {
  if (!(await takeFrom(context.db, requestsOfAddress, `passkey-request:${addressKey(ip)}`, context.now()))) {
    throw new AppError('auth.too_many', { retryAfterSeconds: requestsOfAddress.everyMs / 1_000 })
  }
  if (challenge === undefined) return askAnyPasskey(context)
  return askPasskey(context, await challengedAccount(context, challenge))
}

const closed = 'La connexion par une clé d’accès est réservée aux administrateurs. Passez par un des boutons de cette page.'

/**
 * Opens a session for a passkey assertion, which counts as two factors: the passkey and the verification of the person by the device.
 * @throws {AppError} what `whosePasskey` throws, `auth.too_many`; with a valid passkey only, `auth.inactive`, `auth.awaiting_validation` or
 *   `auth.local_closed`
 */
export async function signInByPasskey(context: Context, credential: Assertion, from: From): Promise<SignedIn> {
  const { id: passkey_id, user_id } = await attemptFrom(context, from.ip, () => whosePasskey(context, credential))
  const user = await context.db
    .selectFrom('app_user')
    .select([...currentUserColumns, 'app_user.awaiting_validation'])
    .where('id', '=', user_id)
    .executeTakeFirst()
  if (user === undefined) throw new AppError('auth.passkey_refused')
  if (!user.is_active) throw new AppError(user.awaiting_validation ? 'auth.awaiting_validation' : 'auth.inactive')
  if (isShutOut(context.config.signIn, { provider: null, is_admin: user.is_admin })) throw new AppError('auth.local_closed', { sentence: closed })
  const entered = await enter(context, { ...user, must_set_second_factor: false }, { passkey_id }, from)
  if (entered === null) throw new AppError('auth.passkey_refused')
  return entered
}
