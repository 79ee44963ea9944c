import { sql } from 'kysely'
import type { Log } from '../../log.ts'
import type { Database } from '../database.ts'

const CHECKPOINT_EVERY_MS = 60_000
const CHECKPOINT_WAL_BYTES = 64 * 1024 * 1024
const VACUUM_CHECK_MS = 15 * 60_000
const HOUR_MS = 3_600_000

type Maintained = Pick<Database, 'db' | 'patiently'>

/**
 * Does what PostgreSQL's background processes would: the embedded engine has neither checkpointer nor autovacuum, and
 * its log would grow without end (1.2 GB and a minute of recovery measured after 240,000 rows).
 */
export function startMaintenance(database: Maintained, log: Log): { stop(): void } {
  let vacuumedAt = Date.now()
  const failed = (error: unknown): void => log.warn({ reason: String(error) }, 'embedded database: maintenance postponed')
  const checkpoint = setInterval(() => void checkpointIfNeeded(database, CHECKPOINT_WAL_BYTES).catch(failed), CHECKPOINT_EVERY_MS)
  const vacuum = setInterval(() => {
    if (!vacuumDue(new Date(), vacuumedAt)) return
    vacuumedAt = Date.now()
    void vacuumTables(database)
      .then((tables) => log.info({ tables }, 'embedded database: vacuumed'))
      .catch(failed)
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

/** Checkpoints when more than `walBytes` were written since the last one; says whether it did. */
export async function checkpointIfNeeded(database: Maintained, walBytes: number): Promise<boolean> {
  const { rows } = await sql<{ bytes: string }>`
    select pg_wal_lsn_diff(pg_current_wal_insert_lsn(), redo_lsn)::text as bytes from pg_control_checkpoint()`.execute(database.db)
  if (Number(rows[0]?.bytes ?? 0) <= walBytes) return false
  await database.patiently((db) => sql`checkpoint`.execute(db))
  return true
}

/** Every night between 2 and 5 o'clock, or as soon as possible when the machine slept through two nights. */
export function vacuumDue(now: Date, vacuumedAt: number): boolean {
  const age = now.getTime() - vacuumedAt
  const night = now.getHours() >= 2 && now.getHours() < 5
  return (night && age > 4 * HOUR_MS) || age > 48 * HOUR_MS
}

/** Cleans, one statement per table so that others pass between two, the tables that changed; returns their names. */
export async function vacuumTables(database: Maintained): Promise<string[]> {
  // What the last second changed may not be counted yet.
  await sql`select pg_stat_force_next_flush()`.execute(database.db)
  const { rows } = await sql<{ name: string }>`
    select relname as name from pg_stat_user_tables
    where schemaname = 'public' and (n_dead_tup > 50 or n_mod_since_analyze > 50) order by relname`.execute(database.db)
  for (const { name } of rows) await database.patiently((db) => sql`vacuum (analyze) ${sql.table(name)}`.execute(db))
  return rows.map((row) => row.name)
}
