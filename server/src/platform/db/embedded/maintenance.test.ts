import path from 'node:path'
import { sql } from 'kysely'
import { afterAll, afterEach, beforeAll, beforeEach, describe, expect, it, vi } from 'vitest'
import { silentLog } from '../../log.ts'
import { openDatabase } from '../database.ts'
import type { Database } from '../types.ts'
import { embeddedTemplate } from '../../../testing/databases/template.ts'
import { freshFolder } from '../../../testing/folder.ts'
import { checkpointIfNeeded, startMaintenance, isVacuumDue, vacuumTables } from './maintenance.ts'

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
    expect(await vacuumTables(database, 'changed')).toEqual(['big'])
    const { rows } = await sql<{ dead: number; analyzed: boolean }>`
      select n_dead_tup as dead, last_analyze is not null as analyzed from pg_stat_user_tables where relname = 'big'`.execute(database.db)
    expect(rows).toEqual([{ dead: 0, analyzed: true }])
    expect(await vacuumTables(database, 'changed')).toEqual([])
  })
})

describe('on a machine that is off every night', () => {
  const folder = freshFolder('entretien')
  const stamp = () => path.join(folder, 'entretien')
  const quarterMs = 15 * 60_000
  const lives: { stop(): void }[] = []
  beforeEach(() => void vi.useFakeTimers({ toFake: ['setInterval', 'clearInterval', 'Date'], now: new Date(2026, 10, 21, 9) }))
  afterEach(() => {
    for (const life of lives.splice(0)) life.stop()
    vi.useRealTimers()
  })

  /** One life of the process, a few hours of the day. @returns what it vacuums */
  async function liveFor(hours: number): Promise<string[]> {
    const vacuumed: string[] = []
    const log = { ...silentLog, info: (facts: object) => void vacuumed.push(...(facts as { tables: string[] }).tables) }
    const life = startMaintenance(database, log, stamp())
    lives.push(life)
    for (let quarter = 0; quarter < hours * 4; quarter += 1) await vi.advanceTimersByTimeAsync(quarterMs)
    life.stop()
    return vacuumed
  }

  it('the tables are vacuumed in a day that is late, those of which this life knows no change too, and no more that day', async () => {
    await database.patiently((db) => sql`create table if not exists quiet (id int)`.execute(db))
    const first = await liveFor(9)
    vi.setSystemTime(new Date(2026, 10, 22, 9))
    const second = await liveFor(3)
    vi.setSystemTime(new Date(2026, 10, 23, 9))
    const third = await liveFor(1)
    await expect.poll(() => third).toEqual(expect.arrayContaining(['big', 'quiet']))
    const fourth = await liveFor(8)
    // Whatever the others had begun came before this.
    await vacuumTables(database, 'all')
    expect([first, second, fourth]).toEqual([[], [], []])
  })

  it('a stamp that cannot be read keeps no base from being opened', () => {
    // A folder: no file is closed to root, who may run this.
    expect(() => startMaintenance(database, silentLog, folder).stop()).not.toThrow()
  })
})

describe('when the vacuum is due', () => {
  const at = (hour: number): Date => new Date(2026, 10, 21, hour, 30)
  const hoursBefore = (date: Date, hours: number): number => date.getTime() - hours * 3_600_000

  it.each([
    ['at night, the day after', at(3), 24, true],
    ['at night, already done this night', at(4), 1, false],
    ['by day, a few hours late', at(8), 28, false],
    ['by day, a night missed', at(14), 31, true],
    ['at five o’clock in the morning', at(5), 24, false],
  ])('%s', (_title, now, hours, due) => {
    expect(isVacuumDue(now, hoursBefore(now, hours))).toBe(due)
  })
})
