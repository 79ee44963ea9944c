import { createHash } from 'node:crypto'
import { sql, type Kysely } from 'kysely'
import type { Log } from '../log.ts'
import type { Database } from './types.ts'
import { DatabaseError } from './errors.ts'

/**
 * Migration of the schema. `id` is '<date>-<what>'; `sql` may hold several statements, and is never edited once applied. `formerChecksums`: checksums of earlier
 * texts that led to the same schema, still accepted in `schema_migrations`, where later migrations can read which one a database received.
 */
export type Migration = { id: string; sql: string; formerChecksums?: readonly string[] }

/** Arbitrary key of the advisory lock that serialises migrations between instances. */
const LOCK_KEY = 7_278_475
/** SQLSTATE of insufficient privilege: since PostgreSQL 15, only the owner of a database may create tables in it. */
const NO_RIGHT = '42501'

type AppliedMigration = { id: string; checksum: string }

/**
 * Applies the pending migrations, each in its own transaction, and returns their ids.
 * Two instances may call it at once: the second waits, then finds nothing to do.
 * @throws {DatabaseError} `db.newer` when the database holds a migration that this code does not know, or knows with another checksum;
 *   `db.migration_failed` when a statement fails, and the database is then as before that migration
 */
export async function migrate(database: Database, migrations: readonly Migration[], log: Log): Promise<{ applied: string[] }> {
  return await database.patiently(async (db) => {
    const { pending } = await withMigrationLock(db, (transaction) => readPending(transaction, migrations))
    const applied: string[] = []
    for (const migration of pending) if (await apply(db, migrations, migration, log)) applied.push(migration.id)
    return { applied }
  })
}

/**
 * Runs one transaction at a time over all instances. The advisory lock belongs to the transaction, not to the session: it works behind a connection
 * pooler, and ends with a process that dies.
 */
function withMigrationLock<S, T>(db: Kysely<S>, work: (transaction: Kysely<S>) => Promise<T>): Promise<T> {
  return db.transaction().execute(async (transaction) => {
    await sql`select pg_advisory_xact_lock(${LOCK_KEY})`.execute(transaction)
    return await work(transaction)
  })
}

async function readPending<S>(db: Kysely<S>, migrations: readonly Migration[]): Promise<{ pending: Migration[] }> {
  await sql`create table if not exists schema_migrations (
    id text primary key, checksum text not null, applied_at timestamptz not null default now())`
    .execute(db)
    .catch((cause: unknown) => {
      const { code } = cause as { code?: unknown }
      if (code !== NO_RIGHT) throw cause
      throw new DatabaseError('db.migration_failed', 'Le compte indiqué par DATABASE_URL n’a pas le droit de créer des tables dans cette base.', { cause })
    })
  const appliedMigrations = await assertNotNewer(db, migrations)
  return { pending: migrations.filter(({ id }) => !appliedMigrations.has(id)) }
}

/**
 * Checks that this code may still write to the database, which an instance of a newer version may have migrated meanwhile.
 * @returns the checksum of each applied migration, by its id
 * @throws {DatabaseError} `db.newer`
 */
export async function assertNotNewer<S>(db: Kysely<S>, migrations: readonly Migration[]): Promise<Map<string, string>> {
  const { rows } = await sql<AppliedMigration>`select id, checksum from schema_migrations order by id`.execute(db)
  const appliedMigrations = new Map(rows.map((row) => [row.id, row.checksum]))
  assertAllKnown(appliedMigrations, migrations)
  return appliedMigrations
}

/** Applies one migration; returns false when another instance has just applied it. */
async function apply<S>(db: Kysely<S>, migrations: readonly Migration[], migration: Migration, log: Log): Promise<boolean> {
  const startedAt = performance.now()
  const isNew = await withMigrationLock(db, async (transaction) => {
    const { pending } = await readPending(transaction, migrations)
    if (!pending.some(({ id }) => id === migration.id)) return false
    await sql
      .raw(migration.sql)
      .execute(transaction)
      .catch((cause: unknown) => {
        throw new DatabaseError(
          'db.migration_failed',
          `La mise à jour « ${migration.id} » de la base de données a échoué et a été annulée : ${cause instanceof Error ? cause.message : String(cause)}`,
          { cause },
        )
      })
    await sql`insert into schema_migrations (id, checksum) values (${migration.id}, ${checksum(migration)})`.execute(transaction)
    return true
  })
  if (isNew) log.info({ migration: migration.id, ms: Math.round(performance.now() - startedAt) }, 'database: migration applied')
  return isNew
}

function assertAllKnown(appliedMigrations: ReadonlyMap<string, string>, migrations: readonly Migration[]): void {
  const migrationsById = new Map(migrations.map((migration) => [migration.id, migration]))
  for (const [id, sum] of appliedMigrations) {
    const migration = migrationsById.get(id)
    if (migration === undefined) {
      throw new DatabaseError(
        'db.newer',
        `La base de données a été mise à jour par une version plus récente de Parvis (« ${id} »). Installez cette version ou restaurez une sauvegarde.`,
      )
    }
    if (!wasApplied(migration, sum)) {
      throw new DatabaseError(
        'db.newer',
        `La mise à jour « ${id} » n’est pas celle que la base de données a reçue. Installez la version de Parvis qui l’a appliquée.`,
      )
    }
  }
}

/** Whether a stored checksum is that of this migration, or of one of its earlier texts. */
export const wasApplied = (migration: Migration, sum: string): boolean => checksum(migration) === sum || migration.formerChecksums?.includes(sum) === true

function checksum(migration: Migration): string {
  return createHash('sha256').update(migration.sql.replaceAll('\r\n', '\n')).digest('hex')
}
