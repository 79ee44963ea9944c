import { sql } from 'kysely'
import type { Log } from '../../context.ts'
import type { Db } from './queries.ts'
import { charactersIndexed, wordParts } from './message-words.ts'

/** Keeps the words of messages where the search reads them (db/migrations/2026-12-09-message-words.ts). */
export type MessageIndex = {
  /** Resolves once every message of this person that was written before is in the index. */
  catchUp(owner_id: string): Promise<void>
  /** Begins to index in the background, whoever writes. */
  start(): void
  stop(): Promise<void>
}

/** `onBehalfOf`: the time that a person's messages take is that person's (db/fair-turns.ts). */
export type MessageIndexDeps = { db: Db; log: Pick<Log, 'warn'>; onBehalfOf<T>(person: string, work: () => T): T }

const everyMs = 1_000
const messagesAtOnce = 20
const ownersAtOnce = 50
const gone = '23503'

type Pending = { message_id: string; owner_id: string; turn: number }

/**
 * A message is cut into words in this process and written a few hundred words at a time: the embedded engine serves others in between. A
 * search first catches up with its own person's messages, so that it finds what was written a moment ago; what dies in the middle
 * is done again, and gives the same words.
 */
export function createMessageIndex({ db, log, onBehalfOf }: MessageIndexDeps): MessageIndex {
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
  const sweep = async () => {
    let more = true
    while (more && !stopped) {
      const owners = await db.selectFrom('message_to_index').select('owner_id').distinct().limit(ownersAtOnce).execute()
      more = owners.length > 0
      // Some of each in turn: nobody's messages wait for all of another's.
      for (const { owner_id } of owners) if (!stopped) await onBehalfOf(owner_id, () => indexSome(owner_id))
    }
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
      timer = setInterval(() => {
        sweeping ??= sweep()
          .catch((error: unknown) => log.warn({ err: error instanceof Error ? error.name : 'unknown' }, 'messages not indexed yet'))
          .finally(() => {
            sweeping = null
          })
      }, everyMs).unref()
    },
    async stop() {
      stopped = true
      clearInterval(timer)
      await sweeping
      await Promise.allSettled(catching.values())
    },
  }
}

async function indexMessage(db: Db, { message_id, owner_id, turn }: Pending): Promise<void> {
  const message = await db
    .selectFrom('message')
    .where('id', '=', message_id)
    .select(['conversation_id', 'position', sql<string>`left(content, ${charactersIndexed})`.as('content')])
    .executeTakeFirst()
  if (message === undefined) return
  const parts = wordParts(owner_id, message.content)
  try {
    await db.deleteFrom('message_word').where('message_id', '=', message_id).execute()
    for (const [part, words] of parts.entries())
      await sql`
        insert into message_word (message_id, part, owner_id, conversation_id, position, words)
        values (${message_id}, ${part}, ${owner_id}, ${message.conversation_id}, ${message.position}, array_to_tsvector(${words}::text[]))
        on conflict (message_id, part) do update set words = excluded.words`.execute(db)
  } catch (error) {
    // Deleted meanwhile.
    if ((error as { code?: unknown }).code !== gone) throw error
  }
  // Changed since it was read, it has another turn: it is indexed again.
  await db.deleteFrom('message_to_index').where('message_id', '=', message_id).where('turn', '=', turn).execute()
}
