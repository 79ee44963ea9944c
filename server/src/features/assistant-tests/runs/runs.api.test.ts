import { routes, type SentRouteBody, type TestExpectation } from '@parvis/contract'
import { beforeAll, beforeEach, describe, expect, test } from 'vitest'
import { newCategory, openTestApp, people } from '../../../testing/open-test-app.ts'
import { isFullRun } from '../../../testing/full-run.ts'
import type { TestUser } from '../../../testing/test-users.ts'
import { LlmError, type LlmRequest } from '../../../platform/llm/port.ts'

const { assistants, assistantTestCases, assistantTestRuns, ownAssistants, quotas } = routes

/** Questions received by the model, and what it does with the next ones. */
const model = { asked: [] as string[], hold: null as Promise<void> | null, fail: false }

/** Answers that each of the instructions is followed: « Réponds à la question N : texte » gives the text for the question N. */
async function answerOf({ messages, onDelta, signal }: LlmRequest) {
  const question = messages.at(-1)!.content
  model.asked.push(question)
  await model.hold
  if (signal.aborted) throw new LlmError('llm.aborted')
  if (model.fail) throw new LlmError('llm.refused')
  const rule = new RegExp(`Réponds à la question ${question.match(/\d+/)?.[0]} : (.*)`).exec(messages[0]!.content)
  onDelta(rule?.[1] ?? `Réponse à ${question}`)
  return { finish: 'stop' as const, usage: { prompt_tokens: 100, completion_tokens: 10 }, model: 'essai' }
}

const app = openTestApp({ llm: { complete: answerOf } })
const { admin } = people(app, { admin: { is_admin: true } })
const { owner, stranger } = people(app, { owner: {}, stranger: {} }, beforeEach)
let id: string
let category_id: string
beforeAll(async () => void (category_id = await newCategory(app.db)))
beforeEach(async () => {
  Object.assign(model, { asked: [], hold: null, fail: false })
  const body = { name: 'Voirie', description: 'Aide', prompt_content: 'Tu aides.', category_id }
  id = (await app.call(assistants.create, { token: admin.token, body })).body.id
})

const models = () => [app.context.models.list[0]!.id]
const addCase = (question: string, ...expectations: TestExpectation[]) =>
  app.call(assistantTestCases.create, { token: admin.token, params: { id }, body: { question, expectations } })
const addCases = async (count: number) => {
  for (let at = 1; at <= count; at += 1) await addCase(`Question ${at}`, { kind: 'contains', text: `question ${at}` })
}
const start = (options: Partial<SentRouteBody<typeof assistantTestRuns.start>> = {}, { token }: TestUser = admin) =>
  app.call(assistantTestRuns.start, { token, params: { id }, body: { model_ids: models(), ...options } })
const read = async (run: string, { token }: TestUser = admin) => (await app.call(assistantTestRuns.get, { token, params: { id: run } })).body
async function finished(options: Parameters<typeof start>[0] = {}) {
  const { body } = await start(options)
  await app.context.worker.drain()
  return read(body.id)
}
const broken = (...questions: number[]) => `Tu aides.\n${questions.map((at) => `Réponds à la question ${at} : autre chose`).join('\n')}`

