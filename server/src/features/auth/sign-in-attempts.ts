import { addressKey } from '../../platform/address-key.ts'
import { AppError } from '../../platform/errors/app-error.ts'
import type { Context } from '../../context.ts'
import type { Db } from '../../platform/db/schema/index.ts'
import { fingerprint, accountKey } from './keys.ts'
import { knownDevice } from './sessions/known-device.ts'
import { attempt, returnToBucket, isUnchecked, takeFrom, type TokenBucket } from './throttle.ts'

/** Rate limit of failed sign-ins from one network address: 150 at once, then one every 6 seconds. Successes do not count. */
const failuresOfAddress: TokenBucket = { burst: 150, everyMs: 6_000 }

type SignInAttempt = {
  /** User name or e-mail address, as typed. */
  typed: string
  ip: string
  /** Known-device mark that the browser stored at an earlier sign-in; empty without one. */
  device: string
  /** Account to which `typed` belongs; null: none. */
  user_id: string | null
}

/**
 * Checks the password of a sign-in within three limits: failures of one network address, failures of that address for one name, failures of all addresses
 * for one name. A name is counted as typed, whether it exists or not, so that an account's user name and mail address lock apart, as two unknown names do
 * (trust case AUT-06). A known device has its own count, and all devices of an account share another, so that strangers' failures do not lock the owner
 * out (AUT-05).
 * @throws {AppError} `auth.too_many`, `auth.locked`
 */
export async function attemptSignIn(context: Context, { typed, ip, device, user_id }: SignInAttempt, check: () => Promise<boolean>): Promise<boolean> {
  const name = nameKey(typed)
  const deviceId = user_id === null ? null : knownDevice(context, user_id, device)
  if (user_id !== null && deviceId !== null) return attempt(context, `${devicesOf(user_id)}${deviceId}`, check, allDevicesOf(user_id))
  return attemptFrom(context, ip, () => attempt(context, failuresOf(name, ip), check, name))
}

/**
 * Runs the check of a sign-in within the failure limit of a network address.
 * @param work answers false for a failure
 * @throws {AppError} `auth.too_many`; what `work` throws, which counts as a failure unless nothing could be checked
 */
export async function attemptFrom<T>({ db, now }: Context, ip: string, work: () => Promise<T>): Promise<T> {
  const address = `login:${addressKey(ip)}`
  await countFailure(db, address, now())
  const takeBack = () => returnToBucket(db, failuresOfAddress, address)
  const result = await work().catch(async (error: unknown) => {
    // If the database is failing, its original error is the one to report.
    if (isUnchecked(error)) await takeBack().catch(() => {})
    throw error
  })
  if (result !== false) await takeBack()
  return result
}

async function countFailure(db: Db, address: string, now: Date): Promise<void> {
  if (await takeFrom(db, failuresOfAddress, address, now)) return
  throw new AppError('auth.too_many', { retryAfterSeconds: failuresOfAddress.everyMs / 1_000 })
}

// People sometimes type their password in the name field: only a hash of what they typed is stored.
const nameKey = (typedName: string): string => `sign-in:${fingerprint(accountKey(typedName))}`

const devicesOf = (user_id: string): string => `device:${user_id}:`
const allDevicesOf = (user_id: string): string => `devices:${user_id}`
const failuresOf = (name: string, ip: string): string => `${name}:${fingerprint(addressKey(ip)).slice(0, 16)}`

/** Forgets the failed sign-ins of an account. @param ip null: from all network addresses and devices */
export async function forgetFailures(db: Db, user_id: string, ip: string | null): Promise<void> {
  if (ip === null)
    await db
      .deleteFrom('throttle')
      .where((eb) => eb.or([eb('key', 'like', `${devicesOf(user_id)}%`), eb('key', '=', allDevicesOf(user_id))]))
      .execute()
  const user = await db.selectFrom('app_user').select(['username_key', 'email_key']).where('id', '=', user_id).executeTakeFirst()
  for (const name of user === undefined ? [] : [nameKey(user.username_key), nameKey(user.email_key)]) {
    const those = db.deleteFrom('throttle')
    await (ip === null ? those.where('key', 'like', `${name}%`) : those.where('key', '=', failuresOf(name, ip))).execute()
  }
}
