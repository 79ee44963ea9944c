import { routes, type Route } from '@parvis/contract'
import { expect, test } from 'vitest'
import { unseal } from '../keys.ts'
import { pathParams } from '../../../testing/text-fields.ts'
import { anotherApp, openTestApp } from '../../../testing/open-test-app.ts'
import { testSecret, type TestApp } from '../../../testing/test-app.ts'
import type { TestUser } from '../../../testing/test-users.ts'
import { mailsSettled } from '../concurrency-limits.ts'
import { codeOf, stepAt } from './totp.ts'

const { auth, secondFactor } = routes
const app = openTestApp()

/** Returns the code that the authenticator application shows. @param steps later */
async function shown(user: { id: string }, steps = 0, on: TestApp = app): Promise<string> {
  const { secret } = await on.db.selectFrom('second_factor').select('secret').where('user_id', '=', user.id).executeTakeFirstOrThrow()
  return codeOf(Buffer.from(unseal(testSecret, secret)!, 'base64url'), stepAt(on.now()) + steps)
}

async function protectedUser(on: TestApp = app, fields: Parameters<TestApp['createUser']>[0] = {}): Promise<TestUser & { codes: string[] }> {
  const user = await on.createUser(fields)
  await on.call(secondFactor.begin, { token: user.token, body: { password: user.password } })
  const { body } = await on.call(secondFactor.confirm, { token: user.token, body: { code: await shown(user, -1, on) } })
  return { ...user, codes: body.recovery_codes }
}

const logIn = (user: TestUser, on = app) => on.call(auth.login, { body: { username: user.username, password: user.password } })
const challengeOf = async (user: TestUser) => (await logIn(user)).error.challenge!
const finish = (challenge: string, code: string, on = app) => on.call(secondFactor.signIn, { body: { challenge, code } })

test('AUT-20 a key is confirmed by a code; then the password alone opens nothing, and a code does, once', async () => {
  const user = await app.createUser()
  const other = await logIn(user)
  const { body } = await app.call(secondFactor.begin, { token: user.token, body: { password: user.password } })
  expect(body.secret).toMatch(/^[A-Z2-7]{32}$/)
  expect(body.uri).toContain(`secret=${body.secret}`)
  // Before its confirmation the key changes nothing.
  expect((await logIn(user)).status).toBe(200)
  expect((await app.call(secondFactor.confirm, { token: user.token, body: { code: '000000' } })).error.code).toBe('auth.second_factor_code')
  const confirmed = await app.call(secondFactor.confirm, { token: user.token, body: { code: await shown(user, -1) } })
  expect(confirmed.body.recovery_codes).toHaveLength(10)
  expect(new Set(confirmed.body.recovery_codes).size).toBe(10)
  // The other sessions have ended, the current one continues.
  expect((await app.call(auth.me, { token: other.body.access_token })).status).toBe(401)
  expect((await app.call(auth.me, { token: user.token })).body.second_factor_at).not.toBeNull()
  const asked = await logIn(user)
  expect([asked.status, asked.error.code]).toEqual([401, 'auth.second_factor_required'])
  expect(asked.error).not.toHaveProperty('access_token')
  const code = await shown(user)
  const entered = await finish(asked.error.challenge!, ` ${code.slice(0, 3)} ${code.slice(3)} `)
  expect([entered.status, entered.body.user.id]).toEqual([200, user.id])
  expect((await finish(asked.error.challenge!, code)).error.code).toBe('auth.second_factor_code')
  await mailsSettled(app.context)
  expect(app.mails.filter(({ to }) => to === user.email).map(({ subject }) => subject)).toEqual(['La double authentification de votre compte a changé'])
})

test('a wrong password asks for no code: it says nothing of the account', async () => {
  const user = await protectedUser()
  const { error } = await app.call(auth.login, { body: { username: user.username, password: 'faux' } })
  expect([error.code, error.challenge]).toEqual(['auth.credentials', undefined])
})

