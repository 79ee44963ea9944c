import { routes } from '@parvis/contract'
import { randomUUID } from 'node:crypto'
import { beforeAll, expect, test } from 'vitest'
import { newCategory, openTestApp, people } from '../../testing/open-test-app.ts'
import { dayInParis } from '../../platform/paris.ts'
import { countDays } from './routes.ts'

const app = openTestApp()
const { admin, agent } = people(app, { admin: { is_admin: true }, agent: { username: 'pervenche' } })
let assistant_id: string

const dayMs = 24 * 3_600_000
const ago = (days: number) => new Date(app.now().getTime() - days * dayMs)

beforeAll(async () => {
  const assistant = { name: 'Rédacteur', description: 'D', prompt_content: 'P', category_id: await newCategory(app.db) }
  assistant_id = (await app.db.insertInto('assistant').values(assistant).returning('id').executeTakeFirstOrThrow()).id
})

const read = (days?: string) => app.call(routes.dashboards.read, { ...(days && { query: { days } }), token: admin.token })

type Reply = { status?: 'complete' | 'interrompue' | 'erreur'; finish_reason?: 'stop' | 'stopped' | 'cut'; feedback?: 'positive' | 'negative' }

async function converse(created_at: Date, replies: Reply[], fields: object = {}): Promise<string> {
  const { id } = await app.db
    .insertInto('conversation')
    .values({
      owner_id: agent.id,
      title: 'Budget pervenche',
      started: true,
      assistant_id,
      assistant_name: 'Rédacteur',
      created_at,
      updated_at: created_at,
      ...fields,
    })
    .returning('id')
    .executeTakeFirstOrThrow()
  for (const reply of replies) {
    await app.db.insertInto('message').values({ conversation_id: id, role: 'user', content: 'pervenche', created_at }).execute()
    await app.db
      .insertInto('message')
      .values({ conversation_id: id, role: 'assistant', content: 'pervenche', created_at, feedback_at: reply.feedback ? created_at : null, ...reply })
      .execute()
  }
  return id
}

test('is for administrators, over a period that exists', async () => {
  expect((await app.call(routes.dashboards.read)).status).toBe(401)
  expect((await app.call(routes.dashboards.read, { token: agent.token })).status).toBe(403)
  expect((await read('31')).status).toBe(422)
})

test('an instance where nothing happened has every day, at zero', async () => {
  const { body } = await read('7')
  expect(body.days).toHaveLength(7)
  expect(body.days.at(-1)).toMatchObject({ conversations: 0, questions: 0, replies: 0, failed: 0, cut: 0, stopped: 0 })
  expect(body).toMatchObject({
    assistants: [],
    feedback: [],
    consumption: { is_counting: false, assistants: [], teams: [], accounts: [] },
    documents: { queued: 0, reading: 0, indexed: 0, failed: 0, to_review: 0, expired: 0 },
  })
  expect((await read('90')).body.days).toHaveLength(90)
  expect((await read()).body.days).toHaveLength(30)
})

