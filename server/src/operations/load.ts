import { createReadStream } from 'node:fs'
import { sql } from 'kysely'
import type { Db } from '../platform/db/schema/index.ts'
import { silentLog } from '../platform/log.ts'
import { migrate, wasApplied, type Migration } from '../platform/db/migrate.ts'
import type { Database } from '../platform/db/types.ts'
import { describeTable, type Dump } from './dump.ts'
import { tablePath, type TableRecord } from './manifest.ts'
import { OperationError } from './errors.ts'
import { fixTextSettings, readTableNames, readTables, type SavedTable } from './tables.ts'

const charactersPerBatch = 500_000
const rowsPerBatch = 500

/**
 * Fills an empty database from a dump: migrates it to the schema of the dump, inserts the rows, then reads all of them again to compare. `beforeCommit`
 * runs last, in the same transaction. On any failure the database is empty again.
 * @throws {OperationError} when the database already holds an instance, when the dump is newer than `migrations`, or when the rows differ after the load
 */
export async function loadDatabase(
  database: Database,
  dir: string,
  dump: Dump,
  migrations: readonly Migration[],
  beforeCommit: (db: Db) => Promise<void> = async () => {},
): Promise<void> {
  const ownMigrations = knownMigrations(dump, migrations)
  const tablesBefore = await readTableNames(database.db)
  await requireEmptyDatabase(database.db)
  try {
    await migrate(database, ownMigrations, silentLog)
    await database.patiently((db) =>
      db.transaction().execute(async (transaction) => {
        await requireSameMigrations(ownMigrations, dir, dump)
        await loadRows(transaction, dir, dump)
        await beforeCommit(transaction)
      }),
    )
  } catch (error) {
    if (tablesBefore.length === 0) await dropEverything(database.db)
    throw error
  }
}

/**
 * Returns the migrations that the dumped database had received.
 * @throws {OperationError} when this version does not know one of them
 */
export function knownMigrations(dump: Dump, migrations: readonly Migration[]): readonly Migration[] {
  // A dump lists migrations by name, which is not always their order: those received are always the first ones of the list.
  const dumpedMigrations = migrations.slice(0, dump.migrations.length)
  const names = new Set(dumpedMigrations.map(({ id }) => id))
  const unknownMigration = dump.migrations.find((id) => !names.has(id))
  if (unknownMigration === undefined) return dumpedMigrations
  throw new OperationError(
    `Cette sauvegarde vient d’une version plus récente de Parvis («\u00a0${unknownMigration}\u00a0»)\u00a0: installez cette version, puis recommencez.`,
  )
}

/**
 * Refuses to restore into a database that already has tables. Exception: tables but no user, as an interrupted restoration leaves them.
 * @throws {OperationError}
 */
export async function requireEmptyDatabase(db: Db): Promise<void> {
  const tables = await readTableNames(db)
  if (tables.length === 0) return
  const isInstance = tables.includes('app_user')
  const someone = isInstance ? await db.selectFrom('app_user').select('id').limit(1).executeTakeFirst() : undefined
  if (isInstance && someone === undefined) return
  throw new OperationError('La base de données contient déjà des données. Une sauvegarde se restaure dans une base vide.')
}

/**
 * Checks that the migrations of the dump are those of this code: same checksum, or one known to give the same schema.
 * @throws {OperationError}
 */
async function requireSameMigrations(known: readonly Migration[], dir: string, dump: Dump): Promise<void> {
  const columns = dump.tables.find(({ name }) => name === 'schema_migrations')?.columns ?? []
  const migrationById = new Map(known.map((migration) => [migration.id, migration]))
  for await (const lines of readLines(tablePath(dir, 'schema_migrations'))) {
    for (const line of lines) {
      const values = JSON.parse(line) as string[]
      const [id, checksum] = ['id', 'checksum'].map((name) => values[columns.indexOf(name)]) as [string, string]
      const migration = migrationById.get(id)
      if (migration === undefined || !wasApplied(migration, checksum))
        throw new OperationError(
          `La mise à jour «\u00a0${id}\u00a0» n’est pas celle que la base sauvegardée avait reçue. Installez la version de Parvis qui l’a appliquée.`,
        )
    }
  }
}