test('each recovery code opens once, however it is typed; new ones take the place of the old', async () => {
  const user = await protectedUser()
  const [first, second] = user.codes as [string, string]
  expect(first).toMatch(/^[A-HJKMNP-Z2-9]{5}-[A-HJKMNP-Z2-9]{5}$/)
  expect((await finish(await challengeOf(user), first.toLowerCase().replace('-', ' '))).status).toBe(200)
  expect((await finish(await challengeOf(user), first)).error.code).toBe('auth.second_factor_code')
  expect((await app.call(secondFactor.renewCodes, { token: user.token, body: { password: 'faux' } })).error.code).toBe('auth.current_password')
  const renew = (proof: object) => app.call(secondFactor.renewCodes, { token: user.token, body: { password: user.password, ...proof } })
  expect((await renew({})).error.fields).toHaveProperty('code')
  const { body } = await renew({ code: user.codes[2]! })
  expect((await finish(await challengeOf(user), second)).error.code).toBe('auth.second_factor_code')
  expect((await finish(await challengeOf(user), body.recovery_codes[9]!)).status).toBe(200)
  const kept = await app.db.selectFrom('recovery_code').selectAll().where('user_id', '=', user.id).execute()
  expect(kept).toHaveLength(9)
  for (const code of body.recovery_codes) expect(JSON.stringify(kept)).not.toContain(code.replace('-', ''))
})

test('two that bring the same code at once: one enters', async () => {
  const user = await protectedUser()
  const challenge = await challengeOf(user)
  const code = await shown(user)
  const statuses = (await Promise.all(Array.from({ length: 8 }, () => finish(challenge, code)))).map(({ status }) => status)
  expect(statuses.filter((status) => status === 200)).toHaveLength(1)
})

test('ten wrong codes hold the account for a quarter of an hour, the right one too', async () => {
  const user = await protectedUser()
  const challenge = await challengeOf(user)
  for (let guess = 0; guess < 10; guess += 1) expect((await finish(challenge, '000000')).status).toBe(400)
  expect((await finish(challenge, await shown(user))).error.code).toBe('auth.locked')
  app.travel(16 * 60_000)
  expect((await finish(await challengeOf(user), await shown(user))).status).toBe(200)
})

test('what a password gave is worth five minutes, for that password and this use', async () => {
  const user = await protectedUser()
  const challenge = await challengeOf(user)
  for (const odd of ['', 'abc', user.token, user.refresh, `${challenge}x`, challenge.replace(/\.[^.]+$/, '.')])
    expect((await finish(odd, '000000')).error.code, odd.slice(0, 20)).toBe('auth.second_factor_expired')
  expect((await app.call(auth.me, { token: challenge })).status).toBe(401)
  app.travel(6 * 60_000)
  expect((await finish(challenge, await shown(user))).error.code).toBe('auth.second_factor_expired')
  const before = await challengeOf(user)
  await app.call(auth.changePassword, { token: user.token, body: { current_password: user.password, new_password: 'Genêt-82-Torrent' } })
  expect((await finish(before, await shown(user))).error.code).toBe('auth.second_factor_expired')
})

test('it is taken away with the password and a code; begun again before it is confirmed, the last key counts', async () => {
  const user = await protectedUser()
  const remove = (password: string, code: string) => app.call(secondFactor.remove, { token: user.token, body: { password, code } })
  expect((await app.call(secondFactor.begin, { token: user.token, body: { password: user.password } })).error.code).toBe('auth.second_factor_set')
  expect((await remove('faux', await shown(user))).error.fields).toHaveProperty('password')
  expect((await remove(user.password, '000000')).error.fields).toHaveProperty('code')
  expect((await remove(user.password, await shown(user))).status).toBe(200)
  expect((await logIn(user)).status).toBe(200)
  expect(await app.db.selectFrom('recovery_code').selectAll().where('user_id', '=', user.id).execute()).toEqual([])
  expect((await remove(user.password, '000000')).error.code).toBe('auth.second_factor_unset')
  const first = await app.call(secondFactor.begin, { token: user.token, body: { password: user.password } })
  const second = await app.call(secondFactor.begin, { token: user.token, body: { password: user.password } })
  expect(second.body.secret).not.toBe(first.body.secret)
  expect((await app.call(secondFactor.confirm, { token: user.token, body: { code: await shown(user) } })).status).toBe(200)
})

