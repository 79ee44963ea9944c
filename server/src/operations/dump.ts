import { createHash } from 'node:crypto'
import { mkdir, open } from 'node:fs/promises'
import path from 'node:path'
import { sql } from 'kysely'
import type { Database } from '../platform/db/types.ts'
import type { Db } from '../platform/db/schema/index.ts'
import { OperationError } from './errors.ts'
import { tablePath, tablesFolder, type BackupManifest, type TableRecord } from './manifest.ts'
import { fixTextSettings, readRows, readSequences, readTables, type SavedTable } from './tables.ts'

export type Dump = Pick<BackupManifest, 'migrations' | 'tables' | 'sequences'>

/**
 * Writes every row of the database under `dir`, in one snapshot. `onSnapshot` is called once the snapshot is taken: later writes are not in the dump.
 * @throws {OperationError} when the database has no instance of Parvis
 */
export async function dumpDatabase(database: Database, dir: string, onSnapshot: () => Promise<void> = async () => {}): Promise<Dump> {
  await mkdir(path.join(dir, tablesFolder), { recursive: true, mode: 0o700 })
  return await database.patiently((db) =>
    db
      .transaction()
      .setIsolationLevel('repeatable read')
      .setAccessMode('read only')
      .execute(async (transaction) => {
        await fixTextSettings(transaction)
        const migrations = await readMigrations(transaction)
        await onSnapshot()
        const tables: TableRecord[] = []
        for (const table of await readTables(transaction)) tables.push(await dumpTable(transaction, table, dir))
        // After the rows: sequences are not part of the snapshot and must not be behind it.
        return { migrations, tables, sequences: await readSequences(transaction) }
      }),
  )
}

async function readMigrations(db: Db): Promise<string[]> {
  const {
    rows: [existsRow],
  } = await sql<{ exists: boolean }>`select to_regclass('public.schema_migrations') is not null as exists`.execute(db)
  if (existsRow?.exists !== true) throw new OperationError('Il n’y a rien à sauvegarder\u00a0: cette base ne contient pas d’instance de Parvis.')
  const { rows } = await sql<{ id: string }>`select id from schema_migrations order by id collate "C"`.execute(db)
  return rows.map(({ id }) => id)
}

async function dumpTable(db: Db, table: SavedTable, dir: string): Promise<TableRecord> {
  const file = await open(tablePath(dir, table.name), 'wx', 0o600)
  const digest = createDigest(table)
  try {
    for await (const lines of readRows(db, table)) await file.appendFile(digest.add(lines))
  } finally {
    await file.close()
  }
  return digest.record()
}

/** Returns the columns, row count and hash of a table, without writing a file. */
export async function describeTable(db: Db, table: SavedTable): Promise<TableRecord> {
  const digest = createDigest(table)
  for await (const lines of readRows(db, table)) digest.add(lines)
  return digest.record()
}

function createDigest(table: SavedTable): { add(lines: string[]): string; record(): TableRecord } {
  const hash = createHash('sha256')
  let rows = 0
  return {
    add(lines) {
      const text = `${lines.join('\n')}\n`
      hash.update(text)
      rows += lines.length
      return text
    },
    record: () => ({ name: table.name, columns: table.columns.map(({ name }) => name), rows, sha256: hash.digest('hex') }),
  }
}
