import { pathParams } from '../../testing/text-fields.ts'
import { routes, type Route } from '@parvis/contract'
import { beforeEach, expect, test } from 'vitest'
import { runAdminTask } from '../../operations/admin-tasks.ts'
import { anotherApp, openTestApp, people } from '../../testing/open-test-app.ts'
import type { TestUser } from '../../testing/test-users.ts'
import { mailsSettled } from './concurrency-limits.ts'

const app = openTestApp()
const { admin } = people(app, { admin: { username: 'ada.admin', is_admin: true } })
beforeEach(async () => {
  await mailsSettled(app.context)
  app.mails.length = 0
})

const given = 'Falaise-Ocre-5512'
const chosen = 'Genêt-82-Torrent'

const mails = async () => {
  await mailsSettled(app.context)
  return app.mails.map(({ to, subject, text }) => ({ to, subject, text }))
}
const update = (user: TestUser, body: object, token = admin.token) => app.call(routes.users.update, { token, params: { id: user.id }, body })
const signIn = async (username: string, password: string) => (await app.call(routes.auth.login, { body: { username, password } })).body
const security = async (token: string) => (await app.call(routes.profile.security, { token })).body
const mark = async (user: TestUser) => app.db.selectFrom('app_user').select('must_change_password').where('id', '=', user.id).executeTakeFirstOrThrow()

test('a password given by an administrator is written to the person, seen in their profile, and to be changed before anything else', async () => {
  for (const give of [
    (user: TestUser) => app.call(routes.users.resetPassword, { token: admin.token, params: { id: user.id }, body: { password: given } }),
    (user: TestUser) => update(user, { password: given }),
  ]) {
    app.mails.length = 0
    const user = await app.createUser()
    expect((await give(user)).status).toBe(200)
    const [mail, ...more] = await mails()
    expect([mail!.to, mail!.subject, more]).toEqual([user.email, 'Votre mot de passe a changé', []])
    expect(mail!.text).toContain('par un administrateur')
    expect(mail!.text).not.toContain(given)
    const { access_token: token, user: known } = await signIn(user.username, given)
    expect(known.must_change_password).toBe(true)
    const refused = await app.call(routes.profile.get, { token })
    expect([refused.status, refused.error.code]).toEqual([403, 'auth.must_change_password'])
    const change = { current_password: given, new_password: chosen }
    expect((await app.call(routes.auth.changePassword, { token, body: change })).status).toBe(200)
    expect((await app.call(routes.profile.get, { token })).status).toBe(200)
    expect((await security(token)).changes.map(({ change: what, author }) => [what, author])).toEqual([
      ['password', 'self'],
      ['password', 'administrator'],
    ])
  }
})

test('until then every call that needs somebody is refused, but those that let them see who they are, leave and change it', async () => {
  const user = await app.createUser({ is_admin: true })
  await update(user, { password: given })
  const { access_token: token } = await signIn(user.username, given)
  const all = Object.values(routes).flatMap((feature) => Object.values(feature) as Route[])
  const closed = all.filter(({ access }) => access === 'user' || access === 'admin')
  expect(closed.length).toBeGreaterThan(90)
  const params = pathParams(user.id)
  const open: string[] = []
  for (const route of closed) {
    if (route.path === '/auth/logout') continue
    const { error } = await app.call(route, { token, params })
    if (error.code !== 'auth.must_change_password') open.push(`${route.method} ${route.path}`)
  }
  expect(open).toEqual(['GET /auth/me', 'POST /auth/change-password'])
  expect((await app.call(routes.auth.logout, { token })).status).toBe(200)
})

test('an account made by an administrator begins with a password of its own person; one made by its person keeps it', async () => {
  const body = { username: 'nouvelle', email: 'nouvelle@exemple.fr', password: given }
  await app.call(routes.users.create, { token: admin.token, body })
  expect((await signIn('nouvelle', given)).user.must_change_password).toBe(true)
  await app.call(routes.auth.register, { body: { username: 'seule', email: 'seule@exemple.fr', password: given } })
  expect((await signIn('seule', given)).user.must_change_password).toBe(false)
})

test('an address that changes is written to both, whoever changes it; the trail names it', async () => {
  const user = await app.createUser()
  expect((await update(user, { email: 'ailleurs@exemple.fr', first_name: 'Zoé' })).status).toBe(200)
  const sent = await mails()
  expect(sent.map(({ to, subject }) => [to, subject])).toEqual([
    [user.email, 'L’adresse de votre compte a changé'],
    ['ailleurs@exemple.fr', 'L’adresse de votre compte a changé'],
  ])
  expect(sent[0]!.text).not.toContain('ailleurs')
  expect((await security(user.token)).changes).toMatchObject([{ change: 'email', author: 'administrator' }])
  expect(await mark(user)).toEqual({ must_change_password: false })
  const { entries } = (await app.call(routes.audit.list, { token: admin.token })).body
  expect(entries.slice(0, 2).map(({ act, outcome }) => [act, outcome])).toEqual([
    ['users.change_email', 'done'],
    ['users.update', 'done'],
  ])
  app.mails.length = 0
  await update(user, { email: 'AILLEURS@exemple.fr', first_name: 'Zoé' })
  expect(await mails()).toEqual([])
})