test('an administrator takes it away from who has lost their telephone, who is told', async () => {
  const user = await protectedUser()
  const admin = await app.createUser({ is_admin: true })
  const remove = () => app.call(secondFactor.removeOf, { token: admin.token, params: { id: user.id } })
  expect((await app.call(secondFactor.removeOf, { token: user.token, params: { id: user.id } })).status).toBe(403)
  expect((await remove()).status).toBe(200)
  expect((await remove()).error.code).toBe('auth.second_factor_unset')
  // The person's sessions end: somebody else may hold the telephone.
  expect((await app.call(auth.me, { token: user.token })).status).toBe(401)
  const again = await logIn(user)
  const { body } = await app.call(routes.profile.security, { token: again.body.access_token })
  expect(body.changes[0]).toMatchObject({ change: 'second_factor', author: 'administrator' })
})

test('an administrator’s open session does not take away their own: that asks for a proof', async () => {
  const user = await protectedUser()
  await app.db.updateTable('app_user').set({ is_admin: true }).where('id', '=', user.id).execute()
  const refused = await app.call(secondFactor.removeOf, { token: user.token, params: { id: user.id } })
  expect([refused.status, refused.error.code]).toEqual([409, 'auth.second_factor_own'])
  expect((await app.call(auth.me, { token: user.token })).status).toBe(200)
})

test('an administrator ends the sessions of somebody at once, everywhere', async () => {
  const user = await app.createUser()
  const other = await logIn(user)
  const admin = await app.createUser({ is_admin: true })
  const close = (id: string) => app.call(routes.users.closeSessions, { token: admin.token, params: { id } })
  expect((await close(user.id)).status).toBe(200)
  for (const token of [user.token, other.body.access_token]) expect((await app.call(auth.me, { token })).status).toBe(401)
  expect((await close('00000000-0000-4000-8000-000000000000')).status).toBe(404)
  expect((await logIn(user)).status).toBe(200)
})

test('where the setting asks for it, nothing is answered before, and it does not go', async () => {
  const signIn = { providers: [], local: 'ouverte' as const, secondFactor: 'administrateurs' as const }
  const strict = await anotherApp({ config: { signIn } })
  const agent = await strict.createUser()
  expect((await strict.call(routes.projects.list, { token: agent.token })).status).toBe(200)
  const admin = await strict.createUser({ is_admin: true })
  expect((await strict.call(auth.me, { token: admin.token })).body.must_set_second_factor).toBe(true)
  expect((await logIn(admin, strict)).body.user.must_set_second_factor).toBe(true)
  const open: string[] = []
  for (const route of Object.values(routes).flatMap((feature) => Object.values(feature) as Route[])) {
    if ((route.access !== 'user' && route.access !== 'admin') || route.path === '/auth/logout') continue
    const { error } = await strict.call(route, { token: admin.token, params: pathParams(admin.id) })
    if (error.code !== 'auth.second_factor_due') open.push(`${route.method} ${route.path}`)
  }
  expect(open).toEqual([
    'GET /auth/me',
    'POST /auth/change-password',
    'POST /auth/totp',
    'POST /auth/totp/confirm',
    'POST /auth/passkeys/creation-options',
    'POST /auth/passkeys',
    // Public to everybody signed in.
    'GET /announcement',
  ])
  await strict.call(secondFactor.begin, { token: admin.token, body: { password: admin.password } })
  await strict.call(secondFactor.confirm, { token: admin.token, body: { code: await shown(admin, -1, strict) } })
  expect((await strict.call(routes.projects.list, { token: admin.token })).status).toBe(200)
  const { error } = await strict.call(secondFactor.remove, { token: admin.token, body: { password: admin.password, code: await shown(admin, 0, strict) } })
  expect(error.code).toBe('auth.second_factor_kept')
})
