import { routes } from '@parvis/contract'
import { randomUUID } from 'node:crypto'
import { describe, expect, test } from 'vitest'
import { LlmError, type Llm } from '../../platform/llm/port.ts'
import { anotherApp, openTestApp, people } from '../../testing/open-test-app.ts'
import { mailsSettled } from '../auth/concurrency-limits.ts'

const { users } = routes
const password = 'Bruyère-74-Cascade'

const app = openTestApp()
const { admin } = people(app, { admin: { username: 'administratrice', is_admin: true } })

const update = (id: string, body: object, token = admin.token) => app.call(users.update, { token, params: { id }, body })
const me = (token: string) => app.call(routes.auth.me, { token })
const signIn = (username: string, chosen: string) => app.call(routes.auth.login, { body: { username, password: chosen } })

/** Starts a running reply that ends only when it is cancelled. */
function endlessReply(owner_id: string): { started: Promise<void>; stopped: Promise<void> } {
  let start = () => {}
  let stop = () => {}
  const started = new Promise<void>((resolve) => void (start = resolve))
  const stopped = new Promise<void>((resolve) => void (stop = resolve))
  const complete: Llm['complete'] = ({ signal, onDelta }) =>
    new Promise((_, reject) => {
      onDelta('Bonjour')
      start()
      signal.addEventListener('abort', () => {
        stop()
        reject(new LlmError('llm.aborted'))
      })
    })
  const llm: Llm = { ...app.context.models.expect({ level: 1 }), complete }
  app.context.replies.start({ owner_id, message_id: null, conversation_id: null, prepare: async () => ({ llm, messages: [], purpose: 'chat' }) })
  return { started, stopped }
}

test('ACC-08 nothing here answers without a session, nor to who is not an administrator', async () => {
  const agent = await app.createUser()
  const params = { id: agent.id }
  const body = { username: 'x', email: 'x@exemple.fr', password }
  for (const token of [undefined, agent.token]) {
    const answers = [
      await app.call(users.test, { token }),
      await app.call(users.list, { token }),
      await app.call(users.create, { token, body }),
      await app.call(users.update, { token, params, body: { is_admin: true } }),
      await app.call(users.remove, { token, params }),
      await app.call(users.resetPassword, { token, params, body: { password } }),
    ]
    expect(answers.map((answer) => answer.status)).toEqual(Array(6).fill(token === undefined ? 401 : 403))
  }
  const disguised = ['//api/users', '/api//users', '/API/USERS', '/api/Users', '/api/users/', '/api/%75sers', '/api/./users', '/api/profile/..%2fusers']
  const tricks = disguised.map((url): [string, string] => ['GET', url])
  tricks.push(['HEAD', '/api/users'], ['OPTIONS', '/api/users'], ['PATCH', `/api/users/${agent.id}`])
  for (const [method, url] of tricks) {
    const headers = { authorization: `Bearer ${agent.token}`, 'x-http-method-override': 'GET', 'x-original-url': '/api/users' }
    const { statusCode } = await app.http.inject({ method: method as 'GET', url, headers })
    expect([url, statusCode >= 400 && statusCode < 500]).toEqual([url, true])
  }
  expect((await me(agent.token)).body.is_admin).toBe(false)
})

test('an account is created with its rights; a taken name is a conflict; the rules of passwords hold', async () => {
  const nadia = { username: 'Nadia', email: 'nadia@exemple.fr', password, is_admin: true, last_name: 'Benali' }
  const created = await app.call(users.create, { token: admin.token, body: nadia })
  expect(created.status).toBe(201)
  const fields = 'created_at email first_name id invited_at is_active is_admin last_login last_name second_factor_at type_collectivite updated_at username'
  expect(Object.keys(created.body).sort()).toEqual(fields.split(' '))
  expect(created.body).toMatchObject({ username: 'Nadia', is_admin: true, is_active: true, last_name: 'Benali' })
  expect((await signIn('nadia', password)).status).toBe(200)
  const again = await app.call(users.create, { token: admin.token, body: { username: 'NADIA', email: 'autre@exemple.fr', password } })
  expect([again.status, again.error.code]).toEqual([409, 'users.taken'])
  const short = await app.call(users.create, { token: admin.token, body: { username: 'court', email: 'court@exemple.fr', password: 'abcde' } })
  expect([short.status, short.error.error]).toEqual([422, 'Le mot de passe doit contenir au moins 6 caractères'])
  expect((await app.call(users.create, { token: admin.token, body: { username: 'sans' } as never })).status).toBe(422)
})

