import { sql } from 'kysely'
import type { Db } from '../../platform/db/schema/index.ts'
import { assistantFileIdsOf } from '../../authorization/documents.ts'

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
