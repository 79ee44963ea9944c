import { routes } from '@parvis/contract'
import { beforeAll, beforeEach, describe, expect, test } from 'vitest'
import { openChatBench } from '../../testing/chat-bench.ts'
import { newCategory, people } from '../../testing/open-test-app.ts'
import type { TestUser } from '../../testing/test-users.ts'
import { sql } from 'kysely'
import { dayInParis } from '../../platform/paris.ts'
import { readOwnTokenUsage } from '../conversations/own-stats.ts'
import { countConsumption } from './consumption.ts'

const bench = openChatBench()
const { admin } = people(bench.app, { admin: { is_admin: true } })
const { ana, bob } = people(bench.app, { ana: { first_name: 'Ana', last_name: 'Ravel' }, bob: {} }, beforeEach)
let assistant_id: string

beforeAll(async () => {
  const assistant = { name: 'Rédacteur', description: 'D', prompt_content: 'Vous rédigez.', category_id: await newCategory(bench.app.db) }
  assistant_id = (await bench.app.db.insertInto('assistant').values(assistant).returning('id').executeTakeFirstOrThrow()).id
})
beforeEach(async () => {
  await sql`truncate usage_entry`.execute(bench.app.db)
})

const dashboard = async (days: '7' | '30' | '90' = '7') =>
  (await bench.app.call(routes.dashboards.read, { query: { days }, token: admin.token })).body.consumption
async function own(user: TestUser) {
  const { is_counting, ...count } = (await bench.app.call(routes.conversations.consumption, { token: user.token })).body
  expect(is_counting).toBe(false)
  return count
}
const nothing = { prompt_tokens: 0, completion_tokens: 0, replies: 0, uncounted: 0 }

type Tokens = readonly [read: number, written: number] | null

/** Records replies with these token counts in the usage ledger. */
async function spend(owner: TestUser, at: Date, tokens: readonly Tokens[], fields: object = {}): Promise<void> {
  const entry = { day: dayInParis(at), user_id: owner.id, model: 'essai', replies: tokens.length, uncounted: tokens.filter((count) => count === null).length }
  const sum = (of: 0 | 1) => tokens.reduce((total, count) => total + (count?.[of] ?? 0), 0)
  await bench.app.db
    .insertInto('usage_entry')
    .values({ ...entry, prompt_tokens: sum(0), completion_tokens: sum(1), estimated_tokens: 0, ...fields })
    .execute()
}

const dayMs = 24 * 3_600_000
const ago = (days: number) => new Date(bench.app.now().getTime() - days * dayMs)
const withAssistant = () => ({ assistant_id, assistant_name: 'Rédacteur' })

