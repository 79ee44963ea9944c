import { sql } from 'kysely'
import { AppError, notFound } from '../../platform/errors/app-error.ts'
import type { Caller, Context } from '../../context.ts'
import { runAgainOnTakenTokens, reserveTokensSql, tokenRefusal, tokenRoomSql, type TokenVerdict } from '../quotas/token-room.ts'
import { liveSlots, type ReplySlot } from '../../replies/usage.ts'

/**
 * Acquires a slot for a reply and counts it against the person's limits, across all instances: concurrent replies, messages per minute (trust case LLM-10)
 * and tokens per month. The slot is released when the reply ends, or by `context.replies.leave` if it does not start.
 * @param assistant assistant recorded with the usage, when no saved conversation gives it
 * @throws {AppError} `chat.too_many_replies`, `chat.too_many_messages`, `quota.exhausted`, `quota.busy`, `request.not_found`
 */
export async function acquireReplySlot(context: Context, caller: Caller, assistant: { id: string; name: string } | null = null): Promise<ReplySlot> {
  const slot = replySlotOf(context, caller.id)
  const runningUse = sql`select ${assistant?.id ?? null}::uuid as assistant_id, ${assistant?.name ?? null}::text as assistant_name, null::uuid as message_id`
  const statement = sql<{ is_counted: boolean; verdict: TokenVerdict | null }>`
    with counted as (${acquireSlotSql(context, caller.id, slot)}
    ), ${tokenRoomSql(context, caller.id, sql`exists (select 1 from counted)`)}, ${reserveTokensSql(context, caller.id, slot, runningUse)}
    select exists (select 1 from counted) as is_counted, (select verdict from room)`
  try {
    const { rows } = await runAgainOnTakenTokens(() => statement.execute(context.db))
    const { is_counted, verdict } = rows[0]!
    if (!is_counted) throw await slotRefusal(context, caller.id)
    const refusal = tokenRefusal(context, verdict)
    if (refusal !== null) throw refusal
    return slot
  } catch (error) {
    void context.replies.releaseSlot(slot)
    throw error
  }
}

/** Acquires the person's only slot for a full reading, across all instances; null when it is taken. */
export async function acquireReadingSlot(context: Context, owner_id: string): Promise<ReplySlot | null> {
  const slot = context.replies.newSlot(`reading:${owner_id}`)
  const { key, entry } = slot
  const liveSlotsSql = liveSlots(context.instanceId)
  const { rows } = await sql`
    insert into throttle (key, ends_at, running) values (${key}, ${context.now()}, array[${entry}::text])
    on conflict (key) do update set ends_at = excluded.ends_at, running = ${liveSlotsSql} || excluded.running where cardinality(${liveSlotsSql}) < 1
    returning key`
    .execute(context.db)
    .catch((error: unknown) => {
      void context.replies.releaseSlot(slot)
      throw error
    })
  return rows.length === 0 ? null : slot
}

export const replySlotOf = (context: Context, owner_id: string): ReplySlot => context.replies.newSlot(keyOf(owner_id))

/**
 * SQL that counts one message and acquires a slot, to embed in a larger statement. Returns one row when both limits allow it; otherwise no row, and
 * nothing is counted.
 * The conflict locks the row, so two instances cannot both take the last slot. The user's row is locked first, because the rest of the statement refers to
 * it: without a fixed order, a concurrent account deletion would deadlock.
 */
export function acquireSlotSql(context: Context, owner_id: string, { key, entry }: ReplySlot) {
  const { everyMs, fullest, now } = bucketOf(context)
  const liveSlotsSql = liveSlots(context.instanceId)
  return sql<{ key: string }>`
    insert into throttle (key, ends_at, running)
    select ${key}::text, ${new Date(now + everyMs)}::timestamptz, array[${entry}::text] from (select id from app_user where id = ${owner_id} for key share) person
    on conflict (key) do update set
      ends_at = greatest(throttle.ends_at, ${new Date(now)}::timestamptz) + make_interval(secs => ${everyMs / 1_000}::float8),
      running = ${liveSlotsSql} || excluded.running
    where throttle.ends_at <= ${fullest} and cardinality(${liveSlotsSql}) < ${context.config.chat.maxRunning}::int
    returning key`
}

/**
 * Returns the error that explains why no slot was acquired: `chat.too_many_messages`, `chat.too_many_replies`, or `request.not_found` when the account was
 * deleted meanwhile.
 */
export async function slotRefusal(context: Context, owner_id: string): Promise<AppError> {
  const { everyMs, fullest, now } = bucketOf(context)
  const latest = new Date(now + minuteMs)
  // A value further than one minute ahead was written while the clock was wrong: reset it, so that nobody waits until then.
  const reset = await sql`update throttle set ends_at = ${new Date(now)} where key = ${keyOf(owner_id)} and ends_at > ${latest}`.execute(context.db)
  if ((reset.numAffectedRows ?? 0n) > 0n) return new AppError('chat.too_many_messages', { retryAfterSeconds: 1 })
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
  const refillMs = minuteMs / maxPerMinute
  const now = context.now().getTime()
  return { everyMs: refillMs, now, fullest: new Date(now + (maxPerMinute - 1) * refillMs) }
}

const keyOf = (user_id: string) => `chat:${user_id}`
