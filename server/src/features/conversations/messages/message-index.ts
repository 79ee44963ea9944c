import { sql } from 'kysely'
import type { MessageSearchIndex } from '../../../context.ts'
import type { Db } from '../../../platform/db/schema/index.ts'
import type { Log } from '../../../platform/log.ts'
import { maxIndexedLength, wordParts } from './message-words.ts'

/** `inBackgroundFor` counts the database time to the person whose messages are indexed (db/fair-queue.ts). */
type MessageIndexDeps = { db: Db; log: Pick<Log, 'warn'>; inBackgroundFor<T>(person: string, work: () => T): T }

/** Pause after a sweep that found messages, and after one that found none, in milliseconds: an idle server makes few requests. */
const sweepPauseMs = { busy: 1_000, idle: 15_000 }
const messagesPerBatch = 20
const ownersPerBatch = 50

type PendingMessage = { message_id: string; owner_id: string; turn: number }

/**
 * Creates the search index of messages. Words are extracted in this process and written a few hundred at a time, so that an embedded database can serve
 * others in between. A search first calls `catchUp` for its own person. An interrupted message is indexed again, with the same result.
 */
export function createMessageIndex({ db, log, inBackgroundFor }: MessageIndexDeps): MessageSearchIndex {
  const catchUps = new Map<string, Promise<void>>()
  let timer: NodeJS.Timeout | undefined
  let sweeping: Promise<void> | null = null
  let isStopped = false

  const indexBatch = async (owner_id: string): Promise<boolean> => {
    const pending = await db
      .selectFrom('message_to_index')
      .where('owner_id', '=', owner_id)
      .orderBy('turn')
      .limit(messagesPerBatch)
      .select(['message_id', 'owner_id', 'turn'])
      .execute()
    for (const message of pending) await indexMessage(db, message)
    return pending.length === messagesPerBatch
  }
  /** @returns whether there was anything to index */
  const sweep = async () => {
    let hasMore = true
    let hasFound = false
    while (hasMore && !isStopped) {
      const owners = await db.selectFrom('message_to_index').select('owner_id').distinct().limit(ownersPerBatch).execute()
      hasMore = owners.length > 0
      hasFound ||= hasMore
      // A few messages of each person in turn: nobody waits for all of somebody else's.
      for (const { owner_id } of owners) if (!isStopped) await inBackgroundFor(owner_id, () => indexBatch(owner_id))
    }
    return hasFound
  }
  return {
    catchUp(owner_id) {
      const current = catchUps.get(owner_id)
      // A second call waits for the one in progress, then indexes what was added since.
      const run = (current ?? Promise.resolve())
        .catch(() => {})
        .then(async () => {
          while (!isStopped && (await indexBatch(owner_id)));
        })
      catchUps.set(owner_id, run)
      return run.finally(() => catchUps.get(owner_id) === run && catchUps.delete(owner_id))
    },
    start() {
      const next = (ms: number) => {
        timer = setTimeout(() => (sweeping = sweepAndSchedule()), ms).unref()
      }
      const sweepAndSchedule = async () => {
        const hasMore = await sweep().catch((error: unknown) => {
          log.warn({ err: error instanceof Error ? error.name : 'unknown' }, 'messages not indexed yet')
          return false
        })
        if (!isStopped) next(hasMore ? sweepPauseMs.busy : sweepPauseMs.idle)
      }
      next(sweepPauseMs.busy)
    },
    async stop() {
      isStopped = true
      clearTimeout(timer)
      await sweeping
      await Promise.allSettled(catchUps.values())
    },
  }
}

/**
 * Writes each part with the message locked, and only while this revision (`turn`) of its text is the one to index. A concurrent change of the message
 * waits, and then makes a new revision. Concurrent indexing of the same revision, on any instance, writes the same words.
 */
async function indexMessage(db: Db, { message_id, owner_id, turn }: PendingMessage): Promise<void> {
  const message = await db
    .selectFrom('message')
    .where('id', '=', message_id)
    .select(sql<string>`left(content, ${maxIndexedLength})`.as('content'))
    .executeTakeFirst()
  if (message === undefined) return
  const pendingSql = sql`from message m join message_to_index w on w.message_id = m.id where m.id = ${message_id} and w.turn = ${turn}`
  const parts = wordParts(owner_id, message.content)
  for (const [part, words] of parts.entries())
    await sql`
      insert into message_word (message_id, part, owner_id, conversation_id, position, words)
      select m.id, ${part}::integer, m.owner_id, m.conversation_id, m.position, array_to_tsvector(${words}::text[]) ${pendingSql}
      for share of m, w
      on conflict (message_id, part) do update set words = excluded.words`.execute(db)
  // The previous text may have had more parts. If two processes end the same revision, the second one waits and finds nothing to do.
  await sql`
    with done as (select m.id ${pendingSql} for share of m for update of w),
      former as (delete from message_word using done where message_id = done.id and part >= ${parts.length})
    delete from message_to_index using done where message_id = done.id`.execute(db)
}