describe('ECO-08 what the model read and wrote', () => {
  test('is nothing where nothing happened', async () => {
    expect(await dashboard()).toEqual({ is_counting: false, total: nothing, assistants: [], teams: [], models: [], accounts: [] })
    expect(await own(ana)).toEqual(nothing)
  })

  test('is only for people who are signed in, and only administrators have that of all', async () => {
    expect((await bench.app.call(routes.conversations.consumption)).status).toBe(401)
    expect((await bench.app.call(routes.dashboards.read)).status).toBe(401)
    expect((await bench.app.call(routes.dashboards.read, { token: ana.token })).status).toBe(403)
  })

  test('is counted from real replies; what the server does not count is estimated, and said so', async () => {
    const id = await bench.newConversation(ana, withAssistant())
    await bench.ask(ana, id, 'Une question')
    const told = await own(ana)
    expect(told).toEqual({ prompt_tokens: 42, completion_tokens: expect.any(Number), replies: 1, uncounted: 0 })
    expect(told.completion_tokens).toBeGreaterThan(0)
    await bench.ask(ana, id, 'mode:sans-options')
    const both = await own(ana)
    expect(both).toMatchObject({ replies: 2, uncounted: 1 })
    // The assistant's instructions and the question, at four characters per token; then the answer.
    const [asked, answered] = [bench.model.requests.at(-1)!.body.messages, (await bench.messages(ana, id)).at(-1)!.content]
    expect(both.prompt_tokens - told.prompt_tokens).toBe(Math.ceil((asked ?? []).reduce((sum, { content }) => sum + content.length, 0) / 4))
    expect(both.completion_tokens - told.completion_tokens).toBe(Math.ceil(answered.length / 4))
    expect((await dashboard()).total).toEqual(both)
    expect(await own(bob)).toEqual(nothing)
  })

  test('is told in all, by assistant and by account, the most first, and never with what was written', async () => {
    await spend(ana, ago(0), [[100, 10], null], withAssistant())
    await spend(ana, ago(3), [[50, 5]])
    await spend(bob, ago(3), [[1_000, 100]], { assistant_name: 'Disparu' })
    await spend(bob, ago(20), [[7, 7]], withAssistant())
    const { body, text } = await bench.app.call(routes.dashboards.read, { query: { days: '7' }, token: admin.token })
    expect(body.consumption).toEqual({
      is_counting: false,
      total: { prompt_tokens: 1_150, completion_tokens: 115, replies: 4, uncounted: 1 },
      assistants: [
        { assistant_id: null, name: 'Disparu', prompt_tokens: 1_000, completion_tokens: 100, replies: 1, uncounted: 0 },
        { assistant_id, name: 'Rédacteur', prompt_tokens: 100, completion_tokens: 10, replies: 2, uncounted: 1 },
        { assistant_id: null, name: null, prompt_tokens: 50, completion_tokens: 5, replies: 1, uncounted: 0 },
      ],
      teams: [],
      models: [{ model_id: 'essai', label: 'essai', prompt_tokens: 1_150, completion_tokens: 115, replies: 4, uncounted: 1 }],
      accounts: [
        { user_id: bob.id, username: bob.username, first_name: '', last_name: '', prompt_tokens: 1_000, completion_tokens: 100, replies: 1, uncounted: 0 },
        { user_id: ana.id, username: ana.username, first_name: 'Ana', last_name: 'Ravel', prompt_tokens: 150, completion_tokens: 15, replies: 3, uncounted: 1 },
      ],
    })
    expect(text).not.toContain('glycine')
    expect((await dashboard('30')).total).toEqual({ prompt_tokens: 1_157, completion_tokens: 122, replies: 5, uncounted: 1 })
  })

  test('is not lowered by the deletion of a conversation, nor of all of them', async () => {
    const id = await bench.newConversation(ana)
    await bench.ask(ana, id, 'Une question')
    const told = await own(ana)
    const running = await bench.newConversation(ana)
    const slow = await bench.send(ana, running, 'mode:sans-fin:10')
    await slow.until((events) => events.length > 3)
    for (const one of [id, running]) await bench.app.call(routes.conversations.remove, { params: { id: one }, token: ana.token })
    await slow.ended
    await expect.poll(async () => (await own(ana)).replies).toBe(2)
    const left = await own(ana)
    expect(left.prompt_tokens).toBeGreaterThan(told.prompt_tokens)
    expect(left.uncounted).toBe(told.uncounted + 1)
    expect(await bench.app.db.selectFrom('usage_running').selectAll().execute()).toEqual([])
    expect((await dashboard()).total).toEqual(left)
  })

  test('names ten assistants and ten accounts at most, the total being of all', async () => {
    const people = await Promise.all(Array.from({ length: 12 }, () => bench.app.createUser()))
    for (const [at, person] of people.entries()) await spend(person, ago(0), [[100 + at, 0]], { assistant_name: `Assistant ${at}` })
    const { total, assistants, accounts } = await dashboard()
    expect(total).toMatchObject({ replies: 12, prompt_tokens: 1_266 })
    expect(assistants.map(({ name }) => name)).toEqual(Array.from({ length: 10 }, (_, at) => `Assistant ${11 - at}`))
    expect(accounts.map(({ user_id }) => user_id)).toEqual(
      people
        .slice(2)
        .toReversed()
        .map(({ id }) => id),
    )
  })

  test('of billions is exact, and outlives an assistant; of an account it keeps the number without the name', async () => {
    const many = 2_000_000_000
    const gone = await bench.app.createUser()
    await spend(gone, ago(0), [[1, 1]])
    const { category_id } = await bench.app.db.selectFrom('assistant').where('id', '=', assistant_id).select('category_id').executeTakeFirstOrThrow()
    const short = { name: 'Éphémère', description: 'D', prompt_content: 'P', category_id }
    const { id: short_id } = await bench.app.db.insertInto('assistant').values(short).returning('id').executeTakeFirstOrThrow()
    await spend(
      ana,
      ago(0),
      [
        [many, 1],
        [many, 1],
        [many, 1],
      ],
      { assistant_id: short_id, assistant_name: short.name },
    )
    await bench.app.db.deleteFrom('assistant').where('id', '=', short_id).execute()
    await bench.app.db.deleteFrom('app_user').where('id', '=', gone.id).execute()
    const { total, assistants, accounts } = await dashboard()
    expect(total).toEqual({ prompt_tokens: 3 * many + 1, completion_tokens: 4, replies: 4, uncounted: 0 })
    expect(assistants[0]).toMatchObject({ assistant_id: null, name: 'Éphémère', prompt_tokens: 3 * many })
    expect(accounts.map(({ user_id }) => user_id)).toEqual([ana.id])
  })

  test('is of the month for oneself and of whole days for all, as they begin in Paris', async () => {
    // The month of April 2026 begins on 31 March at 22:00 UTC.
    await spend(ana, new Date('2026-03-31T21:59:59Z'), [[1, 0]])
    await spend(ana, new Date('2026-03-31T22:00:00Z'), [[20, 0]])
    await spend(bob, new Date('2026-03-31T22:00:00Z'), [[300, 0]])
    const tokens = async (at: string) => (await readOwnTokenUsage(bench.app.db, ana.id, new Date(at))).prompt_tokens
    expect(await tokens('2026-04-15T10:00:00Z')).toBe(20)
    expect(await tokens('2026-03-31T21:59:59Z')).toBe(1)
    expect(await tokens('2026-04-30T22:00:00Z')).toBe(0)
    const total = async (at: string) => (await countConsumption(bench.app.context, new Date(at), 7)).total.prompt_tokens
    expect(await total('2026-04-07T10:00:00Z')).toBe(320)
    expect(await total('2026-04-07T22:00:00Z')).toBe(0)
  })
})