describe('a run', () => {
  test('asks each case as often as wanted; its answers are checked, its tokens counted to who runs it, outside their limit', async () => {
    await addCases(3)
    await addCase('Question 4', { kind: 'contains', text: 'absent' }, { kind: 'max_words', words: 10 })
    const budget = (await app.call(assistantTestRuns.budget, { token: admin.token, params: { id }, body: { model_ids: models(), repeats: 3 } })).body
    expect(budget).toMatchObject({ cases: 4, questions: 12, calls: 12, reused: 0, compared_version: null })
    const before = (await app.call(quotas.own, { token: admin.token })).body
    const run = await finished({ repeats: 3 })
    expect(run).toMatchObject({ status: 'terminee', version: 1, total: 12, done: 12, passed: 3, failed: 1, errors: 0, regressions: 0, prompt_tokens: 1_200 })
    expect(model.asked).toHaveLength(12)
    expect(run.results[0]).toMatchObject({ question: 'Question 4', outcome: 'failed', answers: [{ checks: [{ is_met: false }, { is_met: true }] }, {}, {}] })
    const answer = await app.call(assistantTestRuns.answer, { token: admin.token, params: { id: run.results[0]!.answers[0]!.id } })
    expect(answer.body).toMatchObject({ answer: 'Réponse à Question 4', content: { question: 'Question 4' } })
    const after = (await app.call(quotas.own, { token: admin.token })).body
    expect(after.prompt_tokens - before.prompt_tokens).toBe(1_200)
    const rows = await app.db.selectFrom('usage_entry').where('user_id', '=', admin.id).select(['kind', 'prompt_tokens', 'replies']).execute()
    expect(rows.filter(({ kind }) => kind === 'test').at(-1)).toMatchObject({ replies: 12, prompt_tokens: 1_200 })
  })

  test('two cases broken by new instructions are exactly two regressions, first in the list; the version in force is not asked again', async () => {
    await addCases(6)
    await finished()
    model.asked = []
    const run = await finished({ prompt_content: broken(2, 5) })
    expect(run).toMatchObject({ version: null, compared_version: 1, regressions: 2, passed: 4, failed: 2 })
    expect(run.results.slice(0, 2).map(({ question, is_regression, compared }) => [question, is_regression, compared])).toEqual([
      ['Question 2', true, 'passed'],
      ['Question 5', true, 'passed'],
    ])
    expect(run.results.filter(({ is_regression }) => is_regression)).toHaveLength(2)
    expect(model.asked).toHaveLength(6)
  })

  test('a version that is saved is compared with the one before it', async () => {
    await addCases(2)
    await app.call(assistants.update, { token: admin.token, params: { id }, body: { prompt_content: broken(1) } })
    const run = await finished()
    expect(run).toMatchObject({ version: 2, compared_version: 1, regressions: 1 })
    expect(model.asked).toHaveLength(4)
  })

  test('stopped, it keeps what it has and asks nothing more; another may then start', async () => {
    await addCases(20)
    const { promise, resolve } = Promise.withResolvers<void>()
    model.hold = promise
    const { id: run } = (await start()).body
    expect((await start()).error.code).toBe('assistant_tests.running')
    const drained = app.context.worker.drain()
    await expect.poll(() => model.asked.length).toBe(4)
    expect((await app.call(assistantTestRuns.stop, { token: admin.token, params: { id: run }, body: {} })).status).toBe(200)
    await new Promise((settle) => setTimeout(settle, 1_200))
    resolve()
    await drained
    expect(await read(run)).toMatchObject({ status: 'arretee', total: 20, done: 0 })
    expect(model.asked.length).toBeLessThanOrEqual(8)
    expect((await start()).status).toBe(201)
  })

  test('stopped then resumed, it asks what is missing and nothing else; only the person who started it may, and only while none goes on', async () => {
    await addCases(20)
    const { promise, resolve } = Promise.withResolvers<void>()
    const { id: run } = (await start()).body
    const resume = ({ token }: TestUser = admin) => app.call(assistantTestRuns.resume, { token, params: { id: run }, body: {} })
    expect((await resume()).status).toBe(404)
    const drained = app.context.worker.drain()
    await expect.poll(async () => (await read(run)).done, { interval: 5 }).toBeGreaterThan(0)
    model.hold = promise
    expect((await app.call(assistantTestRuns.stop, { token: admin.token, params: { id: run }, body: {} })).status).toBe(200)
    await new Promise((settle) => setTimeout(settle, 1_200))
    resolve()
    await drained
    const stopped = await read(run)
    const given = stopped.results.filter(({ outcome }) => outcome === 'passed').map(({ question }) => question)
    expect([stopped.status, given.length > 0, given.length < 20]).toEqual(['arretee', true, true])
    const other = (await start({ case_ids: [stopped.results[0]!.case_id] })).body.id
    expect((await resume()).error.code).toBe('assistant_tests.running')
    await app.call(assistantTestRuns.stop, { token: admin.token, params: { id: other }, body: {} })
    expect((await resume(stranger)).status).toBe(404)
    Object.assign(model, { asked: [], hold: null })
    expect((await resume()).body).toMatchObject({ id: run, status: 'en_cours', done: given.length })
    await app.context.worker.drain()
    expect(await read(run)).toMatchObject({ status: 'terminee', total: 20, done: 20, passed: 20 })
    expect(model.asked).toHaveLength(20 - given.length)
    expect(given.filter((question) => model.asked.includes(question))).toEqual([])
    expect((await resume()).status).toBe(404)
  })

  test('cut in the middle, it goes on with what is missing: nothing that was written is asked again', async () => {
    await addCases(12)
    const { id: run } = (await start()).body
    await app.context.worker.drain()
    // As a killed process leaves it: five answers are written, the job is still there.
    await app.db.updateTable('assistant_test_run').set({ status: 'en_cours', finished_at: null }).where('id', '=', run).execute()
    await app.db.updateTable('assistant_test_answer').set({ outcome: 'pending', answer: '' }).where('run_id', '=', run).where('position', '>=', 5).execute()
    await app.db.insertInto('job').values({ kind: 'test_assistant', document_id: null, test_run_id: run, person_id: admin.id, lane: 'long' }).execute()
    model.asked = []
    await app.context.worker.drain()
    expect(model.asked.toSorted()).toEqual([...Array(7).keys()].map((at) => `Question ${at + 6}`).toSorted())
    expect(await read(run)).toMatchObject({ status: 'terminee', done: 12, passed: 12 })
  })

  test('a model that refuses everything ends it; what was not obtained is no regression', async () => {
    await addCases(30)
    await finished()
    model.fail = true
    const run = await finished({ prompt_content: broken(1) })
    expect(run).toMatchObject({ status: 'echouee', regressions: 0 })
    expect(run.errors).toBeLessThan(20)
    expect(run.results.find(({ outcome }) => outcome === 'error')!.answers[0]!.error).not.toBe('')
    // Resumed once the model answers: what it refused is asked again.
    model.fail = false
    expect((await app.call(assistantTestRuns.resume, { token: admin.token, params: { id: run.id }, body: {} })).status).toBe(200)
    await app.context.worker.drain()
    expect(await read(run.id)).toMatchObject({ status: 'terminee', errors: 0, passed: 29, failed: 1, regressions: 1 })
  })

  test('only the last ten are retained, except under a legal hold', async () => {
    await addCases(1)
    for (let at = 0; at < 11; at += 1) await finished()
    expect((await app.call(assistantTestRuns.list, { token: admin.token, params: { id } })).body).toHaveLength(10)
    await app.db.insertInto('legal_hold').values({ user_id: admin.id, reason: 'Litige' }).execute()
    await finished()
    expect((await app.call(assistantTestRuns.list, { token: admin.token, params: { id } })).body).toHaveLength(11)
    await app.db.deleteFrom('legal_hold').execute()
  })
})