test('ACC-10 fields that are not in the form are ignored', async () => {
  const dates = { created_at: '2000-01-01T00:00:00.000Z', last_login: '2000-01-01' }
  const extra = { ...dates, id: randomUUID(), must_change_password: false, password_hash: 'x', owner: 'x', user_id: 'x' }
  const created = await app.call(users.create, { token: admin.token, body: { username: 'masse', email: 'masse@exemple.fr', password, ...extra } as never })
  expect(created.status).toBe(201)
  expect(created.body.id).not.toBe(extra.id)
  await update(created.body.id, { ...extra, type_collectivite: 'Commune', first_name: 'Max' })
  const row = await app.db.selectFrom('app_user').selectAll().where('id', '=', created.body.id).executeTakeFirstOrThrow()
  expect(row).toMatchObject({ first_name: 'Max', last_login: null, must_change_password: true, type_collectivite: '' })
  expect(row.created_at).toBe(created.body.created_at)
})

test('an update is partial, an empty password changes nothing, a new one ends the sessions', async () => {
  const agent = await app.createUser({ first_name: 'Paul' })
  const { status, body } = await update(agent.id, { email: 'Nouveau@Exemple.fr', password: '' })
  expect([status, body.email, body.first_name, body.username]).toEqual([200, 'nouveau@exemple.fr', 'Paul', agent.username])
  expect((await me(agent.token)).status).toBe(200)
  expect((await signIn('nouveau@exemple.fr', agent.password)).status).toBe(200)
  expect((await update(agent.id, { email: admin.email })).error.code).toBe('users.taken')
  expect((await update(agent.id, { username: 'Administratrice' })).error.code).toBe('users.taken')
  expect((await update(agent.id, { username: 'quelquun@exemple.fr' })).status).toBe(422)
  expect((await update(agent.id, { password: 'Falaise-Ocre-5512' })).status).toBe(200)
  expect((await me(agent.token)).status).toBe(401)
  expect((await signIn(agent.username, 'Falaise-Ocre-5512')).status).toBe(200)
  expect((await update(randomUUID(), { first_name: 'x' })).status).toBe(404)
  expect((await update('pas-un-id', { first_name: 'x' })).status).toBe(404)
})

test('AUT-13 whoever is disabled is out at the next call, loses running replies, and comes back signed out', async () => {
  const agent = await app.createUser()
  const theirs = endlessReply(agent.id)
  const ours = endlessReply(admin.id)
  await Promise.all([theirs.started, ours.started])
  expect((await update(agent.id, { is_active: false })).body.is_active).toBe(false)
  await theirs.stopped
  await expect.poll(() => app.context.replies.running()).toBe(1)
  app.context.replies.cancel((run) => run.owner_id === admin.id)
  await ours.stopped
  const refused = await me(agent.token)
  expect([refused.status, refused.error.code]).toEqual([403, 'auth.inactive'])
  expect((await app.call(routes.auth.refresh, { token: agent.refresh })).status).toBe(403)
  expect((await signIn(agent.username, agent.password)).status).toBe(403)
  await update(agent.id, { is_active: true })
  expect((await me(agent.token)).status).toBe(401)
  expect((await signIn(agent.username, agent.password)).status).toBe(200)
})

