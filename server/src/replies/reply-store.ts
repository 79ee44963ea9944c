import type { FinishReason, ReplyStatus, Source } from '@parvis/contract'
import { sql } from 'kysely'
import type { ReadingProgress } from '../platform/db/schema/conversations.ts'
import type { Db } from '../platform/db/schema/index.ts'
import { leavingPlace, type Place } from './places.ts'
import { addingUse, endingUse, heldByCall, type ReplyUse } from './reply-use.ts'
import { writerSilenceSeconds } from './writers.ts'

/** How a kept reply ended, as its row will say. */
export type ReplyEnd = {
  status: Exclude<ReplyStatus, 'en_cours'>
  finish_reason: FinishReason
  error_code: string | null
  content: string
  sources: Source[]
  model: string | null
  /** Another model than the first one wrote it. */
  is_fallback?: boolean
  usage: { prompt_tokens: number; completion_tokens: number } | null
  /** Where readers were told sources before the text and none is kept: by which a reader who comes back still finds its place in the text. */
  progress?: ReadingProgress
}

export type ReplyPiece = { message_id: string; start_at: number; text: string }

/**
 * Saves pieces of many running replies in one statement; pieces of a reply deleted meanwhile are dropped. A piece that was saved without our hearing
 * of it comes again, longer.
 */
export async function savePieces(db: Db, pieces: readonly ReplyPiece[]): Promise<void> {
  const ids = pieces.map((piece) => piece.message_id)
  const starts = pieces.map((piece) => piece.start_at)
  const texts = pieces.map((piece) => piece.text)
  await sql`
    insert into reply_chunk (message_id, start_at, text)
    select p.message_id, p.start_at, p.text
    from unnest(${ids}::uuid[], ${starts}::int[], ${texts}::text[]) as p(message_id, start_at, text)
    where exists (select 1 from message m where m.id = p.message_id)
    on conflict (message_id, start_at) do update set text = excluded.text where length(excluded.text) > length(reply_chunk.text)`.execute(db)
}

/** Kept before the first word, so that readers on other processes number the events alike. */
export async function saveSources(db: Db, message_id: string, sources: readonly Source[]): Promise<void> {
  await db
    .updateTable('message')
    .set({ sources: JSON.stringify(sources) })
    .where('id', '=', message_id)
    .execute()
}

/** Kept as it goes, with what the model has already used: readers on other processes see it, and a dead process has told it. */
export async function saveProgress(db: Db, message_id: string, progress: ReadingProgress, usage: ReplyEnd['usage']): Promise<void> {
  await db
    .updateTable('message')
    .set({ progress: JSON.stringify(progress), ...usage })
    .where('id', '=', message_id)
    .where('status', '=', 'en_cours')
    .execute()
}

/** A reply that was closed for its writer, held for dead, and that its person has not gone on from: it is still the writer's. */
const isClosedInError = sql`(status = 'interrompue' and finish_reason = 'crash' and superseded_at is null)`

/** Those of these persons who may still use the application. */
export async function activeOwners(db: Db, owners: readonly string[]): Promise<Set<string>> {
  const rows = await db.selectFrom('app_user').where('id', 'in', owners).where('is_active', '=', true).select('id').execute()
  return new Set(rows.map(({ id }) => id))
}

/**
 * Running replies of this writer that must stop: asked from another instance, deleted, or owned by a disabled person. One that another closed
 * because it held this writer for dead goes on to the end that it will have (endReply).
 */
export async function repliesToStop(db: Db, writer_id: string, running: readonly string[]): Promise<string[]> {
  const going = await sql<{ id: string }>`
    select m.id from message m
    join conversation c on c.id = m.conversation_id
    join app_user u on u.id = c.owner_id
    where m.id = any(${running}::uuid[]) and not m.stop_requested and u.is_active
      and ((m.writer_id = ${writer_id} and m.status = 'en_cours') or ${isClosedInError})`.execute(db)
  const kept = new Set(going.rows.map((row) => row.id))
  return running.filter((message_id) => !kept.has(message_id))
}

/**
 * Folds a reply into its row, and gives its place back. Answers false when the row is no longer this writer's: a row that
 * another closed because it held this one for dead still is, until the person goes on from it.
 * What it used is counted whatever became of the row. Rows are locked in the order of a send (platform/db/run-again): its person, its place, the
 * conversation, the message, the ledger.
 * @param held its place, and what it used
 * @param isRead somebody read it to its end as it came
 */
