import { sql } from 'kysely'
import type { MessageIndex } from '../../../context.ts'
import type { Db } from '../../../platform/db/schema/index.ts'
import type { Log } from '../../../platform/log.ts'
import { charactersIndexed, wordParts } from './message-words.ts'

/** `inBackgroundFor`: counts the time of the database to the person whose messages are indexed (db/fair-turns.ts). */
type MessageIndexDeps = { db: Db; log: Pick<Log, 'warn'>; inBackgroundFor<T>(person: string, work: () => T): T }

/** After a sweep that found something, and after one that found nothing: a server at rest asks its database for little. */
const pauseMs = { busy: 1_000, idle: 15_000 }
const messagesAtOnce = 20
const ownersAtOnce = 50

type Pending = { message_id: string; owner_id: string; turn: number }

/**
 * A message is cut into words in this process and written a few hundred words at a time: the embedded engine serves others in between. A
 * search first catches up with its own person's messages, so that it finds what was written a moment ago; what dies in the middle
 * is done again, and gives the same words.
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
  /** Answers whether there was anything to do. */
  const sweep = async () => {
    let more = true
    let found = false
    while (more && !stopped) {
      const owners = await db.selectFrom('message_to_index').select('owner_id').distinct().limit(ownersAtOnce).execute()
      more = owners.length > 0
      found ||= more
      // Some of each in turn: nobody's messages wait for all of another's.
      for (const { owner_id } of owners) if (!stopped) await inBackgroundFor(owner_id, () => indexSome(owner_id))
    }
    return found
  }
  return {
    catchUp(owner_id) {
      const known = catching.get(owner_id)
      // Whoever asks again waits for what was begun, then looks for what came since.
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
 * Each part is written under a lock of the message, and only while this turn of it is still to be done. Whoever replaces or changes it waits,
 * then ends the turn; two that do the same turn, here or on two instances, write the same words, and who is late writes nothing.
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
  // What it said before may have had more parts. Of two that end the same turn, the second waits and finds it done.
  await sql`
    with done as (select m.id ${stillToDo} for share of m for update of w),
      former as (delete from message_word using done where message_id = done.id and part >= ${parts.length})
    delete from message_to_index using done where message_id = done.id`.execute(db)
}
