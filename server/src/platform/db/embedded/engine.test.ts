import { existsSync, renameSync, rmSync } from 'node:fs'
import { join } from 'node:path'
import { sql } from 'kysely'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { silentLog } from '../../log.ts'
import { dataDirectory, openDatabase } from '../database.ts'
import type { Database } from '../types.ts'
import { copyReadyDatabase } from '../../../testing/databases/ready-database.ts'
import { openFolder } from '../../../testing/folder.ts'
import { startEngine } from './engine.ts'

const unavailable = { code: 'db.unavailable', message: 'La base de données ne répond pas. Réessayez dans un instant.' }
const root = openFolder('engine')
const dir = join(root, 'base')
let database: Database
let restarts = 0
const log = { ...silentLog, error: () => void (restarts += 1) }

beforeAll(async () => {
  // A copy of a ready database: creating its files may exceed the timeout of a hook on a busy machine.
  await copyReadyDatabase(dir, 'blank')
  database = await openDatabase({ kind: 'embedded', dir, watchdogMs: 1_500 }, log)
  await sql`create table row (id int primary key)`.execute(database.db)
  await sql`insert into row values (1)`.execute(database.db)
}, 120_000)

afterAll(() => database.close())

const run = (text: string): Promise<unknown> => sql.raw(text).execute(database.db)
const ids = async (): Promise<number[]> => (await sql<{ id: number }>`select id from row order by id`.execute(database.db)).rows.map((row) => row.id)

describe('the embedded engine', () => {
  it('answers a statement too deep for its stack with an error, and keeps running', async () => {
    // On a busy machine such a statement outlasts the watchdog of these tests.
    await database.patiently(async () => {
      await expect(run(`select ${Array.from({ length: 20_000 }, () => '1').join('+')}`)).rejects.toMatchObject({ code: '54001' })
      await run('create or replace function deeper(i int) returns int language plpgsql as $$ begin return deeper(i + 1); end $$')
      await expect(run('select deeper(1)')).rejects.toMatchObject({ code: '54001' })
    })
    expect(await ids()).toEqual([1])
  })

  it('stops a statement that does not end, and answers again with what was committed', async () => {
    const endless = run('select count(*) from generate_series(1, 1000000000000)')
    await expect(endless).rejects.toMatchObject(unavailable)
    await expect.poll(ids, { timeout: 45_000 }).toEqual([1])
    await expect(database.ping(5_000)).resolves.toBeUndefined()
  })

  it('restarts after a failure of PostgreSQL itself, and keeps what was committed', async () => {
    const wal = join(dataDirectory(dir), 'pg_wal')
    // A previous attempt of this test may have left the folder renamed.
    if (existsSync(`${wal}.away`)) renameSync(`${wal}.away`, wal)
    await run('insert into row values (2) on conflict do nothing')
    renameSync(wal, `${wal}.away`)
    // A new segment of the log cannot be made: PostgreSQL itself stops.
    await run('select pg_switch_wal()').catch(() => {})
    restarts = 0
    await expect(run('insert into row values (3)')).rejects.toMatchObject(unavailable)
    // More than once if it is opened again before its log is back.
    await expect.poll(() => restarts).toBeGreaterThanOrEqual(1)
    renameSync(`${wal}.away`, wal)
    await expect.poll(ids, { timeout: 45_000 }).toEqual([1, 2])
  })

  it('fails a query of the pool made inside an open transaction, which has the only session', async () => {
    const blocked = database.db.transaction().execute(async () => await ids())
    await expect(blocked).rejects.toMatchObject(unavailable)
    expect(await ids()).toEqual([1, 2])
  })

  it('fails a ping that takes too long', async () => {
    const busy = run('select pg_sleep(0.5)')
    await expect(database.ping(50)).rejects.toMatchObject(unavailable)
    await busy
  })

  it('carries a large value both ways', async () => {
    const text = 'é'.repeat(3_000_000)
    const { rows } = await sql<{ text: string }>`select ${text}::text as text`.execute(database.db)
    expect(rows[0]!.text === text).toBe(true)
  })

  it('refuses to open a directory whose files are not a database, and releases its lock', async () => {
    const other = join(root, 'other')
    await copyReadyDatabase(other, 'blank')
    rmSync(join(dataDirectory(other), 'global'), { recursive: true })
    for (let attempt = 0; attempt < 2; attempt += 1) {
      await expect(openDatabase({ kind: 'embedded', dir: other }, silentLog)).rejects.toMatchObject({ code: 'db.unreachable' })
    }
  })
})

/** Returns the script of a thread that runs `body`, then reports that it is ready. */
const script = (body: string): URL =>
  new URL(`data:text/javascript,${encodeURIComponent(`import { parentPort } from 'node:worker_threads'; ${body}; parentPort.postMessage({ type: 'ready' })`)}`)

describe('the supervision of the thread', () => {
  it.each([
    ['reports a failure', `parentPort.on('message', () => parentPort.postMessage({ type: 'fatal', reason: 'broken' }))`],
    ['throws', `parentPort.on('message', () => { throw new Error('broken') })`],
    ['ends', `parentPort.on('message', () => process.exit())`],
    [
      'does not answer',
      `parentPort.on('message', (message) => message.type === 'close' && parentPort.postMessage({ type: 'done', sequence: message.sequence }))`,
    ],
  ])('breaks the connections and restarts a thread that %s', async (_title, body) => {
    const reopened: string[] = []
    const listening = { ...silentLog, info: (_facts: object, sentence: string) => void reopened.push(sentence) }
    const engine = await startEngine({ storage: { kind: 'memory' }, watchdogMs: 300, script: script(body) }, listening)
    const broken = await new Promise((resolve) => {
      const stream = engine.stream() as unknown as NodeJS.ReadWriteStream & { connect(): void }
      stream.on('connect', () => stream.write(Buffer.from('question')))
      stream.on('error', resolve)
      stream.connect()
    })
    expect(broken).toMatchObject(unavailable)
    await expect.poll(() => reopened).toEqual(['embedded database: reopened'])
    await engine.close()
  })

  it('reports that the database could not be opened when the thread never starts', async () => {
    const failing = new URL(`data:text/javascript,throw new Error('no')`)
    await expect(startEngine({ storage: { kind: 'memory' }, watchdogMs: 300, script: failing }, silentLog)).rejects.toMatchObject({
      code: 'db.unreachable',
      message: 'La base de données embarquée n’a pas pu être ouverte.',
    })
  })
})
