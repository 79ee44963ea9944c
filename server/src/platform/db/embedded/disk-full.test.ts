import { readdirSync } from 'node:fs'
import { sql } from 'kysely'
import { afterAll, beforeAll, beforeEach, describe, expect, it } from 'vitest'
import { silentLog } from '../../log.ts'
import { copyReadyDatabase } from '../../../testing/databases/ready-database.ts'
import { canMountDisks, mountSmallDisk, type SmallDisk } from '../../../testing/fakes/small-disk.ts'
import { openDatabase } from '../database.ts'
import type { Database } from '../types.ts'

describe.runIf(canMountDisks())('REL-19 an embedded base on a disk that is really full (needs the right to mount one)', () => {
  let disk: SmallDisk
  let database: Database
  const open = async () => {
    database = await openDatabase({ kind: 'embedded', dir: disk.dir }, silentLog)
  }
  beforeAll(async () => {
    disk = mountSmallDisk(280)!
    await copyReadyDatabase(disk.dir, 'blank')
    await open()
    await sql`create table row (id int primary key, content text not null)`.execute(database.db)
  }, 120_000)
  // As a former try may have left it.
  beforeEach(() => disk.clear())
  afterAll(async () => {
    await database?.close()
    disk?.remove()
  })

  const kept: number[] = []
  /** Letters that nothing compresses. */
  const insert = async (kb: number) => {
    const id = kept.length
    await sql`insert into row select ${id}::int, string_agg(md5(random()::text), '') from generate_series(1, ${kb * 32}::int)`.execute(database.db)
    kept.push(id)
  }
  const ids = async () => (await sql<{ id: number }>`select id from row order by id`.execute(database.db)).rows.map(({ id }) => id)
  const reserve = () => readdirSync(disk.dir).filter((name) => /^reserve-\d$/.test(name)).length
  const hasRoom = async () => {
    await expect.poll(() => [database.isFull!(), reserve()], { timeout: 20_000 }).toEqual([false, 2])
  }

  it('refuses what does not fit, says so by its code, and reads on', async () => {
    await hasRoom()
    await insert(1)
    disk.fill()
    // What is still accepted is given a part of the reserve, which somebody else takes as well.
    await expect.poll(() => [database.isFull!(), reserve()], { timeout: 5_000 }).toEqual([true, 1])
    disk.fill()
    const refusals: unknown[] = []
    for (let turn = 0; turn < 20 && refusals.length < 3; turn += 1)
      await insert(512).catch((error: unknown) => refusals.push((error as { code?: unknown }).code))
    expect(refusals).toEqual(['53100', '53100', '53100'])
    expect(await ids()).toEqual(kept)
    disk.clear()
    await hasRoom()
    await insert(512)
    expect(await ids()).toEqual(kept)
  })

  it('stopped because its log cannot grow, it opens again with its reserve: what was kept is read, and written to again when room returns', async () => {
    disk.fill()
    await expect.poll(reserve, { timeout: 5_000 }).toBe(1)
    disk.fill()
    // PostgreSQL itself stops here: the next segment of its log finds no room.
    await sql`select pg_switch_wal()`.execute(database.db).catch(() => {})
    await insert(1).catch(() => {})
    await expect.poll(() => ids().catch(() => 'away'), { timeout: 30_000 }).toEqual(kept)
    expect([database.isFull!(), reserve()]).toEqual([true, 0])
    disk.clear()
    await hasRoom()
    await insert(512)
    expect(await ids()).toEqual(kept)
    const { rows } = await sql`select id from row where length(content) <> ${1024}::int and length(content) <> ${512 * 1024}::int`.execute(database.db)
    expect(rows).toEqual([])
  })

  it('stopped and started on the full disk, it is read all the same', async () => {
    disk.fill()
    await expect.poll(reserve, { timeout: 5_000 }).toBe(1)
    disk.fill()
    await database.close()
    await open()
    expect(await ids()).toEqual(kept)
    await expect.poll(() => database.isFull!()).toBe(true)
    disk.clear()
    await hasRoom()
    await insert(64)
  })
})
