import { routes } from '@parvis/contract'
import { afterAll, beforeAll, beforeEach, describe, expect, test } from 'vitest'
import { createChatBench } from '../../testing/chat-bench.ts'
import type { ChatBench } from '../../testing/chat-bench.ts'
import type { TestUser } from '../../testing/test-users.ts'
import { ownConsumption } from '../conversations/own-figures.ts'
import { countConsumption } from './consumption.ts'

let bench: ChatBench
let admin: TestUser
let ana: TestUser
let bob: TestUser
let assistant_id: string

beforeAll(async () => {
  bench = await createChatBench()
  admin = await bench.app.createUser({ is_admin: true })
  const { id: category_id } = await bench.app.db
    .insertInto('assistant_category')
    .values({ name: 'Actes', icon: 'FileText' })
    .returning('id')
    .executeTakeFirstOrThrow()
  const assistant = { name: 'Rédacteur', description: 'D', prompt_content: 'Vous rédigez.', category_id }
  assistant_id = (await bench.app.db.insertInto('assistant').values(assistant).returning('id').executeTakeFirstOrThrow()).id
})
afterAll(() => bench.close())
beforeEach(async () => {
  await bench.app.db.deleteFrom('conversation').execute()
  ana = await bench.app.createUser({ first_name: 'Ana', last_name: 'Ravel' })
  bob = await bench.app.createUser()
})

const dashboard = async (days: '7' | '30' | '90' = '7') =>
  (await bench.app.call(routes.dashboards.read, { query: { days }, token: admin.token })).body.consumption
const own = async (user: TestUser) => (await bench.app.call(routes.conversations.consumption, { token: user.token })).body
const nothing = { prompt_tokens: 0, completion_tokens: 0, replies: 0, uncounted: 0 }

type Tokens = readonly [read: number, written: number] | null

/** A conversation with one ended reply for each count. */
async function spend(owner: TestUser, created_at: Date, tokens: readonly Tokens[], fields: object = {}): Promise<string> {
  const { id } = await bench.app.db
    .insertInto('conversation')
    .values({ owner_id: owner.id, title: 'Le secret de la glycine', started: true, created_at, updated_at: created_at, ...fields })
    .returning('id')
    .executeTakeFirstOrThrow()
  const reply = { conversation_id: id, role: 'assistant', content: 'glycine', finish_reason: 'stop', created_at } as const
  for (const count of tokens)
    await bench.app.db
      .insertInto('message')
      .values({ ...reply, prompt_tokens: count && count[0], completion_tokens: count && count[1] })
      .execute()
  return id
}

const dayMs = 24 * 3_600_000
const ago = (days: number) => new Date(bench.app.now().getTime() - days * dayMs)
const withAssistant = () => ({ assistant_id, assistant_name: 'Rédacteur' })

