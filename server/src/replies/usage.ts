import type { Llm, LlmRequest, LlmResult } from '../platform/llm/port.ts'
import { sql, type RawBuilder } from 'kysely'
import type { Db } from '../platform/db/schema/index.ts'
import { randomUUID } from 'node:crypto'

/**
 * Tokens used by model calls. `estimated_tokens` is the share of the other two that was estimated from the text length; `model_ms` is the sum of the
 * durations of the calls, in milliseconds.
 */
export type TokenUsage = { prompt_tokens: number; completion_tokens: number; estimated_tokens: number; model_ms: number }

export const noTokenUsage: TokenUsage = { prompt_tokens: 0, completion_tokens: 0, estimated_tokens: 0, model_ms: 0 }

export const addTokenUsage = (one: TokenUsage, other: TokenUsage): TokenUsage => ({
  prompt_tokens: one.prompt_tokens + other.prompt_tokens,
  completion_tokens: one.completion_tokens + other.completion_tokens,
  estimated_tokens: one.estimated_tokens + other.estimated_tokens,
  model_ms: one.model_ms + other.model_ms,
})

/** UTF-16 units per token, for estimates. */
const unitsPerToken = 4

/** Estimated tokens of an image of 2,048 pixels: models count from 800 to 3,000. */
export const imageTokens = 2_000

/**
 * Calls the model and reports the tokens used, whether the call succeeds or fails: the model server's count, or an estimate when it gives none.
 * A call that failed before any text reports nothing, unless it was aborted on our side while it ran: the model may have read the whole prompt.
 * @param reportUsage called at most once, before this settles; `isCut` is true when the call rejects
 * @throws {LlmError} as `complete`
 */
export async function completeWithUsage(llm: Llm, request: LlmRequest, reportUsage: (usage: TokenUsage, isCut: boolean) => void): Promise<LlmResult> {
  let receivedLength = 0
  let readsImages = true
  const wasAborted = request.signal.aborted
  const calledAt = performance.now()
  const elapsedMs = () => Math.round(performance.now() - calledAt)
  const estimateUsage = (): TokenUsage => {
    const promptLength = request.messages.reduce((sum, { content }) => sum + content.length, 0)
    const images = readsImages ? request.messages.reduce((sum, message) => sum + (message.images?.length ?? 0), 0) : 0
    const [prompt_tokens, completion_tokens] = [Math.ceil(promptLength / unitsPerToken) + images * imageTokens, Math.ceil(receivedLength / unitsPerToken)]
    return { prompt_tokens, completion_tokens, estimated_tokens: prompt_tokens + completion_tokens, model_ms: elapsedMs() }
  }
  let result: LlmResult
  try {
    result = await llm.complete({
      ...request,
      onAnswering(answer) {
        readsImages = answer.readsImages
        request.onAnswering?.(answer)
      },
      onDelta(text) {
        receivedLength += text.length
        request.onDelta(text)
      },
    })
  } catch (error) {
    if (receivedLength > 0 || (request.signal.aborted && !wasAborted)) reportUsage(estimateUsage(), true)
    throw error
  }
  reportUsage(result.usage === null ? estimateUsage() : { ...result.usage, estimated_tokens: 0, model_ms: elapsedMs() }, false)
  return result
}

/** Limit on the tokens reserved for one model call. Larger context windows are rarely filled. */
export const maxReservedPerCall = 32_000

/** Limit on the tokens reserved for a reply of several calls (full reading). */
const maxReserved = 8_000_000

/** `model` value, in message rows and in the ledger, of a reply written without a model. */
export const noModel = 'none'

/** Usage of one reply. `model` is the model that answered, or the one requested if none did. */
export type ReplyUsage = TokenUsage & { model: string }

/**
 * SQL that adds the selected rows to the usage ledger. Columns of `rows`: those of `usage_entry`, in the order of the migration, without `kind`.
 * @param kind `test`: answers of a test run, which count against no limit
 */
export const addUsageSql = (rows: RawBuilder<unknown>, kind: 'reply' | 'test' = 'reply'): RawBuilder<unknown> => sql`
  insert into usage_entry as u (day, user_id, team_id, team_name, assistant_id, assistant_name, model,
    prompt_tokens, completion_tokens, estimated_tokens, replies, uncounted, model_ms, timed_replies, kind)
  select counted.*, ${kind} from (${rows}) counted
  on conflict (user_id, day, coalesce(team_id, '00000000-0000-0000-0000-000000000000'),
    coalesce(assistant_id, '00000000-0000-0000-0000-000000000000'), coalesce(assistant_name, ''), model, kind) where user_id is not null
  do update set prompt_tokens = u.prompt_tokens + excluded.prompt_tokens, completion_tokens = u.completion_tokens + excluded.completion_tokens,
    estimated_tokens = u.estimated_tokens + excluded.estimated_tokens, replies = u.replies + excluded.replies, uncounted = u.uncounted + excluded.uncounted,
    model_ms = u.model_ms + excluded.model_ms, timed_replies = u.timed_replies + excluded.timed_replies`