test.runIf(isFullRun)('200 cases asked three times take less than two minutes', { timeout: 180_000 }, async () => {
  await addCases(200)
  const begin = performance.now()
  const run = await finished({ repeats: 3 })
  expect(run).toMatchObject({ status: 'terminee', total: 600, done: 600, passed: 200 })
  expect(model.asked).toHaveLength(600)
  expect(performance.now() - begin).toBeLessThan(120_000)
  const again = await finished({ repeats: 3, prompt_content: broken(100, 200) })
  expect(again).toMatchObject({ regressions: 2 })
  expect(model.asked).toHaveLength(1_200)
})

describe('who', () => {
  test('an owner runs the tests of their assistant; an administrator does once it is proposed, and does not read the answers of the owner', async () => {
    const body = { name: 'À moi', description: 'Aide', prompt_content: 'Tu aides.', category_id }
    id = (await app.call(ownAssistants.create, { token: owner.token, body })).body.id
    const added = await app.call(assistantTestCases.create, {
      token: owner.token,
      params: { id },
      body: { question: 'Question 1', expectations: [{ kind: 'contains', text: 'question' }] },
    })
    expect(added.status).toBe(201)
    expect((await app.call(assistantTestCases.list, { token: admin.token, params: { id } })).status).toBe(404)
    const { id: run } = (await start({}, owner)).body
    await app.context.worker.drain()
    await app.call(ownAssistants.propose, { token: owner.token, params: { id }, body: {} })
    const seen = await read(run)
    expect(seen).toMatchObject({ is_own: false, passed: 1, results: [{ answers: [{ checks: [{ is_met: true, found: '' }] }] }] })
    expect((await read(run, owner)).results[0]!.answers[0]!.checks[0]!.found).not.toBe('')
    const of = { id: seen.results[0]!.answers[0]!.id }
    expect((await app.call(assistantTestRuns.answer, { token: admin.token, params: of })).status).toBe(404)
    expect((await app.call(assistantTestRuns.get, { token: stranger.token, params: { id: run } })).status).toBe(404)
    expect((await app.call(assistantTestCases.list, { token: admin.token, params: { id } })).body.can_edit).toBe(false)
    expect((await start({}, admin)).status).toBe(201)
  })

  test('no case, an unknown model, too many calls: refused, and nothing starts', async () => {
    expect((await start()).error.code).toBe('assistant_tests.no_case')
    await addCases(1)
    expect((await start({ model_ids: ['inconnu'] })).error.code).toBe('assistant_tests.model_below_level')
    await app.db.updateTable('assistant').set({ min_level: 3 }).where('id', '=', id).execute()
    const level = app.context.models.list[0]!.level
    expect((await start()).status).toBe(level < 3 ? 422 : 201)
  })
})