test('AUT-13 whoever is deleted is out at the next call', async () => {
  const agent = await app.createUser()
  const reply = endlessReply(agent.id)
  await reply.started
  expect((await app.call(users.remove, { token: admin.token, params: { id: agent.id } })).status).toBe(200)
  await reply.stopped
  expect((await me(agent.token)).status).toBe(401)
  expect((await app.call(routes.auth.refresh, { token: agent.refresh })).status).toBe(401)
  expect((await app.call(users.remove, { token: admin.token, params: { id: agent.id } })).status).toBe(404)
  for (const table of ['session', 'password_reset'] as const) {
    expect(await app.db.selectFrom(table).select('user_id').where('user_id', '=', agent.id).execute()).toEqual([])
  }
})

test('AUT-14 a demoted administrator is refused at the next call, with the same token', async () => {
  const other = await app.createUser({ is_admin: true })
  expect((await app.call(users.list, { token: other.token })).status).toBe(200)
  await update(other.id, { is_admin: false })
  expect((await app.call(users.list, { token: other.token })).status).toBe(403)
  expect((await me(other.token)).body.is_admin).toBe(false)
})

test('AUT-18 the last administrator stays, whoever asks and however many at once', async () => {
  const lonely = await anotherApp()
  const one = await lonely.createUser({ is_admin: true })
  const call = (body: object, id = one.id, token = one.token) => lonely.call(users.update, { token, params: { id }, body })
  const sentence = 'Il doit rester au moins un administrateur actif.'
  const removal = await lonely.call(users.remove, { token: one.token, params: { id: one.id } })
  for (const answer of [await call({ is_admin: false }), await call({ is_active: false }), removal]) {
    expect([answer.status, answer.error.code, answer.error.error]).toEqual([409, 'users.last_admin', sentence])
  }
  const two = await lonely.createUser({ is_admin: true })
  const demote = (person: typeof one) => call({ is_admin: false, current_password: person.password }, person.id, person.token)
  const both = await Promise.all([demote(one), demote(two)])
  expect(both.map(({ status }) => status).sort()).toEqual([200, expect.any(Number)])
  expect(await lonely.db.selectFrom('app_user').select('id').where('is_admin', '=', true).where('is_active', '=', true).execute()).toHaveLength(1)
})

test('an administrator gives a new password: the sessions of the account end', async () => {
  const agent = await app.createUser()
  const reset = (id: string, chosen: unknown) => app.call(users.resetPassword, { token: admin.token, params: { id }, body: { password: chosen } as never })
  expect((await reset(agent.id, 'abcde')).error.code).toBe('auth.password_short')
  expect((await reset(agent.id, '')).status).toBe(422)
  expect((await reset(randomUUID(), password)).status).toBe(404)
  expect((await reset(agent.id, 'Falaise-Ocre-5512')).status).toBe(200)
  expect((await me(agent.token)).status).toBe(401)
  expect((await signIn(agent.username, 'Falaise-Ocre-5512')).status).toBe(200)
})

