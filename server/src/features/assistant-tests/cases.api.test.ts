import { routes, type SentRouteBody } from '@parvis/contract'
import { beforeAll, beforeEach, describe, expect, test } from 'vitest'
import { newCategory, openTestApp, people } from '../../testing/open-test-app.ts'
import type { TestUser } from '../../testing/test-users.ts'

const { assistants, assistantReviews, assistantTestCases, assistantTestRuns, audit, conversations, ownAssistants } = routes

/** Follows « Dis X » in the instructions, else « Bonjour ». */
const app = openTestApp({
  llm: {
    complete: async ({ messages, onDelta }) => {
      onDelta(/Dis (\w+)/.exec(messages[0]!.content)?.[1] ?? 'Bonjour')
      return { finish: 'stop', usage: { prompt_tokens: 10, completion_tokens: 1 }, model: 'essai' }
    },
  },
})
const { admin, owner } = people(app, { admin: { is_admin: true }, owner: {} })
let id: string
let category_id: string
beforeAll(async () => void (category_id = await newCategory(app.db)))
beforeEach(async () => {
  const body = { name: 'Voirie', description: 'Aide', prompt_content: 'Dis oui', category_id }
  id = (await app.call(assistants.create, { token: admin.token, body })).body.id
})

type CaseBody = SentRouteBody<typeof assistantTestCases.create>
const expectsYes: CaseBody = { question: 'Est-ce permis ?', expectations: [{ kind: 'contains', text: 'oui' }] }
const add = (body: CaseBody = expectsYes, { token }: TestUser = admin) => app.call(assistantTestCases.create, { token, params: { id }, body })
const list = async ({ token }: TestUser = admin) => (await app.call(assistantTestCases.list, { token, params: { id } })).body
const setGate = (min_passed: number | null, { token }: TestUser = admin) => app.call(assistantTestCases.gate, { token, params: { id }, body: { min_passed } })
async function run(prompt_content: string | null = null, { token }: TestUser = admin) {
  await app.call(assistantTestRuns.start, { token, params: { id }, body: { model_ids: [app.context.models.list[0]!.id], prompt_content } })
  await app.context.worker.drain()
}

describe('cases', () => {
  test('are added once, changed with an optimistic lock, and deleted', async () => {
    const client_id = crypto.randomUUID()
    const { body: added } = await add({ ...expectsYes, client_id, as_of: '2024-02-29', history: [{ role: 'user', content: 'Bonjour' }] })
    expect(await add({ ...expectsYes, client_id })).toMatchObject({ status: 201, body: { id: added.id, as_of: '2024-02-29' } })
    expect((await list()).cases).toHaveLength(1)
    const change = (body: object) =>
      app.call(assistantTestCases.update, { token: admin.token, params: { id, case_id: added.id }, body: { ...expectsYes, ...body } as never })
    expect((await change({ question: 'Autre ?', expected_updated_at: added.updated_at })).body).toMatchObject({ question: 'Autre ?', as_of: null })
    expect((await change({ expected_updated_at: added.updated_at })).error.code).toBe('request.stale')
    expect((await app.call(assistantTestCases.remove, { token: admin.token, params: { id, case_id: added.id } })).status).toBe(200)
    expect((await list()).cases).toEqual([])
  })

  test.each([
    { ...expectsYes, question: ' ' },
    { ...expectsYes, expectations: [] },
    { ...expectsYes, expectations: [{ kind: 'pattern', pattern: '(' }] },
    { ...expectsYes, expectations: [{ kind: 'pattern', pattern: 'a'.repeat(201) }] },
    { ...expectsYes, expectations: [{ kind: 'falc' }] },
    { ...expectsYes, as_of: '2023-02-29' },
    { ...expectsYes, as_of: 'demain' },
  ])('what is wrong is refused: %o', async (body) => {
    expect((await add(body as CaseBody)).status).toBe(422)
    expect((await list()).cases).toEqual([])
  })

  test('200 at most', async () => {
    const rows = Array.from({ length: 200 }, () => ({ assistant_id: id, author_id: null, content: JSON.stringify(expectsYes) }))
    await app.db.insertInto('assistant_test_case').values(rows).execute()
    expect((await add()).error.code).toBe('assistant_tests.too_many_cases')
  })
})

