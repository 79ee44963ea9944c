import { sql } from 'kysely'
import { AppError, notFound } from '../../platform/errors/app-error.ts'
import type { Caller, Context } from '../../context.ts'
import { beginning, holdingTokens, tokenRefusal, tokenRoom, type Verdict } from '../quotas/token-room.ts'
import { livePlaces, type Place } from '../../replies/usage.ts'

/**
 * Acquires a slot for a reply and counts it against the person's limits, across all instances: concurrent replies, messages per minute (trust case LLM-10)
 * and tokens per month. The slot is released when the reply ends, or by `context.replies.leave` if it does not start.
 * @param assistant assistant recorded with the usage, when no saved conversation gives it
 * @throws {AppError} `chat.too_many_replies`, `chat.too_many_messages`, `quota.exhausted`, `quota.busy`, `request.not_found`
 */
export async function takePlace(context: Context, caller: Caller, assistant: { id: string; name: string } | null = null): Promise<Place> {
  const place = placeFor(context, caller.id)
  const asked = sql`select ${assistant?.id ?? null}::uuid as assistant_id, ${assistant?.name ?? null}::text as assistant_name, null::uuid as message_id`
  const statement = sql<{ is_counted: boolean; verdict: Verdict | null }>`
    with counted as (${takingPlace(context, caller.id, place)}
    ), ${tokenRoom(context, caller.id, sql`exists (select 1 from counted)`)}, ${holdingTokens(context, caller.id, place, asked)}
    select exists (select 1 from counted) as is_counted, (select verdict from room)`
  try {
    const { rows } = await beginning(() => statement.execute(context.db))
    const { is_counted, verdict } = rows[0]!
    if (!is_counted) throw await refusalOf(context, caller.id)
    const refusal = tokenRefusal(context, verdict)
    if (refusal !== null) throw refusal
    return place
  } catch (error) {
    void context.replies.leave(place)
    throw error
  }
}

/** Acquires the person's only slot for a full reading, across all instances; null when it is taken. */
export async function takeReadingPlace(context: Context, owner_id: string): Promise<Place | null> {
  const place = context.replies.newPlace(`reading:${owner_id}`)
  const { key, entry } = place
  const live = livePlaces(context.instanceId)
  const { rows } = await sql`
    insert into throttle (key, ends_at, running) values (${key}, ${context.now()}, array[${entry}::text])
    on conflict (key) do update set ends_at = excluded.ends_at, running = ${live} || excluded.running where cardinality(${live}) < 1
    returning key`
    .execute(context.db)
    .catch((error: unknown) => {
      void context.replies.leave(place)
      throw error
    })
  return rows.length === 0 ? null : place
}

export const placeFor = (context: Context, owner_id: string): Place => context.replies.newPlace(keyOf(owner_id))

/**
 * SQL that counts one message and acquires a slot, to embed in a larger statement. Returns one row when both limits allow it; otherwise no row, and
 * nothing is counted.
 * The conflict locks the row, so two instances cannot both take the last slot. The user's row is locked first, because the rest of the statement refers to
 * it: without a fixed order, a concurrent account deletion would deadlock.
 */
export function takingPlace(context: Context, owner_id: string, { key, entry }: Place) {
  const { everyMs, fullest, now } = bucketOf(context)
  const live = livePlaces(context.instanceId)
  return sql<{ key: string }>`
    insert into throttle (key, ends_at, running)
    select ${key}::text, ${new Date(now + everyMs)}::timestamptz, array[${entry}::text] from (select id from app_user where id = ${owner_id} for key share) person
    on conflict (key) do update set
      ends_at = greatest(throttle.ends_at, ${new Date(now)}::timestamptz) + make_interval(secs => ${everyMs / 1_000}::float8),
      running = ${live} || excluded.running
    where throttle.ends_at <= ${fullest} and cardinality(${live}) < ${context.config.chat.maxRunning}::int
    returning key`
}

/**
 * Returns the error that explains why no slot was acquired: `chat.too_many_messages`, `chat.too_many_replies`, or `request.not_found` when the account was
 * deleted meanwhile.
 */
export async function refusalOf(context: Context, owner_id: string): Promise<AppError> {
  const { everyMs, fullest, now } = bucketOf(context)
  const latest = new Date(now + minuteMs)
  // A value further than one minute ahead was written while the clock was wrong: reset it, so that nobody waits until then.
  const brought = await sql`update throttle set ends_at = ${new Date(now)} where key = ${keyOf(owner_id)} and ends_at > ${latest}`.execute(context.db)
  if ((brought.numAffectedRows ?? 0n) > 0n) return new AppError('chat.too_many_messages', { retryAfterSeconds: 1 })
  const row = await context.db
    .selectFrom('app_user')
    .leftJoin('throttle', (join) => join.on('throttle.key', '=', keyOf(owner_id)))
    .where('app_user.id', '=', owner_id)
    .select('throttle.ends_at')
    .executeTakeFirst()
  if (row === undefined) return notFound()
  if (row.ends_at !== null && Date.parse(row.ends_at) > fullest.getTime()) {
    return new AppError('chat.too_many_messages', { retryAfterSeconds: Math.ceil(everyMs / 1_000) })
  }
  return new AppError('chat.too_many_replies', { retryAfterSeconds: 5 })
}

const minuteMs = 60_000

/** Token bucket, as in `features/auth/throttle`: `ends_at` is the time at which it is full again. */
function bucketOf(context: Context) {
  const { maxPerMinute } = context.config.chat
  const everyMs = minuteMs / maxPerMinute
  const now = context.now().getTime()
  return { everyMs, now, fullest: new Date(now + (maxPerMinute - 1) * everyMs) }
}

const keyOf = (user_id: string) => `chat:${user_id}`
