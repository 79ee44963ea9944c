import { mkdirSync, readdirSync, statSync, symlinkSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { sql } from 'kysely'
import { expect, it } from 'vitest'
import { freshFolder } from '../../../testing/folder.ts'
import { silentLog } from '../../log.ts'
import { openDatabase } from '../database.ts'
import { migrate } from '../migrate.ts'
import { migrations } from '../migrations/index.ts'
import { preparedDatabase, prepareDatabase } from './prepared-database.ts'

const root = freshFolder('prepared')

it('a new instance begins on what a build prepared, which is for its account alone and stays as it was', async () => {
  const prepared = await prepareDatabase()
  expect(prepared).toBe(preparedDatabase())
  // The account that serves is not always the one that builds.
  expect(statSync(join(prepared, 'PG_VERSION')).mode & 0o777).toBe(0o644)
  expect(await prepareDatabase()).toBe(prepared)

  for (const name of ['one', 'other']) {
    const dir = join(root, name)
    const database = await openDatabase({ kind: 'embedded', dir, prepared }, silentLog)
    expect(await migrate(database, migrations, silentLog)).toEqual({ applied: [] })
    // Nothing of the other instance.
    await sql`create table written as select 1 as id`.execute(database.db)
    await database.close()
    // PostgreSQL writes those of that name by itself, as it sees fit; the folder around them is closed.
    const files = readdirSync(join(dir, 'pgdata'), { recursive: true, encoding: 'utf8' }).filter((file) => !file.endsWith('pg_internal.init'))
    expect(files.length).toBeGreaterThan(500)
    expect(files.filter((file) => (statSync(join(dir, 'pgdata', file)).mode & 0o077) !== 0)).toEqual([])
  }
}, 120_000)

it('holds no row but those that the migrations write, the same in every instance: no account, no secret', async () => {
  const database = await openDatabase({ kind: 'embedded', dir: join(root, 'looked-at'), prepared: await prepareDatabase() }, silentLog)
  const { rows } = await sql<{ name: string }>`
    select table_name as name from information_schema.tables
    where table_schema = 'public' and (xpath('/row/n/text()', query_to_xml(format('select count(*) as n from %I', table_name), true, true, '')))[1]::text <> '0'
    order by table_name`.execute(database.db)
  // The mark of an instance in its bucket is drawn later.
  expect(await database.db.selectFrom('file_store').select('mark').execute()).toEqual([{ mark: null }])
  await database.close()
  expect(rows.map(({ name }) => name)).toEqual([
    'access_grant',
    'audit_head',
    'document_category',
    'file_store',
    'retention_rule',
    'retrieval_change',
    'retrieval_state',
    'schema_migrations',
  ])
}, 120_000)

it('where there is nothing to copy, or where it cannot be read, the instance makes its own', async () => {
  const damaged = join(root, 'damaged')
  mkdirSync(damaged)
  writeFileSync(join(damaged, 'PG_VERSION'), '18')
  symlinkSync(join(root, 'gone'), join(damaged, 'postgresql.conf'))
  const dir = join(root, 'own')
  const database = await openDatabase({ kind: 'embedded', dir, prepared: damaged }, silentLog)
  expect((await sql`select to_regclass('public.schema_migrations') as found`.execute(database.db)).rows).toEqual([{ found: null }])
  await database.close()
}, 120_000)
