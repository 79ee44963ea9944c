import { sql } from 'kysely'
import type { MessageIndex } from '../../../context.ts'
import type { Db } from '../../../platform/db/schema/index.ts'
import type { Log } from '../../../platform/log.ts'
import { charactersIndexed, wordParts } from './message-words.ts'

/** `inBackgroundFor` counts the database time to the person whose messages are indexed (db/fair-turns.ts). */
type MessageIndexDeps = { db: Db; log: Pick<Log, 'warn'>; inBackgroundFor<T>(person: string, work: () => T): T }

/** Pause after a sweep that found messages, and after one that found none, in milliseconds: an idle server makes few requests. */
const pauseMs = { busy: 1_000, idle: 15_000 }
const messagesAtOnce = 20
const ownersAtOnce = 50

type Pending = { message_id: string; owner_id: string; turn: number }

/**
 * Creates the search index of messages. Words are extracted in this process and written a few hundred at a time, so that an embedded database can serve
 * others in between. A search first calls `catchUp` for its own person. An interrupted message is indexed again, with the same result.
 */
export function createMessageIndex({ db, log, inBackgroundFor }: MessageIndexDeps): MessageIndex {
  const catching = new Map<string, Promise<void>>()
  let timer: NodeJS.Timeout | undefined
  let sweeping: Promise<void> | null = null
  let stopped = false

  const indexSome = async (owner_id: string): Promise<boolean> => {
    const pending = await db
      .selectFrom('message_to_index')
      .where('owner_id', '=', owner_id)
      .orderBy('turn')
      .limit(messagesAtOnce)
      .select(['message_id', 'owner_id', 'turn'])
      .execute()
    for (const one of pending) await indexMessage(db, one)
    return pending.length === messagesAtOnce
  }
  /** @returns whether there was anything to index */
  const sweep = async () => {
    let more = true
    let found = false
    while (more && !stopped) {
      const owners = await db.selectFrom('message_to_index').select('owner_id').distinct().limit(ownersAtOnce).execute()
      more = owners.length > 0
      found ||= more
      // A few messages of each person in turn: nobody waits for all of somebody else's.
      for (const { owner_id } of owners) if (!stopped) await inBackgroundFor(owner_id, () => indexSome(owner_id))
    }
    return found
  }
  return {
    catchUp(owner_id) {
      const known = catching.get(owner_id)
      // A second call waits for the one in progress, then indexes what was added since.
      const run = (known ?? Promise.resolve())
        .catch(() => {})
        .then(async () => {
          while (!stopped && (await indexSome(owner_id)));
        })
      catching.set(owner_id, run)
      return run.finally(() => catching.get(owner_id) === run && catching.delete(owner_id))
    },
    start() {
      const next = (ms: number) => {
        timer = setTimeout(() => (sweeping = again()), ms).unref()
      }
      const again = async () => {
        const found = await sweep().catch((error: unknown) => {
          log.warn({ err: error instanceof Error ? error.name : 'unknown' }, 'messages not indexed yet')
          return false
        })
        if (!stopped) next(found ? pauseMs.busy : pauseMs.idle)
      }
      next(pauseMs.busy)
    },
    async stop() {
      stopped = true
      clearTimeout(timer)
      await sweeping
      await Promise.allSettled(catching.values())
    },
  }
}

/**
 * Writes each part with the message locked, and only while this revision (`turn`) of its text is the one to index. A concurrent change of the message
 * waits, and then makes a new revision. Concurrent indexing of the same revision, on any instance, writes the same words.
 */
async function indexMessage(db: Db, { message_id, owner_id, turn }: Pending): Promise<void> {
  const message = await db
    .selectFrom('message')
    .where('id', '=', message_id)
    .select(sql<string>`left(content, ${charactersIndexed})`.as('content'))
    .executeTakeFirst()
  if (message === undefined) return
  const stillToDo = sql`from message m join message_to_index w on w.message_id = m.id where m.id = ${message_id} and w.turn = ${turn}`
  const parts = wordParts(owner_id, message.content)
  for (const [part, words] of parts.entries())
    await sql`
      insert into message_word (message_id, part, owner_id, conversation_id, position, words)
      select m.id, ${part}::integer, m.owner_id, m.conversation_id, m.position, array_to_tsvector(${words}::text[]) ${stillToDo}
      for share of m, w
      on conflict (message_id, part) do update set words = excluded.words`.execute(db)
  // The previous text may have had more parts. If two processes end the same revision, the second one waits and finds nothing to do.
  await sql`
    with done as (select m.id ${stillToDo} for share of m for update of w),
      former as (delete from message_word using done where message_id = done.id and part >= ${parts.length})
    delete from message_to_index using done where message_id = done.id`.execute(db)
}
