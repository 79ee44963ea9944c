import { sql } from 'kysely'
import type { Context } from '../../context.ts'
import type { Schema } from '../../platform/db/schema/index.ts'
import { appendErasures, mergeErasures, readErasures, type Erasure } from './erasure-list.ts'

/** What people and rules erase: the database records these by itself (migration 2026-11-28-rights, and those of later tables). */
const erasedTables = [
  'app_user',
  'document',
  'project',
  'personal_prompt',
  'assistant',
  'conversation',
  'conversation_share',
] as const satisfies readonly (keyof Schema)[]

const digestsPerStatement = 5_000
/** A transaction that commits late has an older date than the last one seen. */
const overlapMs = 5 * 60_000

type Part = Pick<Context, 'db' | 'blobs' | 'log'>

/**
 * Erases again what the list of the data directory says and the database does not know: the database is then an older one, which was restored.
 * Also brings the list up to the database. Call it before anybody is served. @returns how many rows were erased again
 */
export async function replayErasures({ db, blobs, log }: Part, dataDir: string): Promise<number> {
  const listed = await readErasures(dataDir)
  const known = new Set((await db.selectFrom('erasure').select('digest').execute()).map(({ digest }) => digest))
  const missing = listed.filter(({ digest }) => !known.has(digest))
  let erased = 0
  if (missing.length > 0) {
    const files = await db.transaction().execute(async (transaction) => {
      const gone: string[] = []
      // Whoever administers now may have come after the backup: that there is nobody left must not bring anybody back.
      await sql`alter table app_user disable trigger app_user_keeps_an_administrator_delete`.execute(transaction)
      for (let at = 0; at < missing.length; at += digestsPerStatement) {
        const slice = missing.slice(at, at + digestsPerStatement)
        const digests = slice.map(({ digest }) => digest)
        const { rows } = await sql<{ blob_id: string }>`
          select blob_id from document where erasure_digest('document', id) = any(${digests}::text[])
            or (owner_id is not null and erasure_digest('app_user', owner_id) = any(${digests}::text[]))`.execute(transaction)
        gone.push(...rows.map(({ blob_id }) => blob_id))
        for (const table of erasedTables) {
          const { numAffectedRows = 0n } = await sql`
            delete from ${sql.table(table)} where erasure_digest(${sql.lit(table)}, id) = any(${digests}::text[])`.execute(transaction)
          erased += Number(numAffectedRows)
        }
        await transaction
          .insertInto('erasure')
          .values(slice)
          .onConflict((conflict) => conflict.doNothing())
          .execute()
      }
      await sql`alter table app_user enable trigger app_user_keeps_an_administrator_delete`.execute(transaction)
      // What the account of a project's owner left to its managers stays.
      const { rows: kept } = await sql<{ blob_id: string }>`select blob_id from document where blob_id = any(${gone}::text[])`.execute(transaction)
      const stays = new Set(kept.map(({ blob_id }) => blob_id))
      return gone.filter((blob) => !stays.has(blob))
    })
    for (const blob of files) await blobs.remove(blob)
    if (erased > 0) log.warn({ erased }, 'erasures were replayed on an older base')
  }
  await mergeErasures(dataDir, await readBase(db, new Date(0)))
  return erased
}

async function readBase(db: Context['db'], since: Date): Promise<Erasure[]> {
  return db.selectFrom('erasure').selectAll().where('erased_at', '>=', since.toISOString()).orderBy('erased_at').orderBy('digest').execute()
}

/**
 * Keeps the list of the data directory up to the database, once it is: call it now and then. Erasures bear the date of the database, whose clock may
 * not be this machine's: it alone is asked.
 */
export function erasureMirror({ db }: Pick<Context, 'db'>, dataDir: string): () => Promise<void> {
  const made = performance.now()
  let since = Infinity
  let written = new Set<string>()
  return async () => {
    const { rows } = await sql<{ now: string }>`select now()`.execute(db)
    const begun = Date.parse(rows[0]!.now)
    // The first time, from when the whole list was brought up to the database. Later, the clock may have been ahead and be set right: what is erased
    // from now on is then older than what was seen.
    const soonest = since === Infinity ? begun - (performance.now() - made) - overlapMs : begun - overlapMs
    if (soonest < since) {
      since = soonest
      written = new Set()
    }
    const recent = await readBase(db, new Date(since))
    const listed = written.size === 0 && recent.length > 0 ? new Set((await readErasures(dataDir)).map(({ digest }) => digest)) : written
    await appendErasures(
      dataDir,
      recent.filter(({ digest }) => !listed.has(digest)),
    )
    written = new Set(recent.map(({ digest }) => digest))
    since = begun - overlapMs
  }
}
