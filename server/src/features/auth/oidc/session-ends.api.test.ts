import { routes } from '@parvis/contract'
import { randomUUID } from 'node:crypto'
import { expect, test } from 'vitest'
import { runAdminTask } from '../../../operations/admin-tasks.ts'
import { unsigned } from '../../../testing/identity-providers/faulty-provider.ts'
import { testPassword } from '../../../testing/test-users.ts'
import { signInThrough, linkOf, openOidcWorld, newPerson, withSettings, welcomed } from './oidc.fixture.ts'

const { auth, oidc } = routes
const world = openOidcWorld('administrateurs')

async function signIn(provider = world.agglo, sub: string = randomUUID(), headers = {}) {
  const { body } = await signInThrough(world.app, provider, newPerson({ sub, email: `${sub.slice(0, 8)}@agglo.fr` }), undefined, headers)
  return { ...welcomed(body), sub }
}
const isOpen = async (token: string) => (await world.app.call(auth.me, { token })).status === 200
const farewell = (logout_token: string, provider = 'agglo') =>
  world.app.http.inject({
    method: 'POST',
    url: `/api/auth/oidc/${provider}/backchannel-logout`,
    headers: { 'content-type': 'application/x-www-form-urlencoded' },
    payload: new URLSearchParams({ logout_token }).toString(),
  })

test('a provider ends all the sessions of a person, or one of them, once', async () => {
  const one = await signIn()
  const other = await signIn()
  const token = await world.agglo.logoutToken({ sub: one.sub })
  const { statusCode, headers } = await farewell(token)
  expect([statusCode, headers['cache-control']]).toEqual([200, 'no-store'])
  expect([await isOpen(one.access_token), await isOpen(other.access_token)]).toEqual([false, true])
  const back = await signIn(world.agglo, one.sub)
  expect((await farewell(token)).statusCode).toBe(400)
  expect(await isOpen(back.access_token)).toBe(true)
  expect((await farewell(await world.agglo.logoutToken({ sid: `session-${one.sub}` }))).statusCode).toBe(200)
  expect([await isOpen(back.access_token), await isOpen(other.access_token)]).toEqual([false, true])
  // For an unknown person there is nothing to end, and the request succeeds.
  expect((await farewell(await world.agglo.logoutToken({ sub: 'inconnu' }))).statusCode).toBe(200)
})

test('whatever is not such a token ends nothing', async () => {
  const { sub, access_token } = await signIn()
  const seconds = Math.floor(Date.now() / 1_000)
  const good = {
    sub,
    iss: world.agglo.settings.issuer,
    aud: 'parvis',
    iat: seconds,
    exp: seconds + 60,
    jti: randomUUID(),
    events: { 'http://schemas.openid.net/event/backchannel-logout': {} },
  }
  const bad = {
    'no token': '',
    'no text of three parts': 'abc',
    'another audience': await world.agglo.logoutToken({ sub, aud: 'autre' }),
    'another issuer': await world.agglo.logoutToken({ sub, iss: 'https://ailleurs.fr' }),
    'an hour old': await world.agglo.logoutToken({ sub, iat: seconds - 3_600, exp: seconds + 60 }),
    'of an hour to come': await world.agglo.logoutToken({ sub, iat: seconds + 3_600 }),
    'past its end': await world.agglo.logoutToken({ sub, exp: seconds - 120 }),
    'with a nonce': await world.agglo.logoutToken({ sub, nonce: 'x' }),
    'without its event': await world.agglo.logoutToken({ sub, events: {} }),
    'with another event': await world.agglo.logoutToken({ sub, events: { autre: {} } }),
    'without number': await world.agglo.logoutToken({ sub, jti: undefined }),
    'about nobody': await world.agglo.logoutToken({}),
    'with a number for a subject': await world.agglo.logoutToken({ sub: 7 as never }),
    'by a stranger': await world.agglo.sign(good, { stranger: true }),
    'by nobody': unsigned(good),
  }
  for (const [name, token] of Object.entries(bad)) expect([name, (await farewell(token)).statusCode]).toEqual([name, 400])
  expect((await farewell(await world.agglo.logoutToken({ sub }), 'proconnect')).statusCode).toBe(400)
  expect((await farewell(await world.agglo.logoutToken({ sub }), 'inconnu')).statusCode).toBe(404)
  expect(await isOpen(access_token)).toBe(true)
})

test('forms are taken by that call alone', async () => {
  const headers = { 'content-type': 'application/x-www-form-urlencoded' }
  for (const url of ['/api/auth/login', '/api/auth/oidc/start']) {
    const { statusCode } = await world.app.http.inject({ method: 'POST', url, headers, payload: 'provider=agglo' })
    expect([url, statusCode]).toEqual([url, 415])
  }
})

test('signing out says where to sign out too, with the token of the person', async () => {
  const { access_token } = await signIn()
  const state = 's'.repeat(43)
  const { body } = await world.app.call(auth.logout, { token: access_token, body: { state } })
  const url = new URL(body.location!)
  expect(url.origin + url.pathname).toBe(`${world.agglo.settings.issuer}/logout`)
  expect(Object.fromEntries(url.searchParams)).toMatchObject({
    state,
    post_logout_redirect_uri: 'http://parvis.test/deconnexion',
    id_token_hint: expect.stringMatching(/^ey/),
  })
  expect(await isOpen(access_token)).toBe(false)
  const pro = await signIn(world.proconnect)
  const there = new URL((await world.app.call(auth.logout, { token: pro.access_token, body: { state } })).body.location!)
  expect([...there.searchParams.keys()].sort()).toEqual(['id_token_hint', 'post_logout_redirect_uri', 'state'])
  const admin = await world.app.createUser({ is_admin: true })
  expect((await world.app.call(auth.logout, { token: admin.token })).body).toEqual({ message: 'Vous êtes déconnecté' })
})

