import { sql } from 'kysely'
import { afterAll, beforeAll, beforeEach, describe, expect, it } from 'vitest'
import { silentLog } from '../log.ts'
import { createTestDatabase } from '../../testing/databases/database.ts'
import { migrate, assertNotNewer, type Migration } from './migrate.ts'
import type { Database } from './types.ts'

const first: Migration = { id: '2026-01-01-first', sql: 'create table m_one (id int); insert into m_one values (1), (2)' }
const second: Migration = { id: '2026-01-02-second', sql: 'create table m_two (id int)' }
const failing: Migration = { id: '2026-01-03-failing', sql: 'create table m_three (id int); insert into m_three values (1); select 1/0' }
let database: Database

beforeAll(async () => {
  database = await createTestDatabase()
}, 120_000)

beforeEach(async () => {
  await sql`drop table if exists schema_migrations, m_one, m_two, m_three`.execute(database.db)
})

afterAll(() => database.close())

const tables = async (): Promise<string[]> =>
  (await sql<{ name: string }>`select tablename as name from pg_tables where starts_with(tablename, 'm_') order by 1`.execute(database.db)).rows.map(
    (row) => row.name,
  )

describe('migrations', () => {
  it('are applied once, in order, and those that come later after them', async () => {
    expect(await migrate(database, [first], silentLog)).toEqual({ applied: [first.id] })
    expect(await migrate(database, [first, second], silentLog)).toEqual({ applied: [second.id] })
    expect(await migrate(database, [first, second], silentLog)).toEqual({ applied: [] })
    expect(await tables()).toEqual(['m_one', 'm_two'])
    const { rows } = await sql`select id, applied_at <= now() as past from schema_migrations order by id`.execute(database.db)
    expect(rows).toEqual([
      { id: first.id, past: true },
      { id: second.id, past: true },
    ])
  })

  it('leave nothing of one that fails, name it in French, and can go on once it is mended', async () => {
    await expect(migrate(database, [first, failing], silentLog)).rejects.toMatchObject({
      code: 'db.migration_failed',
      message: `La mise à jour « ${failing.id} » de la base de données a échoué et a été annulée : division by zero`,
    })
    expect(await tables()).toEqual(['m_one'])
    expect(await migrate(database, [first, { ...failing, sql: 'create table m_three (id int)' }], silentLog)).toEqual({ applied: [failing.id] })
  })

  it('refuse a database written by a newer version, and one whose migration was edited', async () => {
    await migrate(database, [first, second], silentLog)
    await expect(migrate(database, [first], silentLog)).rejects.toMatchObject({
      code: 'db.newer',
      message: `La base de données a été mise à jour par une version plus récente de Parvis (« ${second.id} »). Installez cette version ou restaurez une sauvegarde.`,
    })
    await expect(assertNotNewer(database.db, [first])).rejects.toMatchObject({ code: 'db.newer', message: expect.stringContaining(second.id) })
    await expect(assertNotNewer(database.db, [first, second, failing])).resolves.toEqual(new Map([first, second].map(({ id }) => [id, expect.any(String)])))
    const edited = { ...first, sql: `${first.sql} ` }
    await expect(migrate(database, [edited, second], silentLog)).rejects.toMatchObject({ code: 'db.newer', message: expect.stringContaining(first.id) })
  })

  it('take a database that received one as it was before, where it is known', async () => {
    await migrate(database, [first, second], silentLog)
    const { rows } = await sql<{ checksum: string }>`select checksum from schema_migrations where id = ${first.id}`.execute(database.db)
    const changed = { ...first, sql: 'create table m_one (id int)', formerChecksums: rows.map(({ checksum }) => checksum) }
    expect(await migrate(database, [changed, second], silentLog)).toEqual({ applied: [] })
    await expect(migrate(database, [{ ...changed, formerChecksums: [] }, second], silentLog)).rejects.toMatchObject({ code: 'db.newer' })
  })

  it('count an end of line of Windows as any other', async () => {
    await migrate(database, [{ ...first, sql: first.sql.replace('; ', ';\r\n') }], silentLog)
    expect(await migrate(database, [{ ...first, sql: first.sql.replace('; ', ';\n') }], silentLog)).toEqual({ applied: [] })
  })

  it('are applied by one only of the instances that start together', async () => {
    const slow: Migration = { id: '2026-01-04-slow', sql: 'create table m_three (id int); select pg_sleep(0.2)' }
    const results = await Promise.all([1, 2, 3].map(() => migrate(database, [first, slow], silentLog)))
    // Whichever applies the second need not be the one that applied the first.
    expect(results.flatMap((result) => result.applied).toSorted()).toEqual([first.id, slow.id])
  })
})
