import { createHash } from 'node:crypto'
import { sql } from 'kysely'
import type { Kysely } from 'kysely'
import type { Database } from './database.ts'
import { DatabaseError } from './errors.ts'
import type { DbLog } from './errors.ts'

/** A step forward of the schema: `id` is '<date>-<what>', `sql` may hold several statements; never edited once applied. */
export type Migration = { id: string; sql: string }

/** Any fixed number: the key of the lock two instances of Parvis fight for at start. */
const LOCK_KEY = 7_278_475

type AppliedMigration = { id: string; checksum: string }

/**
 * Brings the base to the schema this code knows, each migration in its own transaction, and returns what was applied.
 * Two instances may call it at once: the second waits, then finds nothing to do.
 * Throws db.newer when the base holds a migration this code does not know or knows otherwise, and db.migration_failed
 * when a statement fails; the base is then as it was before that migration.
 */
export async function migrate(database: Database, migrations: readonly Migration[], log: DbLog): Promise<{ applied: string[] }> {
  return await database.patiently((db) =>
    db.connection().execute(async (session) => {
      await sql`select pg_advisory_lock(${LOCK_KEY})`.execute(session)
      try {
        return { applied: await applyPending(session, migrations, log) }
      } finally {
        await sql`select pg_advisory_unlock(${LOCK_KEY})`.execute(session)
      }
    }),
  )
}

async function applyPending<T>(session: Kysely<T>, migrations: readonly Migration[], log: DbLog): Promise<string[]> {
  await sql`create table if not exists schema_migrations (
    id text primary key, checksum text not null, applied_at timestamptz not null default now())`.execute(session)
  const { rows } = await sql<AppliedMigration>`select id, checksum from schema_migrations order by id`.execute(session)
  const done = new Map(rows.map((row) => [row.id, row.checksum]))
  refuseUnknown(done, migrations)

  const applied: string[] = []
  for (const migration of migrations) {
    if (done.has(migration.id)) continue
    const startedAt = performance.now()
    await session
      .transaction()
      .execute(async (transaction) => {
        await sql.raw(migration.sql).execute(transaction)
        await sql`insert into schema_migrations (id, checksum) values (${migration.id}, ${checksum(migration)})`.execute(transaction)
      })
      .catch((cause: unknown) => {
        throw new DatabaseError(
          'db.migration_failed',
          `La mise à jour « ${migration.id} » de la base de données a échoué et a été annulée : ${cause instanceof Error ? cause.message : String(cause)}`,
          { cause },
        )
      })
    applied.push(migration.id)
    log.info({ migration: migration.id, ms: Math.round(performance.now() - startedAt) }, 'database: migration applied')
  }
  return applied
}

function refuseUnknown(done: ReadonlyMap<string, string>, migrations: readonly Migration[]): void {
  const known = new Map(migrations.map((migration) => [migration.id, checksum(migration)]))
  for (const [id, sum] of done) {
    if (!known.has(id)) {
      throw new DatabaseError(
        'db.newer',
        `La base de données a été mise à jour par une version plus récente de Parvis (« ${id} »). Installez cette version ou restaurez une sauvegarde.`,
      )
    }
    if (known.get(id) !== sum) {
      throw new DatabaseError(
        'db.newer',
        `La mise à jour « ${id} » n’est pas celle que la base de données a reçue. Installez la version de Parvis qui l’a appliquée.`,
      )
    }
  }
}

function checksum(migration: Migration): string {
  return createHash('sha256').update(migration.sql.replaceAll('\r\n', '\n')).digest('hex')
}
