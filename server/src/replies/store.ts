import type { FinishReason, ModelLevel, ModelReason, ReplyStatus, SentImage, Source } from '@parvis/contract'
import { sql } from 'kysely'
import type { ReadingProgress, ReplyNotice } from '../platform/db/schema/conversations.ts'
import type { Db } from '../platform/db/schema/index.ts'
import type { ReplyNeed } from './run.ts'
import { releaseSlotSql, type ReplySlot, addUsageSql, endUsageSql, maxReservedPerCall, type ReplyUsage, writerSilenceSeconds } from './usage.ts'

/** Final state of a saved reply, as written to its message row. */
export type ReplyEnd = {
  status: Exclude<ReplyStatus, 'en_cours'>
  finish_reason: FinishReason
  error_code: string | null
  content: string
  notices: ReplyNotice[]
  sources: Source[]
  images?: readonly SentImage[]
  model: string | null
  level: ModelLevel | null
  needed_level: ModelLevel | null
  documents_level: ModelLevel | null
  model_reason: ModelReason | null
  expected_model: string | null
  usage: { prompt_tokens: number; completion_tokens: number } | null
  /** Duration of the model calls, in milliseconds; null when no model was called. */
  model_ms: number | null
  /** Set when sources were sent before the text but none is saved: it records that event, so that a resuming reader gets the same event numbers. */
  progress?: ReadingProgress
}

export type ReplyPiece = { message_id: string; start_at: number; text: string }

/**
 * Saves new text of many running replies in one statement. Text of deleted messages is dropped. A piece already saved at the same `start_at` is replaced
 * if the new one is longer: an earlier save may have succeeded without the writer knowing.
 */
export async function savePieces(db: Db, pieces: readonly ReplyPiece[]): Promise<void> {
  // PostgreSQL refuses half a surrogate pair in JSON: one reply would prevent the save of all the others.
  const rows = pieces.map(({ message_id, start_at, text }) => ({ message_id, start_at, text: text.toWellFormed() }))
  await sql`
    insert into reply_chunk (message_id, start_at, text)
    select p.message_id, p.start_at, p.text
    from json_to_recordset(${JSON.stringify(rows)}::json) as p(message_id uuid, start_at int, text text)
    where exists (select 1 from message m where m.id = p.message_id)
    on conflict (message_id, start_at) do update set text = excluded.text where length(excluded.text) > length(reply_chunk.text)`.execute(db)
}

/**
 * Saves the sources and the levels of a running reply before its first text: readers on other processes number events identically, and the text that a
 * crash leaves keeps its level.
 */
export async function savePrompt(db: Db, message_id: string, sources: readonly Source[], need: ReplyNeed): Promise<void> {
  await db
    .updateTable('message')
    .set({ sources: JSON.stringify(sources), ...need })
    .where('id', '=', message_id)
    .execute()
}

/** Saves the notices of a running reply. Called before their text is saved, so that no saved text has a notice that is not recorded. */
export async function saveNotices(db: Db, message_id: string, notices: readonly ReplyNotice[]): Promise<void> {
  await db
    .updateTable('message')
    .set({ notices: JSON.stringify(notices) })
    .where('id', '=', message_id)
    .where('status', '=', 'en_cours')
    .execute()
}

/** Saves the progress of a full reading and the tokens used so far. Readers on other processes see it, and the usage survives if this process dies. */
export async function saveProgress(db: Db, message_id: string, progress: ReadingProgress, usage: ReplyEnd['usage']): Promise<void> {
  await db
    .updateTable('message')
    .set({ progress: JSON.stringify(progress), ...usage })
    .where('id', '=', message_id)
    .where('status', '=', 'en_cours')
    .execute()
}

/** SQL condition: the reply was closed because its writer seemed dead, and has not been superseded. The writer may still finish it. */
const closedByMistakeSql = sql`(status = 'interrompue' and finish_reason = 'crash' and superseded_at is null)`

/** Returns which of these accounts are active. */
export async function activeOwners(db: Db, owners: readonly string[]): Promise<Set<string>> {
  const rows = await db.selectFrom('app_user').where('id', 'in', owners).where('is_active', '=', true).select('id').execute()
  return new Set(rows.map(({ id }) => id))
}

/** Returns which of these API keys still exist: a revoked key is deleted. */
export async function existingKeys(db: Db, ids: readonly string[]): Promise<Set<string>> {
  if (ids.length === 0) return new Set()
  const rows = await db.selectFrom('api_key').where('id', 'in', ids).select('id').execute()
  return new Set(rows.map(({ id }) => id))
}

/**
 * Returns which of this writer's running replies must stop: stop requested on another instance, message deleted, owner disabled, or row no longer written by this writer. A reply that another
 * process closed because this writer seemed dead may still finish (`endReply`).
 */
