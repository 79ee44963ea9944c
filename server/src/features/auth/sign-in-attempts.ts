import { addressKey } from '../../platform/address-key.ts'
import { AppError } from '../../platform/errors/app-error.ts'
import type { Context } from '../../context.ts'
import type { Db } from '../../platform/db/schema/index.ts'
import { accountKey, fingerprint } from './account-keys.ts'
import { knownDevice } from './sessions/known-device.ts'
import { attempt, giveBack, isUnchecked, takeFrom, type Bucket } from './throttle.ts'

/** Failures that one address may make: 150 at once, then one each 6 seconds. Successes are given back. */
const failuresOfAddress: Bucket = { burst: 150, everyMs: 6_000 }

type SignInAttempt = {
  /** Name or mail address, as it was typed. */
  typed: string
  ip: string
  /** What the browser kept of an earlier sign-in; empty without it. */
  device: string
  /** The account that `typed` belongs to. */
  user_id: string | null
}

/**
 * Checks the password of a sign-in, within three limits: what one address may fail, what it may fail for one name, and what all addresses
 * together may fail for one name. They are counted by what was typed, whether an account has it or not, so that a name and the mail
 * address of the same account answer each apart, as two unknown ones do (trust case AUT-06). A device that the account knows has a count
 * of its own, and all of them together one: the failures of strangers keep nobody out (AUT-05), and each sign-in gives another device.
 * @throws {AppError} `auth.too_many`, `auth.locked`
 */
export async function attemptSignIn(context: Context, { typed, ip, device, user_id }: SignInAttempt, check: () => Promise<boolean>): Promise<boolean> {
  const name = nameKey(typed)
  const known = user_id === null ? null : knownDevice(context, user_id, device)
  if (user_id !== null && known !== null) return attempt(context, `${devicesOf(user_id)}${known}`, check, allDevicesOf(user_id))
  return attemptFrom(context, ip, () => attempt(context, failuresOf(name, ip), check, name))
}

/**
 * Does the work of a sign-in, within what one address may fail.
 * @param work answers false for a failure
 * @throws {AppError} `auth.too_many`; what `work` throws, which counts as a failure but where nothing was checked
 */
export async function attemptFrom<T>({ db, now }: Context, ip: string, work: () => Promise<T>): Promise<T> {
  const address = `login:${addressKey(ip)}`
  await countFailure(db, address, now())
  const takeBack = () => giveBack(db, failuresOfAddress, address)
  const done = await work().catch(async (error: unknown) => {
    // Where the database is what fails, its error is the one to tell.
    if (isUnchecked(error)) await takeBack().catch(() => {})
    throw error
  })
  if (done !== false) await takeBack()
  return done
}

/** @throws {AppError} `auth.too_many` */
async function countFailure(db: Db, address: string, now: Date): Promise<void> {
  if (await takeFrom(db, failuresOfAddress, address, now)) return
  throw new AppError('auth.too_many', { retryAfterSeconds: failuresOfAddress.everyMs / 1_000 })
}

// People sometimes type their password where the name goes: what they typed is not kept.
const nameKey = (typed: string): string => `sign-in:${fingerprint(accountKey(typed))}`

const devicesOf = (user_id: string): string => `device:${user_id}:`
const allDevicesOf = (user_id: string): string => `devices:${user_id}`
const failuresOf = (name: string, ip: string): string => `${name}:${fingerprint(addressKey(ip)).slice(0, 16)}`

/** Forgets the failed sign-ins of an account: all of them, or those of one address. */
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
