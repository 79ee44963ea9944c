import { sql } from 'kysely'
import { expect, it } from 'vitest'
import { borrowEngine } from './engine-pool.ts'

const startedAt = sql<{ at: string }>`select pg_postmaster_start_time()::text as at`
const migrationsOf = sql<{ id: string }>`select id from schema_migrations order by id`

it('an engine is lent again, as it was when it was new', async () => {
  const first = await borrowEngine()
  const { rows: before } = await migrationsOf.execute(first.db)
  const { rows: engine } = await startedAt.execute(first.db)
  await sql`insert into schema_migrations (id, checksum) values ('9999-12-31-essai', '')`.execute(first.db)
  await sql`set timezone = 'Asia/Tokyo'`.execute(first.db)
  await first.close()
  await expect(migrationsOf.execute(first.db)).rejects.toThrow('driver has already been destroyed')

  const second = await borrowEngine()
  expect((await startedAt.execute(second.db)).rows).toEqual(engine)
  expect(before.length).toBeGreaterThan(30)
  expect((await migrationsOf.execute(second.db)).rows).toEqual(before)
  expect((await sql<{ TimeZone: string }>`show timezone`.execute(second.db)).rows).not.toEqual([{ TimeZone: 'Asia/Tokyo' }])
  await second.close()
})

it('an engine whose schema was changed is not lent again', async () => {
  const first = await borrowEngine()
  await sql`create table essai (id integer)`.execute(first.db)
  await first.close()
  const second = await borrowEngine()
  await expect(sql`select * from essai`.execute(second.db)).rejects.toThrow('essai')
  await second.close()
})

it('an engine given back twice is lent to one borrower', async () => {
  const first = await borrowEngine()
  await Promise.all([first.close(), first.close()])
  await first.close()
  const [second, third] = [await borrowEngine(), await borrowEngine()]
  const engines = await Promise.all([second, third].map(async ({ db }) => (await startedAt.execute(db)).rows[0]!.at))
  expect(engines[0]).not.toBe(engines[1])
  await Promise.all([second.close(), third.close()])
})