export async function repliesToStop(db: Db, writer_id: string, running: readonly string[]): Promise<string[]> {
  const stillRunning = await sql<{ id: string }>`
    select m.id from message m
    join conversation c on c.id = m.conversation_id
    join app_user u on u.id = c.owner_id
    where m.id = any(${running}::uuid[]) and not m.stop_requested and u.is_active
      and ((m.writer_id = ${writer_id} and m.status = 'en_cours') or ${closedByMistakeSql})`.execute(db)
  const stillRunningIds = new Set(stillRunning.rows.map((row) => row.id))
  return running.filter((message_id) => !stillRunningIds.has(message_id))
}

/**
 * Closes a reply: writes its final state to the message row, deletes its saved pieces, releases its slot and adds its usage to the ledger. Returns false
 * when the row is no longer this writer's. A row closed because this writer seemed dead still is, until the person continues the conversation.
 * The usage is counted even when the result is false. Rows are locked in the same order as when a message is sent (platform/db/retry-transaction): user, slot,
 * conversation, message, ledger.
 * @param slotUse slot and usage, null where nothing is counted; null for a reply without a slot
 * @param isRead whether somebody is reading the reply as it ends: the conversation is then marked as seen
 */
export async function endReply(
  db: Db,
  writer_id: string,
  message_id: string,
  replyEnd: ReplyEnd,
  slotUse: { place: ReplySlot; use: ReplyUsage | null } | null,
  isRead: boolean,
): Promise<boolean> {
  const { rows } = await sql<{ id: string }>`
    with ${slotUse === null ? sql`left_place as (select 1)` : sql`left_place as (${releaseSlotSql(slotUse.place)} returning key)`},
    conversation_held as materialized (
      select id from conversation where id = (select conversation_id from message where id = ${message_id}) and (select count(*) from left_place) >= 0
      for no key update
    ), ended as (
      update message set content = ${replyEnd.content}, status = ${replyEnd.status}, finish_reason = ${replyEnd.finish_reason},
        error_code = ${replyEnd.error_code}, sources = ${JSON.stringify(replyEnd.sources)}::jsonb,
        notices = ${JSON.stringify(replyEnd.notices)}::jsonb, images = ${JSON.stringify(replyEnd.images ?? [])}::jsonb, model = ${replyEnd.model}, level = ${replyEnd.level},
        needed_level = greatest(needed_level, ${replyEnd.needed_level}::smallint), documents_level = greatest(documents_level, ${replyEnd.documents_level}::smallint), model_reason = ${replyEnd.model_reason},
        expected_model = ${replyEnd.expected_model}, fallback = ${replyEnd.model_reason === 'unavailable'},
        prompt_tokens = ${replyEnd.usage?.prompt_tokens ?? null}, completion_tokens = ${replyEnd.usage?.completion_tokens ?? null}, model_ms = ${replyEnd.model_ms},
        progress = coalesce(progress, ${replyEnd.progress === undefined ? null : JSON.stringify(replyEnd.progress)}::jsonb), writer_id = null, finished_at = now()
      where id = ${message_id} and (select count(*) from conversation_held) >= 0 and ((writer_id = ${writer_id} and status = 'en_cours') or ${closedByMistakeSql})
      returning id, conversation_id
    ), cleared as (
      delete from reply_chunk using ended where reply_chunk.message_id = ended.id
    ), touched as (
      update conversation set updated_at = now(), seen_at = case when ${isRead} then now() else seen_at end from ended where conversation.id = ended.conversation_id
    )${slotUse === null ? sql`` : sql`, ${endUsageSql(slotUse.place.entry, slotUse.use, sql`ended`)}`}
    select id from ended`.execute(db)
  return rows.length === 1
}

/**
 * Closes as `interrompue`, with their saved text, the replies whose writer is dead, and those attributed to this writer that it is not writing (the
 * connection was lost after the row was created). Adds an estimate of their usage to the ledger, then deletes leftover pieces, running usage and dead
 * writers.
 * When several processes share the database, a process judges others only once its own heartbeats have been steady for `writerSilenceSeconds`: after a
 * database outage each process gets time to be heard again.
 * @param isExclusive true when no other process can write (embedded database): every other writer is dead
 * @param ownRunning ids of the replies that this writer is writing
 * @returns the number of replies closed
 */
