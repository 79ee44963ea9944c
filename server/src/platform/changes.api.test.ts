import { routes } from '@parvis/contract'
import { sql } from 'kysely'
import { beforeAll, expect, test, vi } from 'vitest'
import { openChatBench } from '../testing/chat-bench.ts'
import { createTestApp } from '../testing/test-app.ts'
import { anotherApp } from '../testing/open-test-app.ts'

const bench = openChatBench({ followSeconds: 600 })
let url: string
beforeAll(async () => {
  url = bench.url
  // The channel of PostgreSQL is opened in the background; followers are then notified that changes may have been missed.
  if (process.env['TEST_ENGINE'] === 'postgres') await vi.waitUntil(async () => (await listeners()) > 0, 20_000)
})

async function listeners(): Promise<number> {
  const { rows } = await sql`select 1 from pg_stat_activity where datname = current_database() and state = 'idle' and query like 'listen %'`.execute(
    bench.app.db,
  )
  return rows.length
}

/** Follows the changes of a person over a real socket. */
async function follow(base: string, token: string, tab = ''): Promise<{ status: number; type: string | null; told: string[]; leave(): void }> {
  const controller = new AbortController()
  const response = await fetch(`${base}/api/changes?tab=${tab}`, { headers: { authorization: `Bearer ${token}` }, signal: controller.signal })
  const told: string[] = []
  const read = async () => {
    for await (const piece of response.body!.pipeThrough(new TextDecoderStream()))
      for (const [, data] of piece.matchAll(/^data: (.+)$/gm)) told.push(...(JSON.parse(data!) as { changed: string[] }).changed)
  }
  void read().catch(() => {})
  return { status: response.status, type: response.headers.get('content-type'), told, leave: () => controller.abort() }
}

test('refuses who is not signed in', async () => {
  expect((await bench.app.call(routes.changes.follow)).status).toBe(401)
})

test('tells the other tabs of a person what one of them changes, without a word of it, and nobody else', async () => {
  const [ana, bob] = [await bench.app.createUser(), await bench.app.createUser()]
  const [one, two, other] = [await follow(url, ana.token, 'one'), await follow(url, ana.token, 'two'), await follow(url, bob.token, 'one')]
  expect([one.status, one.type]).toEqual([200, 'text/event-stream; charset=utf-8'])
  const body = { name: 'Voie verte' }
  await bench.app.call(routes.projects.create, { token: ana.token, body, headers: { 'x-tab': 'one' } })
  await expect.poll(() => two.told).toEqual(['/projects'])
  // A refused request changes nothing.
  expect((await bench.app.call(routes.projects.create, { token: ana.token, body: { name: '' } })).status).toBe(422)
  await bench.app.call(routes.prompts.list, { token: ana.token })
  await bench.app.call(routes.projects.create, { token: ana.token, body })
  await expect.poll(() => one.told).toEqual(['/projects'])
  expect(two.told).toEqual(['/projects', '/projects'])
  expect(other.told).toEqual([])
  for (const { leave } of [one, two, other]) leave()
})

test('tells that a reply begins, and that it has ended', async () => {
  const ana = await bench.app.createUser()
  const id = await bench.newConversation(ana)
  const followed = await follow(url, ana.token)
  const reply = await bench.send(ana, id, 'mode:lent:5')
  await expect.poll(() => followed.told).toContain('/conversations')
  const before = followed.told.length
  await reply.ended
  await expect.poll(() => followed.told.length).toBeGreaterThan(before)
  followed.leave()
})

test('tells on one instance what is changed on another of the same server', async ({ skip }) => {
  if (bench.app.database.engine !== 'postgres') skip('the embedded engine has one process')
  const second = await anotherApp({ followSeconds: 600, database: bench.app.database, models: { ...bench.app.context.models, close: async () => {} } })
  const ana = await bench.app.createUser()
  const followed = await follow(await second.listen(), ana.token)
  // Its channel may still be opening, and then reports that changes may have been missed.
  await expect
    .poll(async () => {
      await bench.app.call(routes.projects.create, { token: ana.token, body: { name: 'Voie verte' } })
      return followed.told
    })
    .toContain('/projects')
  followed.leave()
})

test('ends with the server, which does not wait for who follows', async () => {
  const app = await createTestApp({ followSeconds: 600 })
  const ana = await app.createUser()
  const base = await app.listen()
  const response = await fetch(`${base}/api/changes`, { headers: { authorization: `Bearer ${ana.token}` } })
  const whole = response.text().catch(() => 'cut')
  await app.close()
  expect(await whole).toMatch(/^:|cut/)
})
