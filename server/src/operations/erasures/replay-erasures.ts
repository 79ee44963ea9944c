import { sql } from 'kysely'
import type { Context } from '../../context.ts'
import { removeBlobs } from '../../platform/remove-blobs.ts'
import type { Schema } from '../../platform/db/schema/index.ts'
import type { Erasure, ErasureList } from './erasure-list.ts'

/** Tables from which people and retention rules delete. Database triggers record the deletions (migration 2026-11-28-rights, and those of later tables). */
const erasedTables = [
  'app_user',
  'document',
  'project',
  'personal_prompt',
  'assistant',
  'conversation',
  'conversation_share',
  'written_document',
] as const satisfies readonly (keyof Schema)[]

const digestsPerStatement = 5_000
/** Margin on the deletion dates: a transaction that commits late has an older date than others already seen. */
const overlapMs = 5 * 60_000

type ErasureDeps = Pick<Context, 'db' | 'blobs' | 'log'>

/**
 * Repeats the listed deletions that the database does not have: it was then restored from an older backup. Also adds the database's
 * deletions to the list. Must run before the server accepts requests.
 * @returns the number of rows deleted
 */
export async function replayErasures({ db, blobs, log }: ErasureDeps, list: ErasureList): Promise<number> {
  const listedErasures = await list.read()
  const knownDigests = new Set((await db.selectFrom('erasure').select('digest').execute()).map(({ digest }) => digest))
  const missingErasures = listedErasures.filter(({ digest }) => !knownDigests.has(digest))
  let erasedCount = 0
  if (missingErasures.length > 0) {
    const files = await db.transaction().execute(async (transaction) => {
      const deletedBlobs: string[] = []
      // The remaining administrator may have been created after the backup: the rule that keeps one must not prevent these deletions.
      await sql`alter table app_user disable trigger app_user_keeps_an_administrator_delete`.execute(transaction)
      for (let index = 0; index < missingErasures.length; index += digestsPerStatement) {
        const slice = missingErasures.slice(index, index + digestsPerStatement)
        const digests = slice.map(({ digest }) => digest)
        const { rows } = await sql<{ blob_id: string }>`
          select blob_id from document where erasure_digest('document', id) = any(${digests}::text[])
            or (owner_id is not null and erasure_digest('app_user', owner_id) = any(${digests}::text[]))`.execute(transaction)
        deletedBlobs.push(...rows.map(({ blob_id }) => blob_id))
        for (const table of erasedTables) {
          const { numAffectedRows = 0n } = await sql`
            delete from ${sql.table(table)} where erasure_digest(${sql.lit(table)}, id) = any(${digests}::text[])`.execute(transaction)
          erasedCount += Number(numAffectedRows)
        }
        await transaction
          .insertInto('erasure')
          .values(slice)
          .onConflict((conflict) => conflict.doNothing())
          .execute()
      }
      await sql`alter table app_user enable trigger app_user_keeps_an_administrator_delete`.execute(transaction)
      // A document that a deleted account passed on to its project's managers still exists: its file stays.
      const { rows: stillUsed } = await sql<{ blob_id: string }>`select blob_id from document where blob_id = any(${deletedBlobs}::text[])`.execute(transaction)
      const stillUsedIds = new Set(stillUsed.map(({ blob_id }) => blob_id))
      return deletedBlobs.filter((blob) => !stillUsedIds.has(blob))
    })
    await removeBlobs({ blobs, log }, files)
    if (erasedCount > 0) log.warn({ erased: erasedCount }, 'erasures were replayed on an older base')
  }
  await list.merge(await readErasedSince(db, new Date(0)))
  return erasedCount
}

async function readErasedSince(db: Context['db'], since: Date): Promise<Erasure[]> {
  return db.selectFrom('erasure').selectAll().where('erased_at', '>=', since.toISOString()).orderBy('erased_at').orderBy('digest').execute()
}

/**
 * Returns a function that appends the database's new deletions to the list; call it regularly. Dates are those of the database,
 * whose clock may differ from this machine's.
 */
export function erasureMirror({ db }: Pick<Context, 'db'>, list: ErasureList): () => Promise<void> {
  const createdAt = performance.now()
  let since = Infinity
  let writtenDigests = new Set<string>()
  return async () => {
    const { rows } = await sql<{ now: string }>`select now()`.execute(db)
    const startedAt = Date.parse(rows[0]!.now)
    // First call: start from the creation of this function, when the list was complete. Later calls: if the clock was set back, start again from the
    // earlier date.
    const earliest = since === Infinity ? startedAt - (performance.now() - createdAt) - overlapMs : startedAt - overlapMs
    if (earliest < since) {
      since = earliest
      writtenDigests = new Set()
    }
    const recent = await readErasedSince(db, new Date(since))
    const listedDigests =
      writtenDigests.size === 0 && recent.length > 0 ? new Set((await list.read(new Date(since).toISOString())).map(({ digest }) => digest)) : writtenDigests
    await list.append(recent.filter(({ digest }) => !listedDigests.has(digest)))
    writtenDigests = new Set(recent.map(({ digest }) => digest))
    since = startedAt - overlapMs
  }
}