async function loadRows(db: Db, dir: string, dump: Dump): Promise<void> {
  const tables = await readTables(db)
  const savedTables = new Map(dump.tables.map((record) => [record.name, record]))
  if (savedTables.size !== tables.length || tables.some((table) => !hasSameColumns(table, savedTables.get(table.name)))) throw mismatchError()
  await fixTextSettings(db)
  // The dump already contains the rows that migrations insert and triggers would add.
  for (const { name } of tables) await sql`alter table ${sql.table(name)} disable trigger user`.execute(db)
  await sql`truncate ${sql.join(tables.map(({ name }) => sql.table(name)))}`.execute(db)
  for (const table of tables)
    for await (const lines of readLines(tablePath(dir, table.name))) await insertRows(db, table, savedTables.get(table.name)!.columns, lines)
  for (const { name, last_value, is_called } of dump.sequences)
    await sql`select setval(${`public.${name}`}::regclass, ${last_value}::bigint, ${is_called})`.execute(db)
  // A table with unchecked rows cannot be altered.
  await sql`set constraints all immediate`.execute(db)
  for (const { name } of tables) await sql`alter table ${sql.table(name)} enable trigger user`.execute(db)
  for (const table of tables) {
    const [currentTable, savedTable] = [await describeTable(db, table), savedTables.get(table.name)!]
    if (currentTable.rows !== savedTable.rows || currentTable.sha256 !== savedTable.sha256) throw mismatchError()
  }
}

const hasSameColumns = (table: SavedTable, record: TableRecord | undefined): boolean =>
  record !== undefined && JSON.stringify(record.columns) === JSON.stringify(table.columns.map(({ name }) => name))

const mismatchError = () => new OperationError('La base restaurée n’est pas identique à la base sauvegardée\u00a0: la restauration est annulée.')

async function insertRows(db: Db, table: SavedTable, columns: string[], lines: string[]): Promise<void> {
  const typeOf = new Map(table.columns.map(({ name, type }) => [name, type]))
  const names = sql.join(columns.map((name) => sql.ref(name)))
  const values = sql.join(columns.map((name, index) => sql`(line->>${sql.lit(index)})::${sql.raw(typeOf.get(name)!)}`))
  await sql`
    insert into ${sql.table(table.name)} (${names}) overriding system value
    select ${values} from jsonb_array_elements(${`[${lines.join(',')}]`}::jsonb) as line`.execute(db)
}

/**
 * Reads the lines of a file, in batches that fit one statement. Splits at line feeds only: `readline` would also split at U+2028, which texts may contain.
 */
export async function* readLines(file: string): AsyncGenerator<string[]> {
  let batch: string[] = []
  let size = 0
  let rest = ''
  for await (const chunk of createReadStream(file, 'utf8')) {
    const lines = (rest + String(chunk)).split('\n')
    rest = lines.pop()!
    for (const line of lines) {
      batch.push(line)
      size += line.length
      if (size < charactersPerBatch && batch.length < rowsPerBatch) continue
      yield batch
      batch = []
      size = 0
    }
  }
  if (batch.length > 0) yield batch
}

/** Drops the functions, tables and sequences that migrations created; extensions stay. Functions first, because some take a table's row as argument. */
async function dropEverything(db: Db): Promise<void> {
  await sql`do $$
    declare thing text;
    begin
      for thing in select format('drop function if exists %s cascade', p.oid::regprocedure) from pg_proc p
        where p.pronamespace = 'public'::regnamespace and not exists (select 1 from pg_depend d where d.objid = p.oid and d.deptype = 'e')
        union all
        select format('drop %s if exists public.%I cascade', case c.relkind when 'r' then 'table' else 'sequence' end, c.relname)
        from pg_class c where c.relnamespace = 'public'::regnamespace and c.relkind in ('r', 'S')
          and not exists (select 1 from pg_depend d where d.objid = c.oid and d.deptype in ('e', 'a', 'i'))
      loop
        execute thing;
      end loop;
    end $$`.execute(db)
}
