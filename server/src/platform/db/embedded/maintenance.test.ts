import { sql } from 'kysely'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { silentLog } from '../../log.ts'
import { openDatabase, type Database } from '../database.ts'
import { embeddedTemplate } from '../../../testing/databases/template.ts'
import { checkpointIfNeeded, vacuumDue, vacuumTables } from './maintenance.ts'

const MEGABYTE = 1024 * 1024
let database: Database

beforeAll(async () => {
  database = await openDatabase({ kind: 'memory', template: await embeddedTemplate() }, silentLog)
  await sql`create table big (id int, content text)`.execute(database.db)
  await sql`checkpoint`.execute(database.db)
}, 120_000)

afterAll(() => database.close())

describe('the upkeep of an engine that has no background process', () => {
  it('checkpoints when much was written since the last time, and only then', async () => {
    expect(await checkpointIfNeeded(database, MEGABYTE)).toBe(false)
    await sql`insert into big select i, repeat('x', 1000) from generate_series(1, 3000) i`.execute(database.db)
    expect(await checkpointIfNeeded(database, MEGABYTE)).toBe(true)
    expect(await checkpointIfNeeded(database, MEGABYTE)).toBe(false)
  })

  it('vacuums the tables that changed, and no other', async () => {
    await sql`delete from big where id % 2 = 0`.execute(database.db)
    expect(await vacuumTables(database)).toEqual(['big'])
    const { rows } = await sql<{ dead: number; analyzed: boolean }>`
      select n_dead_tup as dead, last_analyze is not null as analyzed from pg_stat_user_tables where relname = 'big'`.execute(database.db)
    expect(rows).toEqual([{ dead: 0, analyzed: true }])
    expect(await vacuumTables(database)).toEqual([])
  })
})

describe('when the vacuum is due', () => {
  const at = (hour: number): Date => new Date(2026, 10, 21, hour, 30)
  const hoursBefore = (date: Date, hours: number): number => date.getTime() - hours * 3_600_000

  it.each([
    ['at night, the day after', at(3), 24, true],
    ['at night, already done this night', at(4), 1, false],
    ['by day, a day late', at(14), 36, false],
    ['by day, two nights missed', at(14), 49, true],
    ['at five o’clock in the morning', at(5), 24, false],
  ])('%s', (_title, now, hours, due) => {
    expect(vacuumDue(now, hoursBefore(now, hours))).toBe(due)
  })
})
