import { routes } from '@parvis/contract'
import { beforeEach, describe, expect, test } from 'vitest'
import { createLlm, type TestLlm } from './test-llm.ts'
import { LlmError } from '../platform/llm/port.ts'
import { readConfig } from '../platform/config/config.ts'
import { textFile } from './matrix/matrix-rule.ts'
import { openTestApp, people } from './open-test-app.ts'

// Everything secret or private contains this word; every log line is read.
const canary = 'pervenche4711'
const secretPassword = `Genêt-${canary}-Torrent`

const app = openTestApp({ llm: quotingLlm(), config: { ...readConfig({ LOG_LEVEL: 'debug' }), chat: { maxRunning: 100, maxPerMinute: 10_000 } } })
const { user, admin } = people(app, { user: { username: 'agente.amont' }, admin: { is_admin: true } })
beforeEach(() => void (app.logs.length = 0))

/** A model that can fail with an error quoting its prompt, as libraries do. */
function quotingLlm(): TestLlm {
  const scripted = createLlm({ kind: 'scripted', pace: 0 })
  return {
    ...scripted,
    async complete(request) {
      const asked = request.messages.at(-1)?.content ?? ''
      if (asked.includes('panne')) throw new LlmError('llm.refused', { detail: asked, cause: new Error(asked) })
      if (asked.includes('imprévu')) throw new TypeError(`cannot read ${asked}`)
      return scripted.complete(request)
    },
  }
}

function expectSilence(...secrets: string[]): void {
  const all = app.logs.join('')
  expect(app.logs.length).toBeGreaterThan(0)
  for (const secret of [canary, ...secrets]) expect(all).not.toContain(secret)
}

describe('PRV-07 what is private never reaches the log, at its most talkative', () => {
  test('messages, titles, searches, projects, profile', async () => {
    const { token } = user
    const { id } = (await app.call(routes.conversations.findOrCreate, { token, body: {} })).body
    const ask = (content: string) => app.call(routes.chat.stream, { token, body: { conversation_id: id, messageHistory: [{ role: 'user', content }] } })
    await ask(`Bonjour ${canary}`)
    await ask(`panne ${canary}`)
    await ask(`imprévu ${canary}`)
    await app.call(routes.chat.simple, { token, body: { message: `panne ${canary}` } })
    await app.call(routes.conversations.update, { token, params: { id }, body: { title: canary } })
    await app.call(routes.conversations.addMessage, { token, params: { id }, body: { role: 'user', content: canary } })
    expect((await app.call(routes.conversations.list, { token, query: { search: canary } })).body).toHaveLength(1)
    await app.call(routes.projects.create, { token, body: { name: canary, content: canary } })
    await app.call(routes.profile.update, { token, body: { fonction: canary } })
    await app.call(routes.users.list, { token: admin.token, query: { search: canary } })
    await app.http.inject({
      url: `/api/inconnu/${canary}?q=${canary}`,
      headers: { authorization: `Bearer ${token}`, 'user-agent': canary, referer: `https://x/${canary}`, cookie: canary },
    })
    expectSilence(token)
  })

  test('documents: their names, their words, what is asked of them', async () => {
    const { token } = user
    await app.call(routes.documents.upload, {
      token,
      form: textFile('file', `${canary}.txt`, `Il est écrit ${canary}.`, { category: 'Notes internes', description: canary }),
    })
    await app.call(routes.documents.upload, { token, form: textFile('file', `${canary}.pdf`, `%PDF-1.7 ${canary}`) })
    await app.call(routes.documents.upload, { token, form: textFile('file', `${canary}.exe`, canary) })
    await app.context.worker.drain()
    await app.call(routes.library.ask, { token, body: { message: canary } })
    await app.call(routes.chat.libraryStream, { token, body: { message: `Que dit ${canary} ?`, category: 'Notes internes' } })
    await app.call(routes.chat.libraryStream, { token, body: { message: canary, category: canary } })
    expectSilence()
  })

  test('passwords and tokens, right, wrong, refused, new', async () => {
    const { call } = app
    await call(routes.auth.register, { body: { username: 'nouvelle.agente', email: 'nouvelle@exemple.fr', password: secretPassword } })
    const { body } = await call(routes.auth.login, { body: { username: 'nouvelle.agente', password: secretPassword } })
    await call(routes.auth.login, { body: { username: 'nouvelle.agente', password: `${canary}-faux` } })
    // People type their password in the wrong field.
    await call(routes.auth.login, { body: { username: canary, password: 'autre' } })
    await call(routes.auth.changePassword, { token: body.access_token, body: { current_password: canary, new_password: `${secretPassword}2` } })
    await call(routes.auth.changePassword, { token: body.access_token, body: { current_password: secretPassword, new_password: `${secretPassword}2` } })
    const refreshed = await call(routes.auth.refresh, { token: body.refresh_token, body: { rotation: true } })
    await call(routes.auth.me, { token: `${body.access_token}x` })
    await call(routes.users.create, { token: admin.token, body: { username: 'autre.agente', email: 'autre@exemple.fr', password: secretPassword } })
    await call(routes.users.resetPassword, { token: admin.token, params: { id: user.id }, body: { password: secretPassword } })
    await call(routes.auth.logout, { token: refreshed.body.access_token })
    expectSilence(body.access_token, body.refresh_token, refreshed.body.access_token, refreshed.body.refresh_token!)
  })

  test('the reset link, asked for, opened, used, wrong', async () => {
    await app.call(routes.auth.forgotPassword, { body: { email: 'nouvelle@exemple.fr' } })
    const tokens = () => app.mails.flatMap(({ text }) => /reset-password\/([\w-]+)/.exec(text)?.[1] ?? [])
    await expect.poll(() => tokens().length).toBeGreaterThan(0)
    const token = tokens().at(-1)!
    await app.http.inject({ url: `/reset-password/${token}` })
    await app.http.inject({ url: `/api/auth/reset-password/${token}` })
    await app.call(routes.auth.resetPassword, { body: { token: canary, password: secretPassword } })
    expect((await app.call(routes.auth.resetPassword, { body: { token, password: `${secretPassword}3` } })).status).toBe(200)
    expectSilence(token)
  })
})