describe('an open session does not take over its own account', () => {
  const own = async (fields: object = {}) => {
    const self = await app.createUser({ is_admin: true, ...fields })
    const call = (body: object) => app.call(users.update, { token: self.token, params: { id: self.id }, body })
    return { self, call, params: { token: self.token, params: { id: self.id } } }
  }
  const row = (id: string) => app.db.selectFrom('app_user').selectAll().where('id', '=', id).executeTakeFirst()

  test.each([
    ['the password by the form', { password: 'Falaise-Ocre-5512' }, 'users.own_password'],
    ['the password and its proof', { password: 'Falaise-Ocre-5512', current_password: 'x' }, 'users.own_password'],
    ['the address', { email: 'intrus@ailleurs.example' }, 'users.own_proof'],
    ['the user name', { username: 'intrus.a' }, 'users.own_proof'],
    ['the right to administer', { is_admin: false }, 'users.own_proof'],
    ['the activity', { is_active: false }, 'users.own_proof'],
    ['the address with a wrong password', { email: 'intrus@ailleurs.example', current_password: 'faux' }, 'auth.current_password'],
  ])('%s is refused without the password, and nothing changes', async (_, body, code) => {
    const { self, call } = await own()
    const before = await row(self.id)
    expect((await call(body)).error.code).toBe(code)
    expect(await row(self.id)).toEqual(before)
  })

  test('resetting one’s password, deleting oneself, removing identities or the second factor lead to the profile', async () => {
    const { self, params } = await own()
    const reset = (body: object) => app.call(users.resetPassword, { ...params, body: { password: 'Falaise-Ocre-5512', ...body } })
    const before = await row(self.id)
    expect((await reset({})).error.code).toBe('users.own_password')
    expect((await reset({ remove_identities: true })).error.code).toBe('auth.identity_own')
    expect((await app.call(users.remove, params)).error.code).toBe('users.own_removal')
    expect((await app.call(routes.secondFactor.removeOf, params)).error.code).toBe('auth.second_factor_own')
    expect(await row(self.id)).toEqual(before)
  })

  test('names change freely, the rest with the password, and with the code where there is a second factor', async () => {
    const { self, call } = await own()
    expect((await call({ first_name: 'Ève', username: self.username, email: self.email, is_admin: true, is_active: true, password: '' })).status).toBe(200)
    expect((await call({ email: `chef.${self.email}`, current_password: self.password })).body.email).toBe(`chef.${self.email}`)
    await app.db.updateTable('app_user').set({ second_factor_at: app.now() }).where('id', '=', self.id).execute()
    expect((await call({ email: self.email, current_password: self.password })).error.code).toBe('users.own_proof')
    expect((await call({ email: self.email, current_password: self.password, code: '123456' })).status).toBeGreaterThanOrEqual(400)
    expect((await row(self.id))!.email).toBe(`chef.${self.email}`)
  })

  test('who has no password signed in less than ten minutes ago', async () => {
    const { self, call } = await own()
    await app.db.updateTable('app_user').set({ password_hash: null }).where('id', '=', self.id).execute()
    await app.db
      .updateTable('session')
      .set({ created_at: new Date(app.now().getTime() - 11 * 60_000) })
      .where('user_id', '=', self.id)
      .execute()
    expect((await call({ email: `sans.${self.email}` })).error.code).toBe('auth.sign_in_again')
    await app.db.updateTable('session').set({ created_at: app.now() }).where('user_id', '=', self.id).execute()
    expect((await call({ email: `sans.${self.email}` })).status).toBe(200)
  })
})

test('ACC-15 the list comes by pages of ten, is searched without regard to case, and absurd numbers are bounded', async () => {
  const lonely = await anotherApp()
  const one = await lonely.createUser({ is_admin: true, username: 'aaa' })
  const agents = Array.from({ length: 120 }, (_, rank) => {
    const keys = { username_key: `agent${String(rank).padStart(3, '0')}`, email_key: `a${rank}@exemple.fr` }
    return { ...keys, username: `agent${rank}`, email: keys.email_key, password_hash: 'x', last_name: rank === 7 ? 'Éluard_50%' : '' }
  })
  await lonely.db.insertInto('app_user').values(agents).execute()
  const list = async (query: Record<string, string | string[]>) => (await lonely.call(users.list, { token: one.token, query })).body
  const first = await list({})
  expect([first.users.length, first.pages, first.current_page, first.total]).toEqual([10, 13, 1, 121])
  expect(first.users[0]!.username).toBe('aaa')
  expect((await list({ page: '13' })).users).toHaveLength(1)
  expect(await list({ page: '99' })).toMatchObject({ users: [], current_page: 99, pages: 13 })
  for (const per_page of ['1000000000', '1e308']) expect((await list({ per_page })).users).toHaveLength(100)
  for (const per_page of ['-5', '0', 'NaN', 'abc', '']) expect((await list({ per_page })).users).toHaveLength(10)
  for (const page of ['1e308', '-1', 'NaN', '0']) expect((await list({ page })).users.length).toBeLessThanOrEqual(10)
  expect((await list({ search: 'ÉLUARD' })).users.map(({ username }) => username)).toEqual(['agent7'])
  expect((await list({ search: '_50%' })).total).toBe(1)
  expect((await list({ search: '%' })).total).toBe(1)
  expect((await list({ search: 'agent11' })).total).toBe(11)
  const repeated = await lonely.call(users.list, { token: one.token, query: { search: ['a', 'b'] } })
  expect(repeated.status).toBe(422)
})

