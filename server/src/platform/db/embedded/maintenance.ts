import { readFileSync, writeFileSync } from 'node:fs'
import { sql } from 'kysely'
import type { Log } from '../../log.ts'
import type { Database } from '../types.ts'

const CHECKPOINT_EVERY_MS = 60_000
const CHECKPOINT_WAL_BYTES = 64 * 1024 * 1024
const VACUUM_CHECK_MS = 15 * 60_000
const HOUR_MS = 3_600_000

type MaintainedDatabase = Pick<Database, 'db' | 'patiently'>

/**
 * Starts the periodic maintenance that PostgreSQL's background processes would do. The embedded engine has neither checkpointer nor autovacuum: its log
 * would grow without end (1.2 GB and a minute of recovery measured after 240,000 rows).
 * @param stampFile file with the time of the last vacuum, so that a machine that is off every night is vacuumed too
 */
export function startMaintenance(database: MaintainedDatabase, log: Log, stampFile: string): { stop(): void } {
  // The clock may have been ahead when the file was written.
  let vacuumedAt = Math.min(readStamp(stampFile) ?? writeStamp(stampFile), Date.now())
  // The statistics do not include changes made before this process started.
  let tables: 'all' | 'changed' = 'all'
  const onFailure = (error: unknown): void => log.warn({ reason: String(error) }, 'embedded database: maintenance postponed')
  const checkpoint = setInterval(() => void checkpointIfNeeded(database, CHECKPOINT_WAL_BYTES).catch(onFailure), CHECKPOINT_EVERY_MS)
  const vacuum = setInterval(() => {
    if (!isVacuumDue(new Date(), vacuumedAt)) return
    vacuumedAt = Date.now()
    void vacuumTables(database, tables)
      .then((names) => {
        writeStamp(stampFile)
        tables = 'changed'
        log.info({ tables: names }, 'embedded database: vacuumed')
      })
      .catch(onFailure)
  }, VACUUM_CHECK_MS)
  checkpoint.unref()
  vacuum.unref()
  return {
    stop() {
      clearInterval(checkpoint)
      clearInterval(vacuum)
    },
  }
}

/**
 * Reads the time of the last vacuum. Undefined when the file is missing, invalid, or not readable (another account may have created it): that must not
 * prevent the start.
 */
function readStamp(stamp: string): number | undefined {
  try {
    const instant = Date.parse(readFileSync(stamp, 'utf8'))
    return Number.isNaN(instant) ? undefined : instant
  } catch {
    return undefined
  }
}

/** Writes the current time to the file, ignoring errors: a full disk must not prevent the start. @returns the current time */
function writeStamp(stamp: string): number {
  const now = new Date()
  try {
    writeFileSync(stamp, now.toISOString(), { mode: 0o600 })
  } catch {}
  return now.getTime()
}

/** Runs a checkpoint if more than `walBytes` were written since the last one; returns whether it did. */
export async function checkpointIfNeeded(database: MaintainedDatabase, walBytes: number): Promise<boolean> {
  const { rows } = await sql<{ bytes: string }>`
    select pg_wal_lsn_diff(pg_current_wal_insert_lsn(), redo_lsn)::text as bytes from pg_control_checkpoint()`.execute(database.db)
  if (Number(rows[0]?.bytes ?? 0) <= walBytes) return false
  await database.patiently((db) => sql`checkpoint`.execute(db))
  return true
}

/** Whether a vacuum is due: every night between 2 and 5 o'clock (local time), at most every 4 hours, and at any time after 30 hours without one. */
export function isVacuumDue(now: Date, vacuumedAt: number): boolean {
  const age = now.getTime() - vacuumedAt
  const night = now.getHours() >= 2 && now.getHours() < 5
  return (night && age > 4 * HOUR_MS) || age > 30 * HOUR_MS
}

/**
 * Vacuums and analyses all tables, or those with more than 50 changed rows since the engine was opened. Returns their names. One statement for each table,
 * so that other statements run in between.
 */
export async function vacuumTables(database: MaintainedDatabase, scope: 'all' | 'changed'): Promise<string[]> {
  // The last second's changes may not be in the statistics yet.
  await sql`select pg_stat_force_next_flush()`.execute(database.db)
  const { rows } = await sql<{ name: string }>`
    select relname as name from pg_stat_user_tables
    where schemaname = 'public' and (${scope === 'all'} or n_dead_tup > 50 or n_mod_since_analyze > 50) order by relname`.execute(database.db)
  for (const { name } of rows) await database.patiently((db) => sql`vacuum (analyze) ${sql.table(name)}`.execute(db))
  return rows.map((row) => row.name)
}
