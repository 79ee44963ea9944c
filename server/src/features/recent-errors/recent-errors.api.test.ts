import { routes } from '@parvis/contract'
import { randomUUID } from 'node:crypto'
import { beforeEach, expect, test } from 'vitest'
import { LlmError } from '../../platform/llm/port.ts'
import { maxPerCode, purgeRecentErrors } from './journal.ts'
import { openTestApp, people } from '../../testing/open-test-app.ts'

const app = openTestApp({
  llm: {
    host: null,
    builtIn: true,
    contextTokens: () => 32_000,
    async complete({ messages, onDelta }) {
      if (messages.at(-1)?.content.includes('coupure')) onDelta('Un début')
      throw new LlmError('llm.cut')
    },
    close: async () => {},
  },
})
const { admin, agent } = people(app, { admin: { is_admin: true }, agent: { username: 'marguerite.secrete' } })
beforeEach(() => app.db.deleteFrom('recent_error').execute())

const read = (query: { request_id?: string } = {}) => app.call(routes.recentErrors.list, { query, token: admin.token })
const groups = async (query: { request_id?: string } = {}) => (await read(query)).body.groups
const saved = async () => {
  await expect.poll(async () => (await groups()).length, { timeout: 10_000 }).toBeGreaterThan(0)
}
const ask = (content: string, headers = {}) =>
  app.call(routes.chat.stream, { body: { messageHistory: [{ role: 'user', content }] }, token: agent.token, headers })

const cut = { code: 'llm.cut', status: 502, method: 'POST', route: '/api/chat/mistral/stream' }
const row = (fields: object = {}) => ({ ...cut, request_id: randomUUID(), occurred_at: app.now(), ...fields })
const keep = (...rows: ReturnType<typeof row>[]) => app.db.insertInto('recent_error').values(rows).execute()

test('only administrators read them', async () => {
  expect((await app.call(routes.recentErrors.list)).status).toBe(401)
  expect((await app.call(routes.recentErrors.list, { token: agent.token })).status).toBe(403)
  expect((await read({ request_id: 'x'.repeat(37) })).status).toBe(422)
})

test('a failure is kept with its reference and its route, and nothing of the person nor of what she wrote', async () => {
  const failed = await ask('Que dire de la glycine ?')
  expect(failed.error.code).toBe('llm.cut')
  await saved()
  const [group] = await groups()
  expect(group).toMatchObject({ code: 'llm.cut', status: 502, count: 1 })
  expect(group!.occurrences).toEqual([
    { request_id: failed.error.request_id, method: 'POST', route: '/api/chat/mistral/stream', occurred_at: expect.stringMatching(/^\d{4}-.*Z$/) },
  ])
  const rows = JSON.stringify(await app.db.selectFrom('recent_error').selectAll().execute())
  for (const secret of ['glycine', agent.id, 'marguerite', '127.0.0.1']) expect(rows).not.toContain(secret)
})

test('a reply that breaks after its first word is kept under the reference of the question', async () => {
  const broken = await ask('Une coupure', { accept: 'text/event-stream' })
  expect(broken.text).toContain('llm.cut')
  await saved()
  expect((await groups())[0]!.occurrences.map(({ request_id }) => request_id)).toEqual([broken.headers['x-request-id']])
})

test('a reference is found by its beginning, as somebody reads it aloud', async () => {
  const request_id = '0a1b2c3d-0000-4000-8000-000000000000'
  await keep(row({ request_id }), row(), row({ code: 'server.unexpected', status: 500 }))
  expect((await groups({ request_id: ' 0A1B 2C3D ' })).map(({ code, count }) => [code, count])).toEqual([['llm.cut', 1]])
  expect(await groups({ request_id: '0a1b2c3e' })).toEqual([])
  expect(await groups({ request_id: '%' })).toEqual([])
})

test('the code seen last comes first, with its latest occurrences', async () => {
  const at = (minutes: number) => new Date(app.now().getTime() - minutes * 60_000)
  const many = Array.from({ length: 12 }, (_, index) => row({ occurred_at: at(20 + index), route: `/api/essai/${index}` }))
  await keep(...many, row({ code: 'server.unexpected', status: 500, occurred_at: at(5) }))
  const [first, second] = await groups()
  expect([first!.code, second!.code, second!.count]).toEqual(['server.unexpected', 'llm.cut', 12])
  expect(second!.occurrences.map(({ route }) => route)).toEqual(Array.from({ length: 10 }, (_, index) => `/api/essai/${index}`))
})

test('the ordinary life of sessions is not an error to look at', async () => {
  await app.call(routes.auth.me)
  await app.call(routes.auth.login, { body: { username: 'personne', password: 'inconnu' } })
  const careful = await app.createUser()
  await app.db.updateTable('app_user').set({ second_factor_at: app.now() }).where('id', '=', careful.id).execute()
  const { error } = await app.call(routes.auth.login, { body: { username: careful.username, password: careful.password } })
  expect(error.code).toBe('auth.second_factor_required')
  const { config } = app.context
  app.context.config = { ...config, signIn: { ...config.signIn, secondFactor: 'tous' } }
  const due = await app.call(routes.projects.list, { token: agent.token })
  app.context.config = config
  expect(due.error.code).toBe('auth.second_factor_due')
  await app.call(routes.projects.get, { params: { id: randomUUID() }, token: agent.token })
  await saved()
  expect((await groups()).map(({ code }) => code)).toEqual(['request.not_found'])
})

test('what is kept is bounded in number and in time', async () => {
  const old = new Date(app.now().getTime() - 31 * 24 * 3_600_000)
  await keep(row({ code: 'llm.empty', occurred_at: old }), row({ code: 'llm.empty' }))
  for (let batch = 0; batch < 5; batch += 1) await keep(...Array.from({ length: 100 }, () => row()))
  await purgeRecentErrors(app.db, app.now())
  expect(Object.fromEntries((await groups()).map(({ code, count }) => [code, count]))).toEqual({ 'llm.cut': maxPerCode, 'llm.empty': 1 })
  expect(await app.db.selectFrom('recent_error').select('id').execute()).toHaveLength(maxPerCode + 1)
})