test('PRV-10 what an administrator does is written down: who, what, to whom, from where', async () => {
  const agent = await app.createUser()
  await update(agent.id, { first_name: 'Ève' })
  await update(randomUUID(), { first_name: 'Ève' })
  const lines = app.logs.filter((line) => line.includes('"audit":"users.update"')).map((line) => JSON.parse(line) as Record<string, unknown>)
  expect(lines.at(-2)).toMatchObject({ actor: admin.id, target: agent.id, outcome: 'done', ip: '127.0.0.1' })
  expect(lines.at(-1)).toMatchObject({ actor: admin.id, outcome: 'request.not_found' })
  expect(lines.at(-2)).toHaveProperty('time')
})

const boss = (fields: object = {}) => {
  const username = `chef-${randomUUID().slice(0, 8)}`
  return { username, email: `${username}@exemple.fr`, password, is_admin: true, ...fields }
}

test('AUT-03 who administers has a strong password, whatever the policy: at creation, at a change, by a link, by another administrator', async () => {
  for (const weak of ['123456', 'azertyuiop', 'Printemps2026!', 'parvis-cheval-agrafe-42']) {
    const { status, error } = await app.call(users.create, { token: admin.token, body: boss({ password: weak }) })
    expect([weak, status, error.code]).toEqual([weak, 422, 'auth.password_weak'])
    expect((await app.call(users.create, { token: admin.token, body: { ...boss({ password: weak }), is_admin: false } })).status).toBe(201)
  }
  const other = await app.createUser({ is_admin: true })
  expect((await update(other.id, { password: '123456' })).error.code).toBe('auth.password_weak')
  const reset = { token: admin.token, params: { id: other.id }, body: { password: '123456' } }
  expect((await app.call(users.resetPassword, reset)).error.code).toBe('auth.password_weak')
  const change = { current_password: other.password, new_password: '123456' }
  expect((await app.call(routes.auth.changePassword, { token: other.token, body: change })).error.code).toBe('auth.password_weak')
  await app.call(routes.auth.forgotPassword, { body: { email: other.email } })
  await mailsSettled(app.context)
  const token = /reset-password\/([\w-]+)/.exec(app.mails.at(-1)!.text)![1]!
  expect((await app.call(routes.auth.resetPassword, { body: { token, password: '123456' } })).error.code).toBe('auth.password_weak')
})

test('AUT-03 who becomes an administrator with a weak password has to change it, and the database lets nobody forget it', async () => {
  const weak = await app.createUser({ password_weakness: 'short' })
  const strong = await app.createUser()
  for (const person of [weak, strong]) expect((await update(person.id, { is_admin: true })).status).toBe(200)
  const marked = await app.db.selectFrom('app_user').select(['id', 'must_change_password']).where('id', 'in', [weak.id, strong.id]).execute()
  const isMarked = Object.fromEntries(marked.map(({ id, must_change_password }) => [id, must_change_password]))
  expect(isMarked).toEqual({ [weak.id]: true, [strong.id]: false })
  const forget = app.db.updateTable('app_user').set({ must_change_password: false }).where('id', '=', weak.id).execute()
  await expect(forget).rejects.toThrow(/app_user_strong_administrator/)
})