export async function endReply(
  db: Db,
  writer_id: string,
  message_id: string,
  end: ReplyEnd,
  held: { place: Place; use: ReplyUse } | null,
  isRead: boolean,
): Promise<boolean> {
  const { rows } = await sql<{ id: string }>`
    with ${held === null ? sql`left_place as (select 1)` : sql`left_place as (${leavingPlace(held.place)} returning key)`},
    conversation_held as materialized (
      select id from conversation where id = (select conversation_id from message where id = ${message_id}) and (select count(*) from left_place) >= 0
      for no key update
    ), ended as (
      update message set content = ${end.content}, status = ${end.status}, finish_reason = ${end.finish_reason},
        error_code = ${end.error_code}, sources = ${JSON.stringify(end.sources)}::jsonb, model = ${end.model}, fallback = ${end.is_fallback ?? false},
        prompt_tokens = ${end.usage?.prompt_tokens ?? null}, completion_tokens = ${end.usage?.completion_tokens ?? null},
        progress = coalesce(progress, ${end.progress === undefined ? null : JSON.stringify(end.progress)}::jsonb), writer_id = null, finished_at = now()
      where id = ${message_id} and (select count(*) from conversation_held) >= 0 and ((writer_id = ${writer_id} and status = 'en_cours') or ${isClosedInError})
      returning id, conversation_id
    ), cleared as (
      delete from reply_chunk using ended where reply_chunk.message_id = ended.id
    ), touched as (
      update conversation set updated_at = now(), seen_at = case when ${isRead} then now() else seen_at end from ended where conversation.id = ended.conversation_id
    )${held === null ? sql`` : sql`, ${endingUse(held.place.entry, held.use, sql`ended`)}`}
    select id from ended`.execute(db)
  return rows.length === 1
}

/**
 * Closes as `interrompue` the replies whose writer is dead, with the text that it had saved, and those of this writer that it
 * does not know (the database went away between the writing and the answer).
 *
 * Where several processes share the database, only one that has itself been heard for as long judges that another is silent: after a database that
 * was away for everybody, each has the time to be heard again.
 * @param exclusive true where no other process can write (embedded engine): every other writer is dead.
 * @param own replies that this writer is writing.
 */
export async function closeOrphans(db: Db, writer_id: string, exclusive: boolean, own: readonly string[]): Promise<number> {
  const { rows } = await sql<{ id: string }>`
    with orphan as (
      select m.id, coalesce((select string_agg(c.text, '' order by c.start_at) from reply_chunk c where c.message_id = m.id), '') as content
      from message m
      where m.status = 'en_cours' and case when m.writer_id = ${writer_id}
        then m.created_at < now() - make_interval(secs => ${writerSilenceSeconds}) and m.id <> all(${own}::uuid[])
        else ${exclusive} or (
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
      select held.*, ceil(length(content) / 4.0)::bigint as written, least(held.held, ${heldByCall}::bigint, ceil((length(sources::text) + (
        select coalesce(sum(length(m.content)), 0) from message m
        where m.conversation_id = held.conversation_id and m.superseded_at is null and m.status <> 'en_cours')) / 4.0)::bigint) as asked,
        prompt_tokens is null and content <> '' as is_estimate
      from held
    ), counted as (${addingUse(sql`
      select day, user_id, team_id, max(team_name), assistant_id, max(assistant_name), '',
        sum(case when is_estimate then asked else coalesce(prompt_tokens, 0) end)::bigint,
        sum(case when is_estimate then written else coalesce(completion_tokens, 0) end)::bigint,
        sum(case when is_estimate then asked + written else 0 end)::bigint, count(*)::integer, sum(is_estimate::integer)::integer
      -- One row of the ledger takes each once: several replies of one person are one.
      from told group by day, user_id, team_id, assistant_id, coalesce(assistant_name, '') order by team_id, user_id, day`)}
    )
    select id from closed`.execute(db)
  // Of replies that nobody kept, and of those that were closed by then, nothing is left to count. One of this writer, unkept, that is there after
  // an hour was left by who asked for it while its place was being taken.
  await sql`delete from usage_running where writer_id = ${writer_id} and message_id is null and created_at < now() - interval '1 hour'`.execute(db)
  await sql`
    delete from usage_running r where r.writer_id <> ${writer_id} and not exists (select 1 from message m where m.id = r.message_id and m.status = 'en_cours')
      and (${exclusive} or not exists (select 1 from writer w where w.id = r.writer_id and w.heartbeat_at > now() - interval '1 hour'))`.execute(db)
  // A piece that was being saved while its reply was ended, or its conversation erased: nobody could find it any more.
  await sql`delete from reply_chunk c where not exists (select 1 from message m where m.id = c.message_id and m.status = 'en_cours')`.execute(db)
  await sql`delete from writer where id <> ${writer_id} and heartbeat_at < now() - interval '1 hour'`.execute(db)
  return rows.length
}

/** A kept reply as its owner may read it; null when missing or somebody else's. */
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
      'message.progress',
      'message.prompt_tokens',
      'message.completion_tokens',
      'message.writer_id',
    ])
    .executeTakeFirst()
  return row ?? null
}

/** Text of a running reply saved at or after `start`, in order. */
export async function readPieces(db: Db, message_id: string, start: number): Promise<{ start_at: number; text: string }[]> {
  return db
    .selectFrom('reply_chunk')
    .where('message_id', '=', message_id)
    .where('start_at', '>=', start)
    .orderBy('start_at')
    .select(['start_at', 'text'])
    .execute()
}

/** @returns whether the reply was still running. */
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
