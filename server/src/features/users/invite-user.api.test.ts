import { routes } from '@parvis/contract'
import { sql } from 'kysely'
import { expect, test } from 'vitest'
import { anotherApp, openTestApp, people } from '../../testing/open-test-app.ts'
import { readProvider } from '../../testing/identity-providers/faulty-provider.ts'
import { mailsSettled } from '../auth/concurrency-limits.ts'
import { mailLostInvitations } from './invite-user.ts'

const { users, auth } = routes
const chosen = 'Falaise-Ocre-5512'

const app = openTestApp()
const { admin } = people(app, { admin: { is_admin: true } })

const invite = async (username: string, fields: object = {}) =>
  app.call(users.create, { token: admin.token, body: { username, email: `${username}@exemple.fr`, invite: true, ...fields } })
const again = (id: string) => app.call(users.invite, { token: admin.token, params: { id } })
const reset = (token: string, password = chosen) => app.call(auth.resetPassword, { body: { token, password } })
const signIn = async (username: string, password = chosen) => (await app.call(auth.login, { body: { username, password } })).status
async function tokensTo(username: string): Promise<string[]> {
  await mailsSettled(app.context)
  return app.mails.filter(({ to }) => to === `${username}@exemple.fr`).flatMap(({ text }) => /\/reset-password\/([\w-]+)/.exec(text)?.[1] ?? [])
}

test('an account without a password opens by a mailed link, once, and its person has nothing more to change', async () => {
  const made = await invite('invitee')
  expect(made.status).toBe(201)
  expect(made.body.invited_at).not.toBeNull()
  expect(await signIn('invitee', '')).toBe(422)
  const [token] = await tokensTo('invitee')
  expect(made.text + app.logs.join('')).not.toContain(token)
  expect((await reset(token!)).status).toBe(200)
  expect((await reset(token!)).error.code).toBe('auth.reset_invalid')
  const { body } = await app.call(auth.login, { body: { username: 'invitee', password: chosen } })
  expect(body.user.must_change_password).toBe(false)
  const { users: found } = (await app.call(users.list, { token: admin.token, query: { search: 'invitee' } })).body
  expect(found[0]!.invited_at).toBeNull()
  expect((await again(made.body.id)).error.code).toBe('users.not_invited')
})

test('a link lives seven days; another ends it; an administrator invited is held to a strong password', async () => {
  const { body } = await invite('lente', { is_admin: true })
  const [first] = await tokensTo('lente')
  app.travel(6.9 * 24 * 3_600_000)
  expect((await reset(first!, '123456')).error.code).toBe('auth.password_weak')
  app.travel(0.2 * 24 * 3_600_000)
  expect((await reset(first!)).error.code).toBe('auth.reset_invalid')
  const boss = await app.createUser({ is_admin: true })
  const resend = () => app.call(users.invite, { token: boss.token, params: { id: body.id } })
  expect((await resend()).status).toBe(200)
  expect((await resend()).status).toBe(200)
  const [, second, third] = await tokensTo('lente')
  expect((await reset(second!)).error.code).toBe('auth.reset_invalid')
  expect((await reset(third!)).status).toBe(200)
  // The previous administrator's session has expired.
  Object.assign(admin, boss)
})

test('a letter box cannot be flooded; a new address receives its own invitation and the former one is void', async () => {
  const { body } = await invite('bougeante')
  const [before] = await tokensTo('bougeante')
  await app.call(users.update, { token: admin.token, params: { id: body.id }, body: { email: 'autre-bougeante@exemple.fr' } })
  expect(await tokensTo('autre-bougeante')).toHaveLength(1)
  expect((await reset(before!)).error.code).toBe('auth.reset_invalid')
  const answers = []
  for (let time = 0; time < 7; time += 1) answers.push((await again(body.id)).status)
  expect(answers).toEqual([200, 200, 200, 200, 200, 429, 429])
})

