import { sql, type RawBuilder } from 'kysely'
import { AppError } from '../../platform/errors/app-error.ts'
import type { Context } from '../../context.ts'
import type { Db } from '../../platform/db/schema/index.ts'
import { signInLimitsOf } from './concurrency-limits.ts'

/** Number of failures before a lockout, and its duration. */
type LockoutLimit = { failures: number; holdMs: number }
/** CNIL recommendation on passwords: a lockout of 15 minutes after 10 failures. */
const perKeyLimit: LockoutLimit = { failures: 10, holdMs: 15 * 60_000 }
/** Limit over all network addresses: high enough that a single one, locked by the narrow limit, never reaches it. */
const overallLimit: LockoutLimit = { failures: 100, holdMs: 15 * 60_000 }
/** Failures are forgotten one hour after the first of their series. */
const seriesMs = 60 * 60_000
/** Accepted clock skew between instances. An end date further ahead than the rules allow was written by a clock that was ahead, and is ignored. */
const clockToleranceMs = 60_000
/** Added delay of each failure beyond `from`. */
const delays = { narrow: { from: 3, stepMs: 100 }, wide: { from: 30, stepMs: 20 } }

/**
 * Checks a secret under the limits above and returns whether it was right. The attempt is counted before the check, so that parallel guesses on any number
 * of instances cannot exceed the limit. A success resets its own count only; the wide one only loses this attempt, as otherwise a stranger could see that
 * somebody signed in. A check that could not be made counts nowhere.
 * @param all key of a second count, over all network addresses or devices
 * @throws {AppError} `auth.locked` from the first failure too many until the lockout ends
 */
export async function attempt(context: Context, key: string, check: () => Promise<boolean>, all?: string): Promise<boolean> {
  const { db } = context
  const counted = all === undefined ? [key] : [key, all]
  const takeBack = async (refusal: unknown, ...keys: string[]): Promise<never> => {
    // If the database is failing, its original error is the one to report.
    await Promise.allSettled(keys.map((bucketKey) => uncount(db, bucketKey)))
    throw refusal
  }
  const { late, right } = await signInLimitsOf(context).attempts.run(key, async () => {
    const rank = await countAttempt(db, key, perKeyLimit, context.now())
    const rankOfAll = all === undefined ? 0 : await countAttempt(db, all, overallLimit, context.now()).catch((error: unknown) => takeBack(error, key))
    const isAllowed = await check().catch((error: unknown) => takeBack(error, ...(isUnchecked(error) ? counted : [])))
    if (isAllowed) await clearAttempts(db, key)
    if (isAllowed && all !== undefined) await uncount(db, all)
    return { late: delayOf(rank, delays.narrow) + delayOf(rankOfAll, delays.wide), right: isAllowed }
  })
  if (!right && late > 0) await context.delay(late)
  return right
}

/** Whether an error means that the secret could not be checked: too much work waiting, or a failing database. */
export const isUnchecked = (error: unknown): boolean => !(error instanceof AppError) || error.code === 'auth.too_many' || error.status >= 500

const delayOf = (rank: number, { from, stepMs }: { from: number; stepMs: number }): number => Math.max(0, rank - from) * stepMs

/** Counts an attempt and returns its position in its series. @throws {AppError} `auth.locked` */
async function countAttempt(db: Db, key: string, { failures, holdMs }: LockoutLimit, now: Date): Promise<number> {
  const seriesEnd = after(now, seriesMs)
  const lockoutEnd = after(now, holdMs)
  const isOver = sql`(throttle.ends_at <= ${now} or throttle.ends_at > ${after(now, Math.max(seriesMs, holdMs) + clockToleranceMs)})`
  const { rows } = await sql<{ count: number }>`
    insert into throttle (key, count, ends_at) values (${key}, 1, ${seriesEnd})
    on conflict (key) do update set
      count = case when ${isOver} then 1 else throttle.count + 1 end,
      ends_at = case
        when ${isOver} then ${seriesEnd}::timestamptz
        when throttle.count + 1 >= ${failures}::int then ${lockoutEnd}::timestamptz
        else throttle.ends_at end
    where ${isOver} or throttle.count < ${failures}::int
    returning count`.execute(db)
  if (rows[0] !== undefined) return rows[0].count
  const throttled = await db.selectFrom('throttle').select('ends_at').where('key', '=', key).executeTakeFirst()
  throw new AppError('auth.locked', { retryAfterSeconds: secondsUntil(throttled?.ends_at, now) })
}

async function uncount(db: Db, key: string): Promise<void> {
  await sql`update throttle set count = count - 1 where key = ${key} and count > 0`.execute(db)
}

async function clearAttempts(db: Db, key: string): Promise<void> {
  await db.deleteFrom('throttle').where('key', '=', key).execute()
}

/** Token bucket: `burst` actions at once, then one every `everyMs` milliseconds. */
export type TokenBucket = { burst: number; everyMs: number }

/**
 * Takes one action from a bucket; false when it is empty. `ends_at` is the time at which the bucket is full again (generic cell rate algorithm), so that
 * taking is one SQL statement.
 */
export async function takeFrom(db: Db, bucket: TokenBucket, key: string, now: Date): Promise<boolean> {
  const { rows } = await takeStatement(bucket, key, now).execute(db)
  return rows.length > 0
}

/** Returns the statement of `takeFrom`, to be embedded in another: one row when the action was taken, none when the bucket is empty. */
function takeStatement(bucket: TokenBucket, key: string, now: Date): RawBuilder<{ key: string }> {
  const fullestAt = after(now, (bucket.burst - 1) * bucket.everyMs)
  const isAhead = sql`throttle.ends_at > ${after(now, bucket.burst * bucket.everyMs + clockToleranceMs)}`
  return sql<{ key: string }>`
    insert into throttle (key, ends_at) values (${key}, ${after(now, bucket.everyMs)})
    on conflict (key) do update set
      ends_at = case when ${isAhead} then ${now}::timestamptz else greatest(throttle.ends_at, ${now}::timestamptz) end
        + make_interval(secs => ${bucket.everyMs / 1_000}::float8)
    where throttle.ends_at <= ${fullestAt} or ${isAhead}
    returning key`
}

/** Returns an action to a bucket, so that a success costs nothing to the other people behind the same network address. */
export async function returnToBucket(db: Db, bucket: TokenBucket, key: string): Promise<void> {
  await sql`update throttle set ends_at = ends_at - make_interval(secs => ${bucket.everyMs / 1_000}::float8) where key = ${key}`.execute(db)
}

/** Sets the time at which a bucket with a burst of one is available again, in place of the time that its rule gives. */
export async function setAvailableFrom(db: Db, key: string, until: Date): Promise<void> {
  await db.updateTable('throttle').set({ ends_at: until }).where('key', '=', key).execute()
}

function after(now: Date, ms: number): Date {
  return new Date(now.getTime() + ms)
}

function secondsUntil(instant: string | undefined, now: Date): number {
  return instant === undefined ? 1 : Math.max(1, Math.ceil((Date.parse(instant) - now.getTime()) / 1_000))
}
