import { createHash } from 'node:crypto'
import { sql } from 'kysely'
import { isForeignKeyViolation } from '../../../platform/db/errors.ts'
import type { Db } from '../../../platform/db/schema/index.ts'
import type { ReadingTask } from '../parts/parts.ts'
import { promptsVersion } from '../prompts.ts'
import type { ReadablePages } from '../parts/readable-pages.ts'
import type { ReadingRequest } from '../whole-request.ts'

/** Stores the notes of a full reading as its parts end, so that an interrupted reading can resume. */
export type NoteStore = {
  /** Returns the notes already stored for this reading, by part: these are not read again. */
  readStored(): Promise<Map<number, string>>
  /**
   * Stores the notes of a part.
   * @returns false when the document or the conversation has been deleted: the notes must then not be used
   */
  store(part: number, document_id: string, notes: string): Promise<boolean>
}

/** A full reading in a saved conversation. `part_tokens` is the maximum size of a part, in estimated tokens. */
type ReadingIdentity = { owner_id: string; conversation_id: string; request_key: string; task: ReadingTask; parts: number; part_tokens: number }

/** Returns a hash of everything that notes depend on. */
export function requestKey(inputs: {
  request: ReadingRequest
  guidance: string
  task: ReadingTask
  documents: ReadablePages['documents']
  model: string
}): string {
  const { request, guidance, task, documents, model } = inputs
  const read = documents.map(({ id, read_at }) => [id, read_at])
  return createHash('sha256')
    .update(JSON.stringify([promptsVersion, task, request.text, request.before, request.isTable, guidance, read, model]))
    .digest('hex')
}

/** Returns the part size of a reading already begun, whose parts must not change even if the context window has; null for a new reading. */
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

/** Creates a store in the database, with a conversation of this person. */
export function createNoteStore(db: Db, { owner_id, conversation_id, request_key, task, parts, part_tokens }: ReadingIdentity): NoteStore {
  const readingIdSql = sql`(select id from full_reading where owner_id = ${owner_id} and conversation_id = ${conversation_id} and request_key = ${request_key})`
  return {
    async readStored() {
      const { rows } = await sql<{ part: number; notes: string }>`
        select part, notes from full_reading_part where reading_id = ${readingIdSql} order by part`.execute(db)
      return new Map(rows.map(({ part, notes }) => [part, notes]))
    },
    async store(part, document_id, notes) {
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
          // The document or the conversation is being deleted.
          if (isForeignKeyViolation(error)) return { rows: [] }
          throw error
        })
      return rows.length > 0
    },
  }
}

/** Creates a store in memory, for a reply whose conversation is not saved. */
export function createMemoryNoteStore(): NoteStore {
  const notes = new Map<number, string>()
  return {
    readStored: async () => new Map(notes),
    async store(part, _document_id, text) {
      notes.set(part, text)
      return true
    },
  }
}
