import type { Assertion, PasskeyRequest } from '@parvis/contract'
import { addressKey } from '../../../platform/address-key.ts'
import { AppError } from '../../../platform/errors/app-error.ts'
import type { Context } from '../../../context.ts'
import { currentUserColumns, isLocalSignInClosed } from '../current-user.ts'
import { completeSignIn, type SignInOrigin, type SignedIn } from '../log-in.ts'
import { challengedAccount } from '../second-factor/challenge.ts'
import { attemptFrom } from '../sign-in-attempts.ts'
import { takeFrom, type TokenBucket } from '../throttle.ts'
import { anyPasskeyRequestOptions, passkeyRequestOptions } from './options.ts'
import { identifyByPasskey } from './assertions.ts'

/** Rate limit of passkey sign-in requests from one network address: 300 at once (a town hall shares one address), then one every 2 seconds. */
const requestsOfAddress: TokenBucket = { burst: 300, everyMs: 2_000 }

/**
 * Returns the WebAuthn options of a sign-in by passkey.
 * @param challenge token of a sign-in whose password was right: only that account's passkeys are accepted
 * @throws {AppError} `auth.passkeys_unavailable`, `auth.too_many`, `auth.second_factor_expired`
 */
export async function beginSignIn(context: Context, challenge: string | undefined, ip: string): Promise<PasskeyRequest> {
  if (!(await takeFrom(context.db, requestsOfAddress, `passkey-request:${addressKey(ip)}`, context.now()))) {
    throw new AppError('auth.too_many', { retryAfterSeconds: requestsOfAddress.everyMs / 1_000 })
  }
  if (challenge === undefined) return anyPasskeyRequestOptions(context)
  return passkeyRequestOptions(context, await challengedAccount(context, challenge))
}

const closedSentence = 'La connexion par une clé d’accès est réservée aux administrateurs. Passez par un des boutons de cette page.'

/**
 * Opens a session for a passkey assertion, which counts as two factors: the passkey and the verification of the person by the device.
 * @throws {AppError} what `identifyByPasskey` throws, `auth.too_many`; with a valid passkey only, `auth.inactive`, `auth.awaiting_validation` or
 *   `auth.local_closed`
 */
export async function signInByPasskey(context: Context, credential: Assertion, from: SignInOrigin): Promise<SignedIn> {
  const { id: passkey_id, user_id } = await attemptFrom(context, from.ip, () => identifyByPasskey(context, credential))
  const user = await context.db
    .selectFrom('app_user')
    .select([...currentUserColumns, 'app_user.awaiting_validation'])
    .where('id', '=', user_id)
    .executeTakeFirst()
  if (user === undefined) throw new AppError('auth.passkey_refused')
  if (!user.is_active) throw new AppError(user.awaiting_validation ? 'auth.awaiting_validation' : 'auth.inactive')
  if (isLocalSignInClosed(context.config.signIn, { provider: null, is_admin: user.is_admin }))
    throw new AppError('auth.local_closed', { sentence: closedSentence })
  const signedIn = await completeSignIn(context, { ...user, must_set_second_factor: false }, { passkey_id }, from)
  if (signedIn === null) throw new AppError('auth.passkey_refused')
  return signedIn
}
