import { sql } from 'kysely'
import type { Db } from '../../platform/db/schema/index.ts'

/** Makes administrators' changes of categories, and imports of packs, wait for one another until the end of the transaction. */
export async function holdCategories(trx: Db): Promise<void> {
  await sql`select pg_advisory_xact_lock(7234004)`.execute(trx)
}
