import pg from 'pg'
import { afterAll, beforeAll, expect, it } from 'vitest'
import { silentLog } from '../../log.ts'
import { embeddedTemplate } from '../../../testing/databases/template.ts'
import { startEngine, type Engine } from './engine.ts'

let engine: Engine

beforeAll(async () => {
  engine = await startEngine({ storage: { kind: 'memory', template: await embeddedTemplate() }, watchdogMs: 10_000 }, silentLog)
}, 120_000)

afterAll(() => engine.close())

/** A connection, and a way to lose it as a broken socket would. */
async function connect(): Promise<{ client: pg.Client; lose(): void }> {
  const stream = engine.stream()
  const client = new pg.Client({ user: 'postgres', database: 'postgres', stream: () => stream as never })
  client.on('error', () => {})
  await client.connect()
  return { client, lose: () => void stream.destroy() }
}

it('leaves nothing of a client lost in the middle of a transaction to the next one', async () => {
  const { client, lose } = await connect()
  await client.query(`set work_mem = '7MB'; prepare mine as select 1; begin; create table unfinished (id int)`)
  lose()
  const next = await connect()
  const { rows } = await next.client.query(`select current_setting('work_mem') as memory, to_regclass('unfinished') as "table",
    (select count(*)::int from pg_prepared_statements) as prepared, now() = statement_timestamp() as fresh`)
  expect(rows).toEqual([{ memory: '4MB', table: null, prepared: 0, fresh: true }])
  next.lose()
})

it('never gives the answer a lost client waited for to the next one', async () => {
  const { client, lose } = await connect()
  const lost = client.query(`select pg_sleep(0.3), 'old' as answer`).catch((error: Error) => error.message)
  // Once the statement is on its way.
  await new Promise((resolve) => setImmediate(resolve))
  lose()
  const next = await connect()
  expect((await next.client.query(`select 'new' as answer`)).rows).toEqual([{ answer: 'new' }])
  expect(await lost).toContain('terminated')
  next.lose()
})

it('survives errors of every kind in the middle of what one client sends', async () => {
  const { client, lose } = await connect()
  await expect(client.query('select 1/0')).rejects.toMatchObject({ code: '22012' })
  await expect(client.query('select $1::int', ['word'])).rejects.toMatchObject({ code: '22P02' })
  await expect(client.query('selct 1')).rejects.toMatchObject({ code: '42601' })
  await expect(client.query({ name: 'named', text: 'select nothing from nowhere', values: [] })).rejects.toMatchObject({ code: '42P01' })
  expect((await client.query('select $1::int as index', [7])).rows).toEqual([{ index: 7 }])
  lose()
})
