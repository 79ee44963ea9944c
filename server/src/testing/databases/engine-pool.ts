import { sql, type Kysely } from 'kysely'
import { silentLog } from '../../platform/log.ts'
import { embeddedDatabase } from '../../platform/db/database.ts'
import type { Database } from '../../platform/db/types.ts'
import { startEngine, type Engine } from '../../platform/db/embedded/engine.ts'
import { holdEngineCode } from './ready-database.ts'
import { embeddedTemplate } from './template.ts'

// Starting an engine in memory costs half a second of processor time, emptying one a tenth of that: a worker reuses its engines for successive test
// applications, emptied and with a new connection pool each time.

/** A reusable engine, with the fingerprint of its initial schema. */
type PooledEngine = { engine: Engine; schema: string; loans: number }

const idle: PooledEngine[] = []
const watchdogMs = 30_000
/** Maximum number of reuses of an engine, whose memory only grows. */
const maxLoans = 25

/**
 * Returns the empty, migrated database of an engine in memory. Closing it returns the engine to the pool, or stops it when it cannot be emptied or its
 * schema was changed.
 */
export async function borrowEngine(): Promise<Database> {
  const pooled = idle.pop() ?? (await start())
  pooled.loans += 1
  const database = embeddedDatabase({ ...pooled.engine, close: async () => {} }, silentLog)
  let isClosed = false
  return {
    ...database,
    async close() {
      // A test may close an application that its hook closes too: an engine given back twice would be lent after it was stopped.
      if (isClosed) return
      isClosed = true
      await database.close()
      if (pooled.loans < maxLoans && (await emptyDatabase(pooled).catch(() => false))) idle.push(pooled)
      else await pooled.engine.close()
    },
  }
}

async function start(): Promise<PooledEngine> {
  holdEngineCode()
  const engine = await startEngine({ storage: { kind: 'memory', template: await embeddedTemplate() }, watchdogMs }, silentLog)
  const schema = await withDatabase(engine, async (db) => {
    // Rows inserted by the migrations are copied to another schema, to be restored.
    await sql`create schema initial`.execute(db)
    for (const { name } of await filledTables(db)) await sql`create table ${sql.table(`initial.${name}`)} as table ${sql.table(`public.${name}`)}`.execute(db)
    return schemaOf(db)
  })
  return { engine, schema, loans: 0 }
}

/** Restores the initial rows of the database. @returns false when its schema has changed */
const emptyDatabase = ({ engine, schema }: PooledEngine): Promise<boolean> =>
  withDatabase(engine, async (db) => {
    if ((await schemaOf(db)) !== schema) return false
    const filled = await filledTables(db)
    // Disables triggers and foreign keys, so that rows can be restored in any order.
    await sql`set session_replication_role = replica`.execute(db)
    if (filled.length > 0) await sql`truncate ${sql.join(filled.map(({ name }) => sql.table(name)))} restart identity cascade`.execute(db)
    const { rows } = await sql<{ name: string }>`select tablename as name from pg_tables where schemaname = 'initial'`.execute(db)
    for (const { name } of rows) {
      const columns = await sql<{ name: string }>`
        select attname as name from pg_attribute
        where attrelid = ${`public.${name}`}::regclass and attnum > 0 and not attisdropped and attgenerated = ''`.execute(db)
      const list = sql.join(columns.rows.map((column) => sql.ref(column.name)))
      await sql`insert into ${sql.table(`public.${name}`)} (${list}) overriding system value select ${list} from ${sql.table(`initial.${name}`)}`.execute(db)
    }
    return true
  })

async function withDatabase<T>(engine: Engine, work: (db: Kysely<unknown>) => Promise<T>): Promise<T> {
  const database = embeddedDatabase({ ...engine, close: async () => {} }, silentLog)
  try {
    return await work(database.db as Kysely<unknown>)
  } finally {
    await database.close()
  }
}

/** Lists the tables that contain rows, or have contained some since their creation. */
async function filledTables(db: Kysely<unknown>): Promise<{ name: string }[]> {
  const { rows } = await sql<{ name: string }>`
    select relname as name from pg_class where relnamespace = 'public'::regnamespace and relkind = 'r' and pg_relation_size(oid) > 0`.execute(db)
  return rows
}

/** Returns a hash of what tests may have changed besides rows: relations, columns, constraints, triggers, functions, settings. */
async function schemaOf(db: Kysely<unknown>): Promise<string> {
  const { rows } = await sql<{ schema: string }>`
    select md5(concat_ws(E'\\n',
      (select string_agg(concat_ws(' ', oid, relname, relkind, reloptions), ',' order by oid) from pg_class where relnamespace <> 'pg_toast'::regnamespace),
      (select string_agg(concat_ws(' ', attrelid, attname, atttypid, attnotnull, attisdropped), ',' order by attrelid, attnum) from pg_attribute where attnum > 0),
      (select string_agg(concat_ws(' ', oid, pg_get_constraintdef(oid)), ',' order by oid) from pg_constraint),
      (select string_agg(concat_ws(' ', oid, tgname, tgenabled), ',' order by oid) from pg_trigger),
      (select string_agg(concat_ws(' ', oid, md5(prosrc)), ',' order by oid) from pg_proc where pronamespace = 'public'::regnamespace),
      (select string_agg(concat_ws(' ', setdatabase, setrole, setconfig), ',') from pg_db_role_setting),
      (select string_agg(nspname, ',' order by nspname) from pg_namespace where nspname !~ '^pg_'))) as schema`.execute(db)
  return rows[0]!.schema
}