test('who is made an administrator, or shut out, is found in the trail', async () => {
  const acts = async (count: number) => {
    const { entries } = (await app.call(routes.audit.list, { token: admin.token })).body
    return entries.slice(0, count).map(({ act }) => act)
  }
  const user = await app.createUser()
  for (const change of [{ is_admin: true }, { is_admin: true, first_name: 'Zoé' }, { is_admin: false }, { is_active: false }, { is_active: true }])
    expect((await update(user, change)).status).toBe(200)
  const told = ['enable', 'update', 'disable', 'update', 'demote', 'update', 'update', 'promote', 'update']
  expect(await acts(told.length)).toEqual(told.map((act) => `users.${act}`))
  const body = { username: 'cheffe', email: 'cheffe@exemple.fr', password: given, is_admin: true }
  expect((await app.call(routes.users.create, { token: admin.token, body })).status).toBe(201)
  expect(await acts(2)).toEqual(['users.promote', 'users.create'])
})

test('an administrator who changes their own address keeps their session and is told so; nothing is to be changed again', async () => {
  const boss = await app.createUser({ is_admin: true })
  expect((await update(boss, { current_password: boss.password, email: 'chef@exemple.fr' }, boss.token)).status).toBe(200)
  expect((await mails()).map(({ to }) => to)).toEqual([boss.email, 'chef@exemple.fr'])
  expect((await security(boss.token)).changes.map(({ author }) => author)).toEqual(['self'])
})

test('one’s own change and a mailed link are written too; so is what the command line does', async () => {
  const user = await app.createUser()
  await app.call(routes.auth.changePassword, { token: user.token, body: { current_password: user.password, new_password: given } })
  expect((await mails())[0]).toMatchObject({ to: user.email, text: expect.stringContaining('depuis votre compte') as string })
  app.mails.length = 0
  await app.call(routes.auth.forgotPassword, { body: { email: user.email } })
  const token = /reset-password\/([\w-]+)/.exec((await mails())[0]!.text)![1]!
  await app.call(routes.auth.resetPassword, { body: { token, password: chosen } })
  expect((await mails())[1]!.text).toContain('avec un lien reçu par courriel')
  app.mails.length = 0
  const said = await runAdminTask(app.context, ['reset-password', user.username])
  expect((await mails())[0]!.text).toContain('par la personne qui exploite le service')
  const printed = /(\S+)$/.exec(said)![1]!
  expect((await signIn(user.username, printed)).user.must_change_password).toBe(true)
  const authors = await app.db.selectFrom('account_change').select('author').where('user_id', '=', user.id).orderBy('at').execute()
  expect(authors.map(({ author }) => author)).toEqual(['self', 'link', 'operator'])
})

test('a mail that does not leave stops nothing, and is told in the log without its address', async () => {
  const refusal = Object.assign(new Error('for claire@exemple.fr'), { code: 'ECONNREFUSED' })
  const failing = await anotherApp({ database: app.database, mailer: { kind: 'smtp', send: () => Promise.reject(refusal), close: async () => {} } })
  const user = await failing.createUser()
  const { status } = await failing.call(routes.users.update, { token: admin.token, params: { id: user.id }, body: { email: 'autre-part@exemple.fr' } })
  await mailsSettled(failing.context)
  expect(status).toBe(200)
  const lines = failing.logs.filter((text) => text.includes('mail of an account change not sent'))
  expect(lines).toHaveLength(2)
  expect(lines.join('')).not.toMatch(/claire|autre-part/)
})

test('one’s own sessions are seen with their device and closed one by one, or all the others at once', async () => {
  const user = await app.createUser()
  const browse = async (agent: string) =>
    (await app.call(routes.auth.login, { body: { username: user.username, password: user.password }, headers: { 'user-agent': agent } })).body.access_token
  const phone = await browse('Mozilla/5.0 (iPhone; CPU iPhone OS 18_0 like Mac OS X) AppleWebKit/605.1.15 Version/18.0 Mobile/15E148 Safari/604.1')
  const post = await browse('Mozilla/5.0 (Windows NT 10.0; rv:153.0) Gecko/20100101 Firefox/153.0')
  const { sessions } = await security(post)
  expect(sessions.map(({ device, is_current }) => [device, is_current])).toEqual([
    ['Firefox sur Windows', true],
    ['Safari sur iPhone', false],
    ['', false],
  ])
  const close = (id: string, token = post) => app.call(routes.profile.closeSession, { token, params: { id } })
  expect((await close(sessions[1]!.id)).status).toBe(200)
  expect((await app.call(routes.auth.me, { token: phone })).status).toBe(401)
  expect((await close(sessions[1]!.id)).status).toBe(404)
  expect((await app.call(routes.profile.closeOtherSessions, { token: post })).status).toBe(200)
  expect((await app.call(routes.auth.me, { token: user.token })).status).toBe(401)
  expect((await security(post)).sessions).toHaveLength(1)
})