describe('a case made from an answer', () => {
  /** A conversation of the assistant with one exchange. */
  async function exchange({ token }: TestUser) {
    const { id: conversation } = (await app.call(conversations.findOrCreate, { token, body: { assistant_id: id } })).body
    const say = async (role: 'user' | 'assistant', content: string) =>
      (await app.call(conversations.addMessage, { token, params: { id: conversation }, body: { role, content } })).body.id
    await say('user', 'Bonjour')
    await say('assistant', 'Que voulez-vous savoir ?\n\n@@ supprimer 3')
    await say('user', 'Quel délai ?')
    return { conversation, message_id: await say('assistant', 'Deux mois [1].') }
  }
  const propose = (message_id: string, { token }: TestUser = admin) => app.call(assistantTestCases.fromMessage, { token, params: { message_id } })

  test('has its question, its history and the sources that it cites; nothing is saved', async () => {
    const { message_id } = await exchange(admin)
    const source = { number: 1, document_id: crypto.randomUUID(), document: 'Recours.pdf', page: 2, section: null, extract: 'Deux mois.', score: 1 }
    await app.db
      .updateTable('message')
      .set({ sources: JSON.stringify([source]) })
      .where('id', '=', message_id)
      .execute()
    const body = (await propose(message_id)).body!
    expect(body).toMatchObject({
      assistant: { id, name: 'Voirie' },
      content: {
        question: 'Quel délai ?',
        history: [
          { role: 'user', content: 'Bonjour' },
          { role: 'assistant', content: 'Que voulez-vous savoir ?\n\n(Une modification a été proposée.)' },
        ],
        min_level: 1,
      },
    })
    expect(body.content.expectations[0]).toEqual({ kind: 'cites', document: 'Recours.pdf', page: null })
    expect((await list()).cases).toEqual([])
    expect((await add({ ...body.content })).status).toBe(201)
  })

  test('a confidential conversation asks for the highest level', async () => {
    const { conversation, message_id } = await exchange(admin)
    await app.db.updateTable('conversation').set({ confidential: true }).where('id', '=', conversation).execute()
    expect((await propose(message_id)).body!.content.min_level).toBe(3)
  })

  test('is never taken from somebody else’s conversation, nor from a copy of one', async () => {
    const { message_id } = await exchange(owner)
    expect((await propose(message_id)).body).toBeNull()
    // Only those who may change the assistant.
    expect((await propose(message_id, owner)).body).toBeNull()
    const own = await exchange(admin)
    // As a shared conversation that is continued: its messages are older than it.
    await app.db
      .updateTable('conversation')
      .set({ created_at: new Date(Date.now() + 60_000) })
      .where('id', '=', own.conversation)
      .execute()
    expect((await propose(own.message_id)).body).toBeNull()
  })
})

describe('a gate', () => {
  const update = (body: SentRouteBody<typeof assistants.update>) => app.call(assistants.update, { token: admin.token, params: { id }, body })
  const overrides = async () =>
    (await app.call(audit.list, { token: admin.token, query: {} })).body.entries.filter(({ act, target }) => act === 'assistant.test_gate' && target === id)

  test('asks nothing until it is set, nor of what changes no answer', async () => {
    await add()
    expect((await update({ prompt_content: 'Dis non' })).status).toBe(200)
    await setGate(100)
    expect((await update({ name: 'Voirie et réseaux' })).status).toBe(200)
    expect(await overrides()).toEqual([])
  })

  test('instructions whose tests pass are saved; others ask a written reason, which the audit trail has', async () => {
    await add()
    await setGate(100)
    await run('Dis oui encore')
    expect((await update({ prompt_content: 'Dis oui encore' })).status).toBe(200)
    await run('Dis non')
    expect((await update({ prompt_content: 'Dis non' })).error.code).toBe('assistant_tests.gate')
    expect((await list()).assistant).toMatchObject({ id })
    expect((await app.call(assistants.get, { token: admin.token, params: { id } })).body.prompt_content).toBe('Dis oui encore')
    expect((await update({ prompt_content: 'Dis non', gate_reason: 'Urgence juridique' })).status).toBe(200)
    expect(await overrides()).toMatchObject([{ target_name: 'Voirie\u00a0: Urgence juridique' }])
  })

  test('a case added after the run asks for another run; a draft that nobody uses is not concerned', async () => {
    await add()
    await setGate(100)
    await run('Dis oui encore')
    await add({ ...expectsYes, question: 'Et demain ?' })
    expect((await update({ prompt_content: 'Dis oui encore' })).error.code).toBe('assistant_tests.gate')
    expect((await update({ prompt_content: 'Dis oui encore', is_active: false })).status).toBe(200)
    expect((await update({ is_active: true })).error.code).toBe('assistant_tests.gate')
  })

  test('a proposal is published once its tests pass, or with a reason', async () => {
    const body = { name: 'À moi', description: 'Aide', prompt_content: 'Dis non', category_id }
    id = (await app.call(ownAssistants.create, { token: owner.token, body })).body.id
    await add(expectsYes, owner)
    await setGate(100, owner)
    const { proposals, updated_at } = (await app.call(ownAssistants.propose, { token: owner.token, params: { id }, body: {} })).body
    const publish = (more: object = {}) =>
      app.call(assistantReviews.publish, { token: admin.token, params: { id: proposals[0]!.id }, body: { expected_updated_at: updated_at, ...more } })
    expect((await publish()).error.code).toBe('assistant_tests.gate')
    const gate = async () => (await app.call(assistantTestCases.gateState, { token: admin.token, params: { id } })).body
    expect(await gate()).toEqual({ min_passed: 100, cases: 1, run: null, needs_reason: true })
    await run(null)
    expect(await gate()).toMatchObject({ run: { tested: 1, passed: 0, regressions: 0 }, needs_reason: true })
    expect((await app.call(assistantTestCases.gateState, { token: owner.token, params: { id } })).body).toEqual(await gate())
    expect((await publish({ gate_reason: 'Relu à la main' })).status).toBe(200)
    expect(await overrides()).toHaveLength(1)
  })
})
