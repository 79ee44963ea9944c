import { sql, type RawBuilder } from 'kysely'
import type { Db } from '../../platform/db/schema/index.ts'
import { grantedTo } from '../grants/granted.ts'

/**
 * SQL subquery: ids of the files of an assistant that a person may search, first added first. Only its owner and those to whom it was granted may;
 * administrators have no right of their own.
 */
export const assistantFileIdsOf = (assistant_id: RawBuilder<unknown>, person_id: string | RawBuilder<unknown>): RawBuilder<string[]> =>
  sql<string[]>`array(select f.document_id::text from assistant_document f where f.assistant_id = ${assistant_id}
    and (f.owner_id = ${person_id}::uuid or f.assistant_id in ${grantedTo(person_id, 'assistant', 'use')}) order by f.position)`

/** Reads `assistantFileIdsOf` for one assistant. */
export async function readAssistantFileIds(db: Db, assistant_id: string, person_id: string): Promise<string[]> {
  const { rows } = await sql<{ ids: string[] }>`select ${assistantFileIdsOf(sql`${assistant_id}::uuid`, person_id)} as ids`.execute(db)
  return rows[0]!.ids
}

export async function countAssistantFiles(db: Db, assistant_id: string): Promise<number> {
  const { count } = await db
    .selectFrom('assistant_document')
    .where('assistant_id', '=', assistant_id)
    .select((query) => query.fn.countAll<number>().as('count'))
    .executeTakeFirstOrThrow()
  return count
}