test('ECO-08 an answer written without the model is known to have used nothing', async () => {
  await bench.app.db.insertInto('document_category').values({ name: 'notes', name_key: 'notes', display_name: 'Notes', is_known: true }).execute()
  const id = await bench.newConversation(ana, { library: 'notes' })
  const asked = await bench.app.http.inject({
    method: 'POST',
    url: '/api/rag/query/stream',
    headers: { authorization: `Bearer ${ana.token}` },
    payload: { message: 'Que fleurit ?', category: 'notes', conversation_id: id },
  })
  expect(asked.statusCode, asked.body).toBe(200)
  expect(await own(ana)).toEqual({ ...nothing, replies: 1 })
})

test('ECO-08 an opening is asked of the model once: until a question, the kept one is given back', async () => {
  const id = await bench.newConversation(ana, { assistant_id })
  await bench.ask(ana, id, '', { action: 'opening' })
  const calls = bench.model.requests.length
  const again = await bench.app.call(routes.conversations.findOrCreate, { body: { assistant_id }, token: ana.token })
  expect(again.body.id).toBe(id)
  expect(again.body.messages.map(({ role }) => role)).toEqual(['assistant'])
  expect((await bench.send(ana, id, '', { action: 'opening' })).status).toBe(409)
  expect(bench.model.requests).toHaveLength(calls)
})
