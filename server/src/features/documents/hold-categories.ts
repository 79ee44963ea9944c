import { sql } from 'kysely'
import type { Db } from '../../platform/db/schema/index.ts'

/** Makes administrators' changes of categories, and imports of packs, wait for one another until the end of the transaction. */
export async function holdCategories(trx: Db): Promise<void> {
  await sql`select pg_advisory_xact_lock(7234004)`.execute(trx)
}

/**
 * Makes a deposit that is looking for its category wait for such a change, and no other deposit: a name that is being renamed, or whose
 * documents are being moved, would else be made anew beside what it leads to, open to everybody.
 */
export async function awaitCategories(trx: Db): Promise<void> {
  await sql`select pg_advisory_xact_lock_shared(7234004)`.execute(trx)
}