export async function closeOrphans(db: Db, writer_id: string, isExclusive: boolean, ownRunning: readonly string[]): Promise<number> {
  const { rows } = await sql<{ id: string }>`
    with orphan as (
      select m.id, coalesce((select string_agg(c.text, '' order by c.start_at) from reply_chunk c where c.message_id = m.id), '') as content
      from message m
      where m.status = 'en_cours' and case when m.writer_id = ${writer_id}
        then m.created_at < now() - make_interval(secs => ${writerSilenceSeconds}) and m.id <> all(${ownRunning}::uuid[])
        else ${isExclusive} or (
          exists (select 1 from writer me where me.id = ${writer_id} and me.steady_since < now() - make_interval(secs => ${writerSilenceSeconds}))
          and not exists (
            select 1 from writer w where w.id = m.writer_id and w.heartbeat_at > now() - make_interval(secs => ${writerSilenceSeconds})))
        end
      for update of m skip locked
    ), closed as (
      update message set content = orphan.content, status = 'interrompue', finish_reason = 'crash', writer_id = null, finished_at = now()
      from orphan where message.id = orphan.id returning message.*
    ), cleared as (
      delete from reply_chunk using closed where reply_chunk.message_id = closed.id
    ), held as (
      delete from usage_running using closed where usage_running.message_id = closed.id
      returning usage_running.*, closed.conversation_id, closed.content, closed.sources, closed.prompt_tokens, closed.completion_tokens
    ), told as (
      select held.*, ceil(length(content) / 4.0)::bigint as written, least(held.held, ${maxReservedPerCall}::bigint, ceil((length(sources::text) + (
        select coalesce(sum(length(m.content)), 0) from message m
        where m.conversation_id = held.conversation_id and m.superseded_at is null and m.status <> 'en_cours')) / 4.0)::bigint) as asked,
        prompt_tokens is null and content <> '' as is_estimate
      from held
    ), counted as (${addUsageSql(sql`
      select day, user_id, team_id, max(team_name), assistant_id, max(assistant_name), '',
        sum(case when is_estimate then asked else coalesce(prompt_tokens, 0) end)::bigint,
        sum(case when is_estimate then written else coalesce(completion_tokens, 0) end)::bigint,
        sum(case when is_estimate then asked + written else 0 end)::bigint, count(*)::integer, sum(is_estimate::integer)::integer, 0, 0
      -- One row of the ledger takes each once: several replies of one person are one.
      from told group by day, user_id, team_id, assistant_id, coalesce(assistant_name, '') order by team_id, user_id, day`)}
    )
    select id from closed`.execute(db)
  // Running usage without a running message cannot be counted any more. For this writer, an unsaved reply whose entry is one hour old was abandoned by its
  // caller while its slot was being acquired. A piece saved while its reply ended or its conversation was deleted belongs to nothing.
  await sql`
    with abandoned as (
      delete from usage_running where writer_id = ${writer_id} and message_id is null and created_at < now() - interval '1 hour'
    ), uncounted as (
      delete from usage_running r where r.writer_id <> ${writer_id} and not exists (select 1 from message m where m.id = r.message_id and m.status = 'en_cours')
        and (${isExclusive} or not exists (select 1 from writer w where w.id = r.writer_id and w.heartbeat_at > now() - interval '1 hour'))
    ), unused_pieces as (
      delete from reply_chunk c where not exists (select 1 from message m where m.id = c.message_id and m.status = 'en_cours')
    )
    delete from writer where id <> ${writer_id} and heartbeat_at < now() - interval '1 hour'`.execute(db)
  return rows.length
}

/** Reads a saved reply of this owner; null when it does not exist or belongs to somebody else. */
export async function readReply(db: Db, message_id: string, owner_id: string) {
  const row = await db
    .selectFrom('message')
    .innerJoin('conversation', 'conversation.id', 'message.conversation_id')
    .where('message.id', '=', message_id)
    .where('conversation.owner_id', '=', owner_id)
    .where('message.role', '=', 'assistant')
    .select([
      'message.id',
      'message.content',
      'message.status',
      'message.finish_reason',
      'message.error_code',
      'message.sources',
      'message.images',
      'message.notices',
      'message.progress',
      'message.model',
      'message.level',
      'message.model_reason',
      'message.expected_model',
      'message.needed_level',
      'message.prompt_tokens',
      'message.completion_tokens',
      'message.writer_id',
    ])
    .executeTakeFirst()
  return row ?? null
}

/** Reads the saved pieces of a running reply that start at `start` or later, in order. */
export async function readPieces(db: Db, message_id: string, start: number): Promise<{ start_at: number; text: string }[]> {
  return db
    .selectFrom('reply_chunk')
    .where('message_id', '=', message_id)
    .where('start_at', '>=', start)
    .orderBy('start_at')
    .select(['start_at', 'text'])
    .execute()
}

/**
 * Sets `stop_requested`, which the writing process polls.
 * @returns whether the reply was still running
 */
export async function requestStop(db: Db, message_id: string, owner_id: string): Promise<boolean> {
  const { numUpdatedRows } = await db
    .updateTable('message')
    .set({ stop_requested: true })
    .where('id', '=', message_id)
    .where('status', '=', 'en_cours')
    .where('conversation_id', 'in', (query) => query.selectFrom('conversation').where('owner_id', '=', owner_id).select('id'))
    .executeTakeFirst()
  return numUpdatedRows > 0n
}
