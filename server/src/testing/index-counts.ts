import { sql } from 'kysely'
import { silentLog } from '../platform/log.ts'
import { openDatabase } from '../platform/db/database.ts'

/** Row counts of the search index of a stopped instance. `stray`: passages that belong to no index. */
type IndexCounts = { documents: number; indexes: number; passages: number; positions: number; stray: number; jobs: number }

/** Counts the rows of an embedded database that no process has open. */
export async function countIndex(dir: string): Promise<IndexCounts> {
  const database = await openDatabase({ kind: 'embedded', dir }, silentLog)
  try {
    const { rows } = await sql<IndexCounts>`
      select (select count(*)::int from document where state = 'indexe') as documents, (select count(*)::int from document_index) as indexes,
        (select count(*)::int from passage) as passages, (select count(*)::int from (select distinct document_id, position from passage) p) as positions,
        (select count(*)::int from passage p where not exists (select 1 from document_index i where i.index_no = p.index_no)) as stray,
        (select count(*)::int from job) as jobs`.execute(database.db)
    return rows[0]!
  } finally {
    await database.close()
  }
}