test('what a provider gives is kept closed, and tokens are in no log', async () => {
  const { sub } = await signIn()
  const session = await world.app.db
    .selectFrom('session')
    .innerJoin('identity', 'identity.id', 'session.identity_id')
    .where('sub', '=', sub)
    .select('id_token')
    .executeTakeFirstOrThrow()
  expect(session.id_token).not.toMatch(/^ey/)
  expect(Buffer.from(session.id_token!, 'base64url').toString('latin1')).not.toContain('eyJ')
  const said = world.app.logs.join('\n')
  expect(said).not.toMatch(/eyJ[\w-]{10,}\./)
  expect(said).not.toContain(sub)
})

test('where administrators alone have a password, nobody else signs in, registers or is sent a link by it', async () => {
  const { username, password, email } = await world.app.createUser()
  expect((await world.app.call(auth.login, { body: { username, password } })).error.code).toBe('auth.local_closed')
  expect((await world.app.call(auth.login, { body: { username, password: 'faux' } })).error.code).toBe('auth.credentials')
  const body = { username: 'nouveau', email: 'nouveau@agglo.fr', password: testPassword }
  expect((await world.app.call(auth.register, { body })).error.code).toBe('auth.registration_closed')
  const admin = await world.app.createUser({ is_admin: true })
  expect((await world.app.call(auth.login, { body: { username: admin.username, password: admin.password } })).status).toBe(200)
  await world.app.call(auth.forgotPassword, { body: { email } })
  await world.app.call(auth.forgotPassword, { body: { email: admin.email } })
  await expect.poll(() => world.app.mails.map(({ to }) => to)).toContain(admin.email)
  expect(world.app.mails.map(({ to }) => to)).not.toContain(email)
  expect((await world.app.call(routes.instance.info)).body.registration).toBe('fermee')
  expect((await world.app.call(oidc.providers)).body).toMatchObject({ local: 'administrateurs', providers: [{ id: 'agglo' }, { id: 'proconnect' }] })
})

test('nobody is locked out: with no password left, the operator gives an administrator theirs on the machine', async () => {
  const { user, sub } = await signIn()
  await world.app.db.updateTable('app_user').set({ is_admin: true }).where('id', '=', user.id).execute()
  const said = await runAdminTask(world.app.context, ['reset-password', user.username])
  const password = /changer\)\u00a0: (\S+)/.exec(said)![1]!
  const { status, body } = await world.app.call(auth.login, { body: { username: user.username, password } })
  expect([status, body.user?.must_change_password]).toEqual([200, true])
  expect((await signIn(world.agglo, sub)).user.id).toBe(user.id)
})

test('an account without a password changes none, receives no link, and leaves within ten minutes of a sign-in', async () => {
  const { access_token: token, user } = await signIn()
  const change = { current_password: 'x', new_password: testPassword }
  expect((await world.app.call(auth.changePassword, { token, body: change })).error.code).toBe('auth.no_password')
  expect((await world.app.call(auth.login, { body: { username: user.username, password: 'x' } })).error.code).toBe('auth.credentials')
  world.app.mails.length = 0
  await world.app.call(auth.forgotPassword, { body: { email: user.email } })
  world.app.travel(11 * 60_000)
  expect((await world.app.call(routes.rights.deleteOwnAccount, { token, body: { shared_documents: 'keep' } })).error.code).toBe('auth.sign_in_again')
  world.app.travel(-11 * 60_000)
  expect((await world.app.call(routes.rights.deleteOwnAccount, { token, body: { shared_documents: 'keep' } })).status).toBe(200)
  expect(world.app.mails).toEqual([])
  expect(await world.app.db.selectFrom('identity').where('user_id', '=', user.id).select('id').execute()).toEqual([])
})

test('the person sees where their sessions are, and by what they were opened', async () => {
  const { access_token: token, user } = await signIn(world.agglo, randomUUID(), { 'user-agent': 'Mozilla/5.0 (Windows NT 10.0) Gecko/20100101 Firefox/140.0' })
  const { body } = await world.app.call(routes.profile.security, { token })
  expect(body.sessions).toMatchObject([{ device: 'Firefox sur Windows', place: '127.0.0.…', provider: 'l’agglomération', is_current: true }])
  expect(body.identities).toMatchObject([{ provider: 'l’agglomération', email: user.email }])
})

test('a second factor that is asked of all is asked after a password, never after a provider', async () => {
  const admin = await world.app.createUser({ is_admin: true, email: `${randomUUID().slice(0, 8)}@agglo.fr` })
  const person = newPerson({ email: admin.email })
  const { body, back } = await signInThrough(world.app, world.agglo, person)
  const proof = { ticket: linkOf(body).ticket, browser_secret: back.browser_secret, proof: admin.password }
  const signIn = { providers: [world.agglo.settings], local: 'ouverte' as const, secondFactor: 'tous' as const }
  const strict = await withSettings(world, {}, { signIn })
  const joined = (await world.app.call(oidc.link, { body: proof })).body
  const back_again = welcomed((await signInThrough(strict, world.agglo, person)).body)
  expect([back_again.user.has_password, back_again.user.must_set_second_factor]).toEqual([true, false])
  for (const token of [joined.access_token, back_again.access_token]) {
    expect((await strict.call(auth.me, { token })).body.must_set_second_factor).toBe(false)
    expect((await strict.call(routes.projects.list, { token })).status).toBe(200)
  }
  const { body: here } = await strict.call(auth.login, { body: { username: admin.username, password: admin.password } })
  expect(here.user.must_set_second_factor).toBe(true)
  expect((await strict.call(routes.projects.list, { token: here.access_token })).error.code).toBe('auth.second_factor_due')
})