/**
 * SQL, to embed in a larger statement, that deletes the running usage of a slot and adds the tokens used to the ledger. The usage is counted once, even if
 * called again: only the call that deletes the row counts it.
 * @param entry slot in `throttle.running`
 * @param use null for a reply that did not start: nothing is counted
 * @param after common table expression that takes the locks preceding the ledger's
 */
export function endUsageSql(entry: string, use: ReplyUsage | null, after: RawBuilder<unknown>): RawBuilder<unknown> {
  const deleteRunningUse = sql`held_use as (delete from usage_running where place = ${entry} and (select count(*) from ${after}) >= 0 returning *)`
  if (use === null) return deleteRunningUse
  return sql`${deleteRunningUse}, counted_use as (${addUsageSql(sql`
    select day, user_id, team_id, team_name, assistant_id, assistant_name, ${use.model}::text,
      ${use.prompt_tokens}::bigint, ${use.completion_tokens}::bigint, ${use.estimated_tokens}::bigint, 1, ${use.estimated_tokens > 0 ? 1 : 0}::integer,
      ${use.model_ms}::bigint, 1
    from held_use`)})`
}

/** Raises the tokens that a running reply reserves of its quota, for a reply of several calls. Does nothing once the reply has ended. */
export async function raiseReservation(db: Db, entry: string, tokens: number): Promise<void> {
  await sql`update usage_running set held = greatest(held, ${Math.min(Math.ceil(tokens), maxReserved)}::bigint) where place = ${entry}`.execute(db)
}

/** Slot of the limit on one person's concurrent replies, across all instances: `entry` is an element of `throttle.running`, in the row `key`. */
export type ReplySlot = { key: string; entry: string }

export const newReplySlot = (writer_id: string, key: string): ReplySlot => ({ key, entry: `${writer_id}:${randomUUID()}` })

/** SQL array of the slots in a `throttle` row whose writer is alive: this process, or one with a recent heartbeat. */
export function liveSlots(writer_id: string): RawBuilder<string[]> {
  return sql`array(
    select place from unnest(throttle.running) place
    where starts_with(place, ${`${writer_id}:`}) or exists (
      select 1 from writer w where w.id = split_part(place, ':', 1)::uuid and w.heartbeat_at > now() - make_interval(secs => ${writerSilenceSeconds})))`
}

/**
 * SQL that releases a slot, to embed in a larger statement. Locks the user's row first, because the usage ledger refers to it: without a fixed order, a
 * concurrent account deletion would deadlock.
 */
export function releaseSlotSql({ key, entry }: ReplySlot): RawBuilder<unknown> {
  return sql`update throttle set running = array_remove(running, ${entry}) where key = ${key} and (select count(*) from (
    select id from app_user where id = (select user_id from usage_running where place = ${entry}) for key share) held_first) >= 0`
}

/** Releases slots. Those that the database could not release are remembered for `retry`. */
export type SlotReleaser = {
  /**
   * Releases a slot and counts the usage. Never rejects.
   * @param use tokens of a reply without a message row; null for a reply that did not start
   */
  release(slot: ReplySlot, use?: ReplyUsage | null): Promise<void>
  /** Releases the slots whose release has failed. Rejects with the first error. */
  retry(): Promise<void>
}

export function createSlotReleaser(db: Db): SlotReleaser {
  const unreleased = new Map<ReplySlot, ReplyUsage | null>()
  const releaseInDatabase = async (slot: ReplySlot, use: ReplyUsage | null) => {
    await sql`with left_place as (${releaseSlotSql(slot)} returning key), ${endUsageSql(slot.entry, use, sql`left_place`)} select 1`.execute(db)
    unreleased.delete(slot)
  }
  return {
    release: (place, use = null) => {
      unreleased.set(place, use)
      return releaseInDatabase(place, use).catch(() => {})
    },
    async retry() {
      // A failed release does not prevent the others.
      const results = await Promise.allSettled([...unreleased].map(([place, use]) => releaseInDatabase(place, use)))
      const failure = results.find(({ status }) => status === 'rejected')
      if (failure?.status === 'rejected') throw failure.reason
    },
  }
}

/** Seconds without a heartbeat after which a writer counts as dead. */
export const writerSilenceSeconds = 10

/** Gap between heartbeats, in seconds, after which `steady_since` restarts: the database may have been unavailable to every process. */
const gapSeconds = 5

export async function writeHeartbeat(db: Db, writer_id: string): Promise<void> {
  await sql`
    insert into writer (id) values (${writer_id})
    on conflict (id) do update set heartbeat_at = now(),
      steady_since = case when writer.heartbeat_at < now() - make_interval(secs => ${gapSeconds}) then now() else writer.steady_since end`.execute(db)
}

/** Deletes the heartbeat of a process that stops: it has no reply left to write. */
export async function deleteWriter(db: Db, writer_id: string): Promise<void> {
  await db.deleteFrom('writer').where('id', '=', writer_id).execute()
}