test('an invitation that the mail server refused, or that a stop of the server lost, is mailed again, once, for a day', async () => {
  const { mailer } = app.context
  app.context.mailer = { ...mailer, send: () => Promise.reject(new Error('no mail today')) }
  const refused = await invite('refusee')
  await invite('ancienne')
  await invite('endormie', { is_active: false })
  await tokensTo('refusee')
  app.context.mailer = mailer
  await invite('servie')
  await tokensTo('servie')
  const day = 24 * 3_600_000
  // The application's clock has advanced without the database's.
  await app.db
    .updateTable('app_user')
    .set({ created_at: sql`case username when 'ancienne' then ${new Date(app.now().getTime() - 2 * day)} else ${app.now()} end::timestamptz` })
    .execute()

  await Promise.all([mailLostInvitations(app.context), mailLostInvitations(app.context)])
  await mailLostInvitations(app.context)
  const tokens = await Promise.all(['refusee', 'ancienne', 'endormie', 'servie'].map(tokensTo))
  expect(tokens.map(({ length }) => length)).toEqual([1, 0, 0, 1])
  expect((await reset(tokens[0]![0]!)).status).toBe(200)
  expect((await again(refused.body.id)).error.code).toBe('users.not_invited')
})

test('without an invitation a password is still required, in the words of the specification', async () => {
  for (const fields of [{}, { password: '' }]) {
    const body = { username: 'sans', email: 'sans@exemple.fr', ...fields }
    const { status, error } = await app.call(users.create, { token: admin.token, body })
    expect([status, error.fields]).toEqual([422, { password: 'Le mot de passe est obligatoire' }])
  }
})

test('an inactive account is mailed no link that would open nothing: its invitation leaves when it is activated', async () => {
  const { body } = await invite('dormante', { is_active: false })
  const change = (fields: object) => app.call(users.update, { token: admin.token, params: { id: body.id }, body: fields })
  expect(await tokensTo('dormante')).toEqual([])
  const refused = await again(body.id)
  expect([refused.status, refused.error.code]).toEqual([409, 'users.invited_later'])
  await change({ first_name: 'Aurore', email: 'dormante@exemple.fr' })
  expect(await tokensTo('dormante')).toEqual([])
  expect((await change({ is_active: true })).status).toBe(200)
  const [token, ...more] = await tokensTo('dormante')
  expect(more).toEqual([])
  expect((await reset(token!)).status).toBe(200)
  await change({ is_active: false })
  await change({ is_active: true })
  expect(await tokensTo('dormante')).toHaveLength(1)
})

test('who may sign in elsewhere alone is given no password nor a link to one, and is told where, once', async () => {
  const agglo = readProvider({ id: 'agglo', label: 'l’agglomération', issuer: 'https://identite.agglo.fr', client_id: 'parvis', client_secret: 'secret' })
  const other = await anotherApp({ config: { signIn: { providers: [agglo], local: 'administrateurs', secondFactor: 'facultatif' } } })
  const { token } = await other.createUser({ is_admin: true })
  const create = (username: string, fields: object) => other.call(users.create, { token, body: { username, email: `${username}@exemple.fr`, ...fields } })
  const made = [
    await create('conviee', { invite: true }),
    await create('donnee', { password: chosen }),
    await create('cheffe', { invite: true, is_admin: true }),
  ]
  expect(made.map(({ status, body }) => [status, body.invited_at !== null])).toEqual(made.map(() => [201, true]))
  const mailed = async (username: string) => {
    await mailsSettled(other.context)
    return other.mails.filter(({ to }) => to === `${username}@exemple.fr`).map(({ text }) => text)
  }
  for (const username of ['conviee', 'donnee']) {
    expect(await mailed(username)).toEqual([expect.stringMatching(/«\u00a0l’agglomération\u00a0»[^]*http:\/\/parvis\.test\/login\n$/)])
    expect((await mailed(username))[0]).not.toContain('reset-password')
  }
  expect(await mailed('cheffe')).toEqual([expect.stringContaining('/reset-password/')])
  const ids = made.map(({ body }) => body.id)
  const accounts = await other.db.selectFrom('app_user').select(['username', 'has_password']).where('id', 'in', ids).execute()
  expect(Object.fromEntries(accounts.map(({ username, has_password }) => [username, has_password]))).toEqual({ conviee: false, donnee: false, cheffe: true })
  await mailLostInvitations(other.context)
  await mailLostInvitations(other.context)
  expect([(await mailed('conviee')).length, (await mailed('cheffe')).length]).toEqual([1, 1])
  expect((await other.call(users.invite, { token, params: { id: ids[0]! } })).status).toBe(200)
  expect(await mailed('conviee')).toHaveLength(2)
})
