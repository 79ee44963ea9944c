import { routes } from '@parvis/contract'
import { randomUUID } from 'node:crypto'
import { beforeAll, beforeEach, expect, it } from 'vitest'
import { createModels, DEFAULT_TIMEOUTS, type LlmServer } from '../../platform/llm/index.ts'
import { dayInParis } from '../../platform/paris.ts'
import { openChatBench } from '../../testing/chat-bench.ts'
import { people } from '../../testing/open-test-app.ts'
import { createTestApp, type TestApp } from '../../testing/test-app.ts'
import type { TestUser } from '../../testing/test-users.ts'
import { methodRatio } from './estimate.ts'

const { footprints } = routes

const bench = openChatBench()
const { admin } = people(bench.app, { admin: { is_admin: true } })
/** Another instance on the same database, whose settings give the parameters of the models. */
let app: TestApp
let ana: TestUser
const small = { params_active: 23.6, params_total: 23.6, zone: 'FRA', pue: 1.2 }
const server = (id: string, facts: LlmServer['facts']): LlmServer => ({
  base_url: 'http://127.0.0.1:9/v1',
  api_key: null,
  model: id,
  id,
  ...(facts && { facts }),
})
beforeAll(async () => {
  const servers = [
    server('essai', small),
    { ...server('petit', small), label: 'Petit modèle' },
    server('mistral-medium-latest', undefined),
    server('maison', undefined),
  ]
  const models = createModels({ kind: 'openai', servers, timeouts: DEFAULT_TIMEOUTS })
  app = await createTestApp({ database: bench.app.database, models })
  return () => app.close()
})
beforeEach(async () => {
  ana = await bench.app.createUser()
})

type Entry = { model: string; tokens?: number; replies?: number; ms?: number; timed?: number; day?: string; team?: string; user?: TestUser | null }

/** Adds a row to the ledger. */
const used = ({ model, tokens = 400, replies = 1, ms = 0, timed = 0, day = dayInParis(app.now()), team, user = ana }: Entry) =>
  app.db
    .insertInto('usage_entry')
    .values({
      day,
      model,
      prompt_tokens: 100,
      completion_tokens: tokens,
      estimated_tokens: 0,
      replies,
      uncounted: 0,
      model_ms: ms,
      timed_replies: timed,
      user_id: user?.id ?? null,
      team_name: team ?? null,
    })
    .execute()
const own = async (on: TestApp = app) => (await on.call(footprints.own, { token: ana.token })).body

it('adds up what was measured, and counts apart the models that nobody knows: no estimate is null, never zero', async () => {
  expect(await own()).toEqual({ wh: null, gco2e: null, replies: 0, unmeasured: 0 })
  await used({ model: 'maison', replies: 2 })
  await used({ model: 'retiré' })
  await used({ model: '' })
  await used({ model: 'none' })
  expect(await own()).toEqual({ wh: null, gco2e: null, replies: 4, unmeasured: 4 })
  await used({ model: 'petit' })
  const { wh, gco2e, ...counts } = await own()
  expect(counts).toEqual({ replies: 5, unmeasured: 4 })
  expect([wh!.min.toFixed(4), wh!.max.toFixed(4), gco2e!.min.toFixed(4)]).toEqual(['0.0432', '0.0432', '0.0051'])
  expect(gco2e!.max / gco2e!.min).toBeCloseTo(methodRatio, 6)
  await used({ model: 'mistral-medium-latest' })
  const both = await own()
  expect(both.wh!.min).toBeLessThan(both.wh!.max)
  // Last month, and others' replies, are not this person's month.
  await used({ model: 'petit', day: '2020-01-31' })
  await used({ model: 'petit', user: admin })
  expect(await own()).toEqual(both)
})

it('takes the measured duration where it is the shorter, for the replies that have one', async () => {
  const whOf = async (entry: Omit<Entry, 'model'>) => {
    ana = await bench.app.createUser()
    await used({ model: 'petit', replies: 2, tokens: 800, ...entry })
    return (await own()).wh!.max
  }
  const computed = await whOf({})
  expect(computed).toBeCloseTo(2 * 0.04323, 4)
  expect(await whOf({ ms: 600_000, timed: 2 })).toBeCloseTo(computed, 10)
  const [half, whole] = [await whOf({ ms: 1_000, timed: 1 }), await whOf({ ms: 2_000, timed: 2 })]
  expect(half).toBeLessThan(computed)
  expect(whole).toBeLessThan(half)
  expect(computed - half).toBeCloseTo(half - whole, 10)
})