const hostile = 'a\r\n{"level":60,"message":"intrus"}\u001b[31m\u0085\u2028\u0007'

test('PRV-09 one JSON object on one line per event, whatever the fields hold', async () => {
  const { token } = await app.createUser()
  const ascii = encodeURIComponent(hostile)
  await app.call(routes.auth.login, { body: { username: hostile, password: hostile } })
  await app.call(routes.auth.register, { body: { username: hostile, email: `x${hostile}@exemple.fr`, password: hostile, first_name: hostile } })
  await app.call(routes.projects.create, { token, body: { name: hostile, description: hostile } })
  await app.call(routes.chat.simple, { token, body: { message: `panne ${hostile}` } })
  await app.call(routes.profile.update, { token, body: { fonction: hostile } })
  await app.call(routes.conversations.list, { token, query: { search: hostile } })
  await app.call(routes.projects.get, { token, params: { id: hostile } })
  await app.call(routes.documents.upload, { token, form: textFile('file', hostile, 'texte', { category: hostile, description: hostile }) })
  await app.call(routes.auth.me, { token: 'x', headers: { 'user-agent': '\u001b[31m{"level":60}', 'x-request-id': 'intrus"}', 'x-forwarded-for': 'intrus' } })
  await app.http.inject({ url: `/api/${ascii}?${ascii}=${ascii}` })
  expect(app.logs.length).toBeGreaterThanOrEqual(10)
  for (const line of app.logs) {
    expect(line).toMatch(/^\{[^\x00-\x1f\x7f-\x9f\u2028]*\}\n$/)
    expect(JSON.parse(line)).toMatchObject({ level: expect.any(Number), time: expect.stringMatching(/^\d{4}-/), message: expect.any(String) })
    expect(line).not.toContain('intrus')
  }
})

test('PRV-10 who did what, when, from where: sign-ins and acts on accounts leave a line each', async () => {
  const person = await app.createUser()
  const ip = '203.0.113.7'
  await app.call(routes.auth.login, { ip, body: { username: person.username, password: person.password } })
  await app.call(routes.auth.login, { ip, body: { username: person.username, password: 'faux-mot' } })
  await app.call(routes.users.update, { ip, token: admin.token, params: { id: person.id }, body: { is_active: false } })
  await app.call(routes.users.remove, { ip, token: admin.token, params: { id: person.id } })
  const lines = app.logs.map((line) => JSON.parse(line)).filter(({ audit }) => audit !== undefined)
  // The effect of an account change has a line of its own, besides that of the call.
  expect(lines.map(({ audit, outcome }) => [audit, outcome])).toEqual([
    ['login', 'done'],
    ['login', 'auth.credentials'],
    ['users.update', 'done'],
    ['users.disable', 'done'],
    ['users.remove', 'done'],
  ])
  expect(new Set(lines.slice(2).map(({ actor, target }) => `${actor} ${target}`))).toEqual(new Set([`${admin.id} ${person.id}`]))
  for (const line of lines) expect(line).toMatchObject({ ip, time: expect.stringMatching(/Z$/), request_id: expect.any(String) })
})
