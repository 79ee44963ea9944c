import { sql } from 'kysely'
import type { Db } from '../platform/db/schema/index.ts'
import type { SequenceRecord } from './manifest.ts'
import { OperationError } from './errors.ts'

type SavedColumn = { name: string; /** SQL type. */ type: string }
/** `key`: columns of the primary key, in order. */
export type SavedTable = { name: string; columns: SavedColumn[]; key: string[] }

const ownTables = sql`
  select c.oid, c.relname from pg_class c
  where c.relkind = 'r' and c.relnamespace = 'public'::regnamespace
    and not exists (select 1 from pg_depend d where d.classid = 'pg_class'::regclass and d.objid = c.oid and d.deptype = 'e')`

export async function readTableNames(db: Db): Promise<string[]> {
  const { rows } = await sql<{ name: string }>`with own as (${ownTables}) select relname as name from own order by relname`.execute(db)
  return rows.map(({ name }) => name)
}

/**
 * Reads the tables of the database, each after those it refers to. A table may refer to itself by a constraint checked at the end of a transaction. Tables of extensions and generated columns are left out.
 * @throws {OperationError} for a table without a primary key, or for circular references, which a backup cannot order
 */
export async function readTables(db: Db): Promise<SavedTable[]> {
  const { rows } = await sql<SavedTable & { refers_to: string[] }>`
    with own as (${ownTables})
    select relname as name,
      (select coalesce(json_agg(json_build_object('name', attname, 'type', format_type(atttypid, atttypmod)) order by attnum), '[]')
        from pg_attribute where attrelid = own.oid and attnum > 0 and not attisdropped and attgenerated = '') as columns,
      (select coalesce(json_agg(a.attname order by k.position), '[]')
        from pg_index i cross join unnest(i.indkey::int2[]) with ordinality as k (attnum, position)
        join pg_attribute a on a.attrelid = own.oid and a.attnum = k.attnum
        where i.indrelid = own.oid and i.indisprimary) as key,
      (select coalesce(json_agg(distinct other.relname), '[]')
        from pg_constraint f join pg_class other on other.oid = f.confrelid where f.conrelid = own.oid and not (f.confrelid = own.oid and f.condeferred) and f.contype = 'f') as refers_to
    from own order by relname`.execute(db)
  const unordered = rows.map(({ refers_to, ...table }) => ({ table, refers_to }))
  const ordered: SavedTable[] = []
  while (unordered.length > 0) {
    const next = unordered.findIndex(({ refers_to }) => refers_to.every((name) => ordered.some((table) => table.name === name)))
    if (next < 0)
      throw new OperationError(
        `Ces tables renvoient l’une à l’autre et ne peuvent pas être sauvegardées\u00a0: ${unordered.map(({ table }) => table.name).join(', ')}.`,
      )
    const { table } = unordered.splice(next, 1)[0]!
    if (table.key.length === 0)
      throw new OperationError(`La table «\u00a0${table.name}\u00a0» n’a pas de clé primaire\u00a0: elle ne peut pas être sauvegardée.`)
    ordered.push(table)
  }
  return ordered
}

/** Reads the current values of the sequences, including those of identity columns. */
export async function readSequences(db: Db): Promise<SequenceRecord[]> {
  const { rows } = await sql<{ name: string }>`
    select c.relname as name from pg_class c where c.relkind = 'S' and c.relnamespace = 'public'::regnamespace
      and not exists (select 1 from pg_depend d where d.classid = 'pg_class'::regclass and d.objid = c.oid and d.deptype = 'e')
    order by c.relname`.execute(db)
  const sequences: SequenceRecord[] = []
  for (const { name } of rows) {
    const {
      rows: [state],
    } = await sql<Omit<SequenceRecord, 'name'>>`select last_value::text, is_called from ${sql.table(name)}`.execute(db)
    sequences.push({ name, ...state! })
  }
  return sequences
}

/**
 * Sets the session settings that affect how values are written as text, so that the text depends on the value only. Lasts until the end of the
 * transaction.
 */
export async function fixTextSettings(transaction: Db): Promise<void> {
  for (const [name, value] of [
    ['timezone', 'UTC'],
    ['datestyle', 'ISO'],
    ['intervalstyle', 'postgres'],
    ['extra_float_digits', '1'],
    ['bytea_output', 'hex'],
    ['search_path', 'public'],
  ]) {
    await sql`select set_config(${name}, ${value}, true)`.execute(transaction)
  }
}

const rowsPerPage = 100

/** Reads the rows of a table in the order of its key, as JSON lines, one page at a time. Must run in a transaction. */
export async function* readRows(transaction: Db, table: SavedTable): AsyncGenerator<string[]> {
  const values = sql.join(table.columns.map(({ name }) => sql`${sql.ref(name)}::text`))
  const typeOf = new Map(table.columns.map(({ name, type }) => [name, type]))
  // Collation differs between servers: code point order is the same everywhere.
  const order = sql.join(table.key.map((name) => (/^(text|character)/.test(typeOf.get(name)!) ? sql`${sql.ref(name)} collate "C"` : sql.ref(name))))
  await sql`declare saved_rows no scroll cursor for select json_build_array(${values})::text as line from ${sql.table(table.name)} order by ${order}`.execute(
    transaction,
  )
  while (true) {
    const { rows } = await sql<{ line: string }>`fetch ${sql.lit(rowsPerPage)} from saved_rows`.execute(transaction)
    if (rows.length > 0) yield rows.map(({ line }) => line)
    if (rows.length < rowsPerPage) break
  }
  await sql`close saved_rows`.execute(transaction)
}