describe('ECO-08 what the model read and wrote', () => {
  test('is nothing where nothing happened', async () => {
    expect(await dashboard()).toEqual({ total: nothing, assistants: [], accounts: [] })
    expect(await own(ana)).toEqual(nothing)
  })

  test('is only for people who are signed in, and only administrators have that of all', async () => {
    expect((await bench.app.call(routes.conversations.consumption)).status).toBe(401)
    expect((await bench.app.call(routes.dashboards.read)).status).toBe(401)
    expect((await bench.app.call(routes.dashboards.read, { token: ana.token })).status).toBe(403)
  })

  test('is counted from real replies; a reply without a count is said to have none, and is not a zero', async () => {
    const id = await bench.newConversation(ana, withAssistant())
    await (
      await bench.send(ana, id, 'Une question')
    ).ended
    const told = await own(ana)
    expect(told).toEqual({ prompt_tokens: 42, completion_tokens: expect.any(Number), replies: 1, uncounted: 0 })
    expect(told.completion_tokens).toBeGreaterThan(0)
    await (
      await bench.send(ana, id, 'mode:sans-options')
    ).ended
    expect(await own(ana)).toEqual({ ...told, replies: 2, uncounted: 1 })
    expect((await dashboard()).total).toEqual({ ...told, replies: 2, uncounted: 1 })
    expect(await own(bob)).toEqual(nothing)
  })

  test('is told in all, by assistant and by account, the most first, and never with what was written', async () => {
    await spend(ana, ago(0), [[100, 10], null], withAssistant())
    await spend(ana, ago(3), [[50, 5]])
    await spend(bob, ago(3), [[1_000, 100]], { assistant_name: 'Disparu' })
    await spend(bob, ago(20), [[7, 7]], withAssistant())
    const { body, text } = await bench.app.call(routes.dashboards.read, { query: { days: '7' }, token: admin.token })
    expect(body.consumption).toEqual({
      total: { prompt_tokens: 1_150, completion_tokens: 115, replies: 4, uncounted: 1 },
      assistants: [
        { assistant_id: null, name: 'Disparu', prompt_tokens: 1_000, completion_tokens: 100, replies: 1, uncounted: 0 },
        { assistant_id, name: 'Rédacteur', prompt_tokens: 100, completion_tokens: 10, replies: 2, uncounted: 1 },
        { assistant_id: null, name: null, prompt_tokens: 50, completion_tokens: 5, replies: 1, uncounted: 0 },
      ],
      accounts: [
        { user_id: bob.id, username: bob.username, first_name: '', last_name: '', prompt_tokens: 1_000, completion_tokens: 100, replies: 1, uncounted: 0 },
        {
          user_id: ana.id,
          username: ana.username,
          first_name: 'Ana',
          last_name: 'Ravel',
          prompt_tokens: 150,
          completion_tokens: 15,
          replies: 3,
          uncounted: 1,
        },
      ],
    })
    expect(text).not.toContain('glycine')
    expect((await dashboard('30')).total).toEqual({ prompt_tokens: 1_157, completion_tokens: 122, replies: 5, uncounted: 1 })
  })

  test('leaves out what is still being written, and keeps an answer that took the place of another', async () => {
    const id = await spend(ana, ago(0), [[10, 1]])
    await bench.app.db
      .updateTable('message')
      .set({ superseded_at: ago(0) })
      .where('conversation_id', '=', id)
      .execute()
    await bench.app.db
      .insertInto('message')
      .values({ conversation_id: id, role: 'assistant', content: '', status: 'en_cours', writer_id: bench.app.context.instanceId })
      .execute()
    expect(await own(ana)).toEqual({ prompt_tokens: 10, completion_tokens: 1, replies: 1, uncounted: 0 })
    expect((await dashboard()).total).toEqual(await own(ana))
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

  test('of billions is exact, and outlives an assistant, not an account', async () => {
    const many = 2_000_000_000
    const { id: gone } = await bench.app.createUser()
    await spend({ ...ana, id: gone }, ago(0), [[1, 1]])
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
    await bench.app.db.deleteFrom('app_user').where('id', '=', gone).execute()
    const { total, assistants, accounts } = await dashboard()
    expect(total).toEqual({ prompt_tokens: 3 * many, completion_tokens: 3, replies: 3, uncounted: 0 })
    expect(assistants).toMatchObject([{ assistant_id: null, name: 'Éphémère', prompt_tokens: 3 * many }])
    expect(accounts.map(({ user_id }) => user_id)).toEqual([ana.id])
  })

  test('is of the month for oneself and of whole days for all, as they begin in Paris', async () => {
    // The month of April 2026 begins on 31 March at 22:00 UTC.
    await spend(ana, new Date('2026-03-31T21:59:59Z'), [[1, 0]])
    await spend(ana, new Date('2026-03-31T22:00:00Z'), [[20, 0]])
    await spend(bob, new Date('2026-03-31T22:00:00Z'), [[300, 0]])
    const tokens = async (at: string) => (await ownConsumption(bench.app.db, ana.id, new Date(at))).prompt_tokens
    expect(await tokens('2026-04-15T10:00:00Z')).toBe(20)
    expect(await tokens('2026-03-31T21:59:59Z')).toBe(21)
    expect(await tokens('2026-04-30T22:00:00Z')).toBe(0)
    const total = async (at: string) => (await countConsumption(bench.app.db, new Date(at), 7)).total.prompt_tokens
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
  await (
    await bench.send(ana, id, '', { action: 'opening' })
  ).ended
  const calls = bench.model.requests.length
  const again = await bench.app.call(routes.conversations.findOrCreate, { body: { assistant_id }, token: ana.token })
  expect(again.body.id).toBe(id)
  expect(again.body.messages.map(({ role }) => role)).toEqual(['assistant'])
  expect((await bench.send(ana, id, '', { action: 'opening' })).status).toBe(409)
  expect(bench.model.requests).toHaveLength(calls)
})
