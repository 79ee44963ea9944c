import { sql } from 'kysely'
import type { Db } from '../platform/db/schema/index.ts'

// Names of document categories: what makes two of them the same, and the locks under which they change.

/** Returns the key of a category name. Names that differ only by case, accents or spaces have the same key. */
export function categoryKey(name: string): string {
  return name.normalize('NFD').replace(/\p{M}/gu, '').toLowerCase().replace(/\s+/g, ' ').trim()
}

/**
 * Takes the exclusive lock of categories until the end of the transaction: administrators' changes of categories and imports of packs run one after the
 * other.
 */
export async function lockCategories(trx: Db): Promise<void> {
  await sql`select pg_advisory_xact_lock(7234004)`.execute(trx)
}

/**
 * Takes the shared lock of categories: an upload waits for a change of categories, not for other uploads. Otherwise a category being renamed or emptied
 * would be created again under its previous name, open to everybody.
 */
export async function awaitCategoryChanges(trx: Db): Promise<void> {
  await sql`select pg_advisory_xact_lock_shared(7234004)`.execute(trx)
}