test('counts what happened, by day, by assistant and by opinion, and tells nothing else', async () => {
  await converse(app.now(), [{ feedback: 'positive' }, { status: 'erreur', finish_reason: 'stop' }])
  await converse(ago(2), [
    { status: 'interrompue', finish_reason: 'stopped' },
    { status: 'interrompue', finish_reason: 'cut', feedback: 'negative' },
  ])
  await converse(ago(2), [{ feedback: 'negative' }], { assistant_id: null, assistant_name: 'Disparu' })
  await converse(ago(40), [{ feedback: 'positive' }], { assistant_id: null, assistant_name: null })
  await converse(app.now(), [], { started: false })
  await app.db
    .insertInto('document')
    .values(
      (['indexe', 'indexe', 'en_attente', 'echec'] as const).map((state) => ({
        owner_id: agent.id,
        original_filename: 'pervenche.txt',
        blob_id: randomUUID(),
        size: 1,
        format: 'txt',
        state,
        state_reason: state === 'echec' ? 'empty' : null,
      })),
    )
    .execute()
  // Of those of the library, one is to review, and one is neither that nor in force.
  const { id: category_id } = await app.db
    .insertInto('document_category')
    .values({ name: 'Actes', name_key: 'actes', display_name: 'Actes' })
    .returning('id')
    .executeTakeFirstOrThrow()
  const shared = { category_id, original_filename: 'arrêté.txt', size: 1, format: 'txt', state: 'indexe', review_by: dayInParis(app.now()) } as const
  const dates = [{ valid_until: dayInParis(app.now()) }, { valid_until: dayInParis(ago(1)) }, { review_by: null }]
  const rows = dates.map((date) => ({ ...shared, blob_id: randomUUID(), ...date }))
  await app.db.insertInto('document').values(rows).execute()
  const used = { day: dayInParis(app.now()), user_id: agent.id, model: 'essai', prompt_tokens: 9, completion_tokens: 1, estimated_tokens: 0 }
  await app.db
    .insertInto('usage_entry')
    .values({ ...used, replies: 5, uncounted: 0 })
    .execute()
  const { body } = await read('7')
  const { consumption, ...others } = body
  expect(body.days.at(-1)).toMatchObject({ conversations: 1, questions: 2, replies: 2, failed: 1, cut: 0, stopped: 0 })
  expect(body.days.at(-3)).toMatchObject({ conversations: 2, questions: 3, replies: 3, failed: 0, cut: 1, stopped: 1 })
  expect(body.assistants).toEqual([
    { assistant_id, name: 'Rédacteur', conversations: 2 },
    { assistant_id: null, name: 'Disparu', conversations: 1 },
  ])
  expect(body.feedback).toEqual([
    { assistant_id, name: 'Rédacteur', positive: 1, negative: 1 },
    { assistant_id: null, name: 'Disparu', positive: 0, negative: 1 },
  ])
  expect(body.documents).toEqual({ queued: 1, reading: 0, indexed: 5, failed: 1, to_review: 1, expired: 1 })
  expect((await read('90')).body.feedback).toContainEqual({ assistant_id: null, name: null, positive: 1, negative: 0 })
  expect(JSON.stringify(others)).not.toMatch(new RegExp(`pervenche|${agent.id}`))
  // Her name appears only as that of an account that used the model; nothing that she wrote does.
  expect(consumption.accounts).toMatchObject([{ user_id: agent.id, username: 'pervenche', replies: 5 }])
  expect(JSON.stringify(consumption).match(/pervenche/g)).toHaveLength(1)
})

test('whoever signed in or had an exchange is active; a disabled account is not counted', async () => {
  const before = (await read()).body.users
  const signedIn = await app.createUser()
  await app.db
    .updateTable('app_user')
    .set({ last_login: ago(10) })
    .where('id', '=', signedIn.id)
    .execute()
  await app.createUser({ is_active: false })
  expect((await read()).body.users).toEqual({ total: before.total + 1, active_7: before.active_7, active_30: before.active_30 + 1 })
})

test('a day begins and ends at midnight in Paris, also when the clock changes', async () => {
  // Clocks go forward on 29 March 2026: that day has 23 hours, from 23:00 UTC to 22:00 UTC.
  const now = new Date('2026-03-30T10:00:00Z')
  for (const at of ['2026-03-28T22:59:59Z', '2026-03-28T23:00:00Z', '2026-03-29T21:59:59Z', '2026-03-29T22:00:00Z']) await converse(new Date(at), [{}])
  const days = await countDays(app.db, now, 7)
  expect(days.map(({ day, conversations, replies }) => [day, conversations, replies])).toEqual([
    ['2026-03-24', 0, 0],
    ['2026-03-25', 0, 0],
    ['2026-03-26', 0, 0],
    ['2026-03-27', 0, 0],
    ['2026-03-28', 1, 1],
    ['2026-03-29', 2, 2],
    ['2026-03-30', 1, 1],
  ])
})
