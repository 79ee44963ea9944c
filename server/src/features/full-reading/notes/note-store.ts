import { createHash } from 'node:crypto'
import { sql } from 'kysely'
import { isForeignKeyViolation } from '../../../platform/db/errors.ts'
import type { Db } from '../../../platform/db/schema/index.ts'
import type { Task } from '../parts/parts.ts'
import { promptsVersion } from '../prompts.ts'
import type { ReadablePages } from '../parts/readable-pages.ts'
import type { WholeRequest } from '../whole-request.ts'

/** Where the notes of a reading are kept as its parts end. */
export type NoteStore = {
  /** What was kept of this very reading, by part: nothing of it is read again. */
  kept(): Promise<Map<number, string>>
  /** False when the document, or the conversation, is gone: its notes must go too. */
  keep(part: number, document_id: string, notes: string): Promise<boolean>
}

/** A reading of a kept conversation: its parts have at most `part_tokens`, estimated. */
type ReadingIdentity = { owner_id: string; conversation_id: string; request_key: string; task: Task; parts: number; part_tokens: number }

/** All that notes depend on: the same key means the same notes. */
export function requestKey(facts: { request: WholeRequest; guidance: string; task: Task; documents: ReadablePages['documents']; model: string }): string {
  const { request, guidance, task, documents, model } = facts
  const read = documents.map(({ id, read_at }) => [id, read_at])
  return createHash('sha256')
    .update(JSON.stringify([promptsVersion, task, request.text, request.before, request.isTable, guidance, read, model]))
    .digest('hex')
}

/** The size of the parts of a reading that has begun; null when it has not: its parts stay what they were, whatever the model reads now. */
export async function partTokensOf(
  db: Db,
  { owner_id, conversation_id, request_key }: Pick<ReadingIdentity, 'owner_id' | 'conversation_id' | 'request_key'>,
): Promise<number | null> {
  const row = await db
    .selectFrom('full_reading')
    .where('owner_id', '=', owner_id)
    .where('conversation_id', '=', conversation_id)
    .where('request_key', '=', request_key)
    .select('part_tokens')
    .executeTakeFirst()
  return row?.part_tokens ?? null
}

/** Keeps notes with a conversation of this person. */
export function keptNotes(db: Db, { owner_id, conversation_id, request_key, task, parts, part_tokens }: ReadingIdentity): NoteStore {
  const own = sql`(select id from full_reading where owner_id = ${owner_id} and conversation_id = ${conversation_id} and request_key = ${request_key})`
  return {
    async kept() {
      const { rows } = await sql<{ part: number; notes: string }>`
        select part, notes from full_reading_part where reading_id = ${own} order by part`.execute(db)
      return new Map(rows.map(({ part, notes }) => [part, notes]))
    },
    async keep(part, document_id, notes) {
      const { rows } = await sql`
        with reading as (
          insert into full_reading (owner_id, conversation_id, request_key, task, parts, part_tokens)
          select owner_id, id, ${request_key}, ${task}, ${parts}::int, ${part_tokens}::int from conversation where id = ${conversation_id} and owner_id = ${owner_id}
          on conflict (conversation_id, request_key) do update set task = excluded.task
          returning id
        )
        insert into full_reading_part (reading_id, part, document_id, notes)
        select reading.id, ${part}::int, document.id, ${notes} from reading join document on document.id = ${document_id}::uuid
        on conflict (reading_id, part) do update set notes = excluded.notes
        returning part`
        .execute(db)
        .catch((error: unknown) => {
          // Deleted at this very instant.
          if (isForeignKeyViolation(error)) return { rows: [] }
          throw error
        })
      return rows.length > 0
    },
  }
}

/** Keeps notes for the time of one reply, where no conversation is kept. */
export function passingNotes(): NoteStore {
  const notes = new Map<number, string>()
  return {
    kept: async () => new Map(notes),
    async keep(part, _document_id, text) {
      notes.set(part, text)
      return true
    },
  }
}