it('times the model’s calls, and computes at reading: parameters given later apply to earlier replies', async () => {
  const id = await bench.newConversation(ana)
  await bench.ask(ana, id, 'Une question')
  const { id: message_id } = (await bench.messages(ana, id)).at(-1)!
  const saved = await app.db.selectFrom('message').where('id', '=', message_id).select(['model_ms', 'completion_tokens']).executeTakeFirstOrThrow()
  const entry = await app.db.selectFrom('usage_entry').where('user_id', '=', ana.id).select(['model_ms', 'timed_replies']).executeTakeFirstOrThrow()
  expect(saved.model_ms).toBeGreaterThan(0)
  expect(entry).toEqual({ model_ms: saved.model_ms, timed_replies: 1 })

  expect(await own(bench.app)).toEqual({ wh: null, gco2e: null, replies: 1, unmeasured: 1 })
  const ofMessage = async (on: TestApp, user = ana) => on.call(footprints.ofMessage, { params: { message_id }, token: user.token })
  expect((await ofMessage(bench.app)).body).toEqual({ unmeasured: 'model', estimate: null })
  const { estimate } = (await ofMessage(app)).body
  const month = await own()
  expect(estimate).toMatchObject({
    tokens: saved.completion_tokens,
    parameters: { min: 23.6, max: 23.6 },
    zone: 'FRA',
    pue: 1.2,
    ecologits: { version: '0.9.1' },
  })
  // A reply agrees with the ledger, and a range with its methods.
  expect(estimate!.wh.max).toBeCloseTo(month.wh!.max, 12)
  expect([estimate!.ecologits.gco2e.min, estimate!.life_cycle.gco2e.max]).toEqual([estimate!.gco2e.min, estimate!.gco2e.max])
  expect(estimate!.ecologits.use.min + estimate!.ecologits.embodied.min).toBeCloseTo(estimate!.gco2e.min, 12)

  await app.db.updateTable('message').set({ completion_tokens: null }).where('id', '=', message_id).execute()
  expect((await ofMessage(app)).body).toEqual({ unmeasured: 'tokens', estimate: null })
  expect((await ofMessage(app, admin)).status).toBe(404)
  expect((await app.call(footprints.ofMessage, { params: { message_id: randomUUID() }, token: ana.token })).status).toBe(404)
})

it('does not measure the demonstration model', async () => {
  const demonstration = await createTestApp({ database: bench.app.database })
  try {
    const { id } = (await demonstration.call(routes.conversations.findOrCreate, { body: {}, token: ana.token })).body
    const url = await demonstration.listen()
    await fetch(`${url}/api/chat/mistral/stream`, {
      method: 'POST',
      headers: { authorization: `Bearer ${ana.token}`, 'content-type': 'application/json' },
      body: JSON.stringify({ conversation_id: id, messageHistory: [{ role: 'user', content: 'Bonjour' }] }),
    }).then((answer) => answer.text())
    const message_id = (await demonstration.call(routes.conversations.get, { params: { id }, token: ana.token })).body.messages.at(-1)!.id
    expect((await demonstration.call(footprints.ofMessage, { params: { message_id }, token: ana.token })).body).toEqual({
      unmeasured: 'demonstration',
      estimate: null,
    })
    expect(await own(demonstration)).toEqual({ wh: null, gco2e: null, replies: 1, unmeasured: 1 })
  } finally {
    await demonstration.close()
  }
})

it('gives an administrator the total of a period, and a year as CSV by month, team and model, which add up', async () => {
  await app.db.deleteFrom('usage_entry').execute()
  await used({ model: 'petit', team: 'Urbanisme', day: '2021-03-02' })
  await used({ model: 'petit', team: 'Urbanisme', day: '2021-03-28', tokens: 100, ms: 10, timed: 1 })
  await used({ model: 'maison', team: '=somme(A1)', day: '2021-03-02', replies: 3 })
  await used({ model: 'petit', day: '2021-12-31', user: null })
  await used({ model: 'petit', day: '2022-01-01' })
  await used({ model: 'petit' })
  const total = (await app.call(footprints.ofInstance, { token: admin.token, query: { days: '7' } })).body
  expect(total).toEqual(await own())
  const answer = await app.call(footprints.export, { token: admin.token, query: { year: '2021' } })
  expect(answer.headers).toMatchObject({ 'content-type': 'text/csv; charset=utf-8', 'content-disposition': expect.stringContaining('empreinte-2021.csv') })
  const [titles, ...lines] = answer.text
    .replace('\ufeff', '')
    .trimEnd()
    .split('\r\n')
    .map((line) => line.split(';'))
  expect(titles!.slice(0, 7)).toEqual(['Mois', 'Service', 'Modèle', 'Réponses', 'Réponses non mesurées', 'Jetons écrits', 'Énergie (Wh), min.'])
  expect(lines.map((line) => line.slice(0, 6))).toEqual([
    ['2021-03', "'=somme(A1)", 'maison', '3', '3', '400'],
    ['2021-03', 'Urbanisme', 'Petit modèle', '2', '0', '500'],
    ['2021-12', 'Sans service', 'Petit modèle', '1', '0', '400'],
  ])
  expect(lines[0]!.slice(6).join('')).toBe('')
  expect(lines[2]!.slice(6)).toEqual(['0,0432', '0,0432', '0,0019', '0,0019', '0,0032', '0,0032', '0,0051', '0,0051', '0,1308', '0,1308'])
  expect((await app.call(footprints.export, { token: admin.token })).headers['content-disposition']).toContain(
    `empreinte-${dayInParis(app.now()).slice(0, 4)}.csv`,
  )
  for (const year of ['x', '1', '99999', '2021.5']) expect((await app.call(footprints.export, { token: admin.token, query: { year } })).status).toBe(422)
})
