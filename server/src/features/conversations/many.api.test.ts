import { maxUnpagedRows, routes } from '@parvis/contract'
import { sql } from 'kysely'
import { beforeAll, expect, test } from 'vitest'
import { openTestApp, people } from '../../testing/open-test-app.ts'
import type { TestUser } from '../../testing/test-users.ts'

// Pages through the lists of two people who have nearly the maximum number of conversations, while some are created and deleted.

const { conversations } = routes
const count = 4_900
const titled = count / 2
const archived = count / 10

const app = openTestApp()
const { ana, bruno } = people(app, { ana: {}, bruno: {} })
beforeAll(async () => {
  for (const { id } of [ana, bruno]) await fill(id)
})

/** Inserts conversations, several with the same date as after an import: their order then depends on the id. */
const fill = (owner_id: string) =>
  sql`insert into conversation (owner_id, title, title_chosen, started, created_at, updated_at, archived_at)
    select ${owner_id}::uuid, case n % 2 when 0 then 'Voirie ' else 'Cantine ' end || n, true, true, at, at, case when n % 10 = 3 then at end
    from generate_series(1, ${count}::int) n, lateral (select timestamptz '2026-01-01' + (n / 7) * interval '1 minute') moment (at)`.execute(app.db)

const idsOf = async (owner_id: string) => (await app.db.selectFrom('conversation').where('owner_id', '=', owner_id).select('id').execute()).map(({ id }) => id)

async function begin({ token }: TestUser): Promise<string> {
  const { id } = (await app.call(conversations.findOrCreate, { token, body: {} })).body
  await app.call(conversations.addMessage, { token, params: { id }, body: { role: 'user', content: 'Une question' } })
  return id
}

/**
 * Reads all pages of a list.
 * @param meanwhile runs between two pages, with the ids read so far
 * @returns the ids in order, and the total given by the first page
 */
async function walk({ token }: TestUser, query: Record<string, string>, meanwhile: (seen: readonly string[]) => Promise<unknown> = async () => undefined) {
  const seen: string[] = []
  let total: number | null = null
  let cursor: string | null = null
  do {
    const asked: Record<string, string> = { limit: '100', ...query, ...(cursor !== null && { cursor }) }
    const { status, body } = await app.call(conversations.page, { token, query: asked })
    expect(status).toBe(200)
    total ??= body.total
    seen.push(...body.data.map(({ id }) => id))
    cursor = body.next_cursor
    if (cursor !== null) await meanwhile(seen)
  } while (cursor !== null)
  return { seen, total }
}

test('every page of every list: each of one’s own once, and none of somebody else', async () => {
  const all = await walk(ana, {})
  expect([all.total, all.seen.length, new Set(all.seen)]).toEqual([count, count, new Set(await idsOf(ana.id))])
  const current = await walk(ana, { archived: 'non' })
  expect([current.total, new Set(current.seen).size]).toEqual([count - archived, count - archived])
  const away = await walk(ana, { archived: 'oui' })
  expect([away.total, new Set(away.seen).size]).toEqual([archived, archived])
  expect(new Set([...current.seen, ...away.seen])).toEqual(new Set(all.seen))
  const found = await walk(ana, { search: 'voir' })
  expect([found.total, new Set(found.seen).size]).toEqual([titled, titled])
  // Every list has the most recently active first.
  expect(found.seen).toEqual(all.seen.filter((id) => found.seen.includes(id)))
})

test('while some are added, deleted, put away and asked again: none that stays is repeated or left out', async () => {
  const before = await idsOf(bruno.id)
  const { token } = bruno
  const gone = new Set<string>()
  const added = new Set<string>()
  const { seen, total } = await walk(bruno, {}, async (soFar) => {
    if (soFar.length % 500 !== 0) return
    added.add(await begin(bruno))
    // Deletes a conversation already read and another not yet read, and makes one already read the most recent.
    const later = before.find((id) => !soFar.includes(id) && !gone.has(id))!
    for (const id of [soFar.find((one) => !gone.has(one))!, later]) {
      gone.add(id)
      await app.call(conversations.remove, { token, params: { id } })
    }
    await app.call(conversations.addMessage, { token, params: { id: soFar.at(-1)! }, body: { role: 'user', content: 'Encore' } })
  })
  expect([total, new Set(seen).size]).toEqual([count, seen.length])
  expect(before.filter((id) => !gone.has(id) && !seen.includes(id))).toEqual([])
  expect(seen.filter((id) => added.has(id))).toEqual([])
  const after = await walk(bruno, {})
  expect([after.total, new Set(after.seen)]).toEqual([count + added.size - gone.size, new Set(await idsOf(bruno.id))])
})

test('what is at hand, the figures and the plain list are those of the last ones', async () => {
  const { token } = ana
  const last = (await walk(ana, { archived: 'non' })).seen
  const pinned = last.at(-1)!
  await app.call(conversations.update, { token, params: { id: pinned }, body: { pinned: true } })
  const { body: recent } = await app.call(conversations.recent, { token })
  expect(recent.conversations.map(({ id }) => id)).toEqual([pinned, ...last.slice(0, 20)])
  expect((await app.call(conversations.stats, { token })).body.total_conversations).toBe(count)
  const { body: plain } = await app.call(conversations.list, { token })
  expect(plain).toHaveLength(maxUnpagedRows)
  const { body: few } = await app.call(conversations.page, { token, query: { search: 'cantine 4899', limit: '5' } })
  expect([few.total, few.data.map(({ title }) => title)]).toEqual([1, ['Cantine 4899']])
})
