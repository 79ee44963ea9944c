import { routes } from '@parvis/contract'
import { SignJWT, UnsecuredJWT } from 'jose'
import { randomUUID } from 'node:crypto'
import { expect, test } from 'vitest'
import { openTestApp } from '../../../testing/open-test-app.ts'
import { createTestApp, testSecret } from '../../../testing/test-app.ts'
import { readAccessToken } from './access-token.ts'

const app = openTestApp()

const me = (token: string) => app.call(routes.auth.me, { token })
const refresh = (token: string, body?: { rotation?: boolean }) => app.call(routes.auth.refresh, { token, ...(body && { body }) })
const minute = 60_000

test('without a token, or with another carrier, nobody is signed in', async () => {
  const user = await app.createUser()
  expect((await app.call(routes.auth.me)).error).toMatchObject({
    code: 'auth.missing',
    error: "Aucun token d'authentification trouvé. Veuillez vous connecter.",
  })
  const carriers: Record<string, string>[] = [
    { cookie: `accessToken=${user.token}` },
    { 'x-api-key': user.token },
    { authorization: user.token },
    { authorization: `Basic ${user.token}` },
    { token: user.token },
  ]
  for (const headers of carriers) expect((await app.call(routes.auth.me, { headers })).status).toBe(401)
  const { statusCode } = await app.http.inject({ method: 'GET', url: `/api/auth/me?token=${user.token}&access_token=${user.token}` })
  expect(statusCode).toBe(401)
})

test('AUT-09 no token but ours, for this use, is accepted', async () => {
  const user = await app.createUser()
  const { session_id } = await readAccessToken(testSecret, user.token, app.now())
  const seconds = Math.floor(Date.now() / 1_000)
  const forge = (header: object, claims: object, secret: Uint8Array = testSecret) =>
    new SignJWT({ iss: 'parvis', aud: 'parvis-api', sub: user.id, sid: session_id, iat: seconds, exp: seconds + 600, ...claims })
      .setProtectedHeader({ alg: 'HS256', typ: 'at+jwt', ...header })
      .sign(secret)
  const [head, payload, signature] = user.token.split('.')
  const base64 = (value: object) => Buffer.from(JSON.stringify(value)).toString('base64url')
  expect((await me(await forge({}, {}))).status).toBe(200)
  const tampered = { sub: user.id, sid: session_id, aud: 'parvis-api', iss: 'parvis', exp: seconds + 9_999, is_admin: true }
  const forged = {
    'alg none': new UnsecuredJWT({ sub: user.id, sid: session_id }).setIssuer('parvis').setAudience('parvis-api').setExpirationTime('1h').encode(),
    'alg none, signature kept': `${base64({ alg: 'none', typ: 'at+jwt' })}.${payload}.${signature}`,
    'alg RS256': `${base64({ alg: 'RS256', typ: 'at+jwt' })}.${payload}.${signature}`,
    'alg HS512': await forge({ alg: 'HS512' }, {}, Buffer.concat([testSecret, testSecret])),
    'kid that is a path': `${base64({ alg: 'HS256', typ: 'at+jwt', kid: '../../dev/null' })}.${payload}.${signature}`,
    'tampered payload': `${head}.${base64(tampered)}.${signature}`,
    'other key': await forge({}, {}, new Uint8Array(32).fill(1)),
    'empty key': `${head}.${payload}.`,
    'no exp': await forge({}, { exp: undefined }),
    'other audience': await forge({}, { aud: 'other' }),
    'other issuer': await forge({}, { iss: 'other' }),
    'other type': await forge({ typ: 'JWT' }, {}),
    'other session': await forge({}, { sid: randomUUID() }),
    'other person': await forge({}, { sub: randomUUID() }),
    'refresh as access': user.refresh,
    'not a token': 'abc.def.ghi',
  }
  for (const [name, token] of Object.entries(forged)) expect([name, (await me(token)).status]).toEqual([name, 401])
  expect((await refresh(user.token)).status).toBe(401)
  expect((await me(await forge({}, { exp: seconds - 120 }))).error.code).toBe('auth.expired')
})

test('AUT-15 a clock wrong by less than a minute is tolerated, an access token lives 15 minutes', async () => {
  const user = await app.createUser()
  app.travel(15 * minute + 50_000)
  expect((await me(user.token)).status).toBe(200)
  app.travel(20_000)
  expect((await me(user.token)).error.code).toBe('auth.expired')
  app.travel(-3_600_000)
  expect((await me(user.token)).status).toBe(200)
  app.travel(3_600_000 - 16 * minute - 10_000)
})

test('AUT-11 signing out ends both tokens at once', async () => {
  const user = await app.createUser()
  expect((await app.call(routes.auth.logout, { token: user.token })).status).toBe(200)
  expect((await me(user.token)).status).toBe(401)
  expect((await refresh(user.refresh)).status).toBe(401)
})

test('AUT-12 a client of the contract refreshes with an empty body as often as it likes', async () => {
  const user = await app.createUser()
  for (let turn = 0; turn < 10; turn += 1) {
    const { status, body } = await refresh(user.refresh)
    expect([status, Object.keys(body)]).toEqual([200, ['access_token']])
    expect((await me(body.access_token)).status).toBe(200)
    app.travel(20 * minute)
  }
})

test('AUT-12 tabs that refresh together receive the same next value and nobody is signed out', async () => {
  const user = await app.createUser()
  const answers = await Promise.all(Array.from({ length: 20 }, () => refresh(user.refresh, { rotation: true })))
  expect(answers.map(({ status }) => status)).toEqual(Array(20).fill(200))
  const next = new Set(answers.map(({ body }) => body.refresh_token))
  expect(next.size).toBe(1)
  const [value] = [...next]
  expect(value).not.toBe(user.refresh)
  app.travel(20_000)
  expect((await refresh(user.refresh, { rotation: true })).body.refresh_token).toBe(value)
  expect((await refresh(value!, { rotation: true })).status).toBe(200)
})

test('AUT-12 a value replayed after its grace ends the session for everybody', async () => {
  const user = await app.createUser()
  const { body } = await refresh(user.refresh, { rotation: true })
  app.travel(minute)
  expect((await me(body.access_token)).status).toBe(200)
  expect((await refresh(user.refresh, { rotation: true })).status).toBe(401)
  expect((await refresh(body.refresh_token!)).status).toBe(401)
  expect((await me(body.access_token)).status).toBe(401)
})

test('AUT-12 so does an older ancestor, even within the grace of the last rotation', async () => {
  const user = await app.createUser()
  const second = (await refresh(user.refresh, { rotation: true })).body.refresh_token!
  const third = (await refresh(second, { rotation: true })).body.refresh_token!
  expect((await refresh(user.refresh)).status).toBe(401)
  expect((await refresh(third)).status).toBe(401)
})

test('an invented value for a known session ends nothing', async () => {
  const user = await app.createUser()
  const bytes = Buffer.from(user.refresh, 'base64url').fill(3, 16)
  expect((await refresh(bytes.toString('base64url'))).error.code).toBe('auth.invalid')
  expect((await refresh(user.refresh)).status).toBe(200)
})

test('a session dies after 12 idle hours, and 7 days after the sign-in whatever happens', async () => {
  const idle = await app.createUser()
  const busy = await app.createUser()
  for (let hours = 0; hours < 7 * 24 - 6; hours += 6) {
    expect((await refresh(busy.refresh)).status).toBe(200)
    app.travel(6 * 60 * minute)
  }
  expect((await refresh(idle.refresh)).error.code).toBe('auth.expired')
  const { body } = await refresh(busy.refresh)
  app.travel(6 * 60 * minute + minute)
  expect((await refresh(busy.refresh)).error.code).toBe('auth.expired')
  expect((await me(body.access_token)).status).toBe(401)
})

test('neither refresh values nor passwords are in the database', async () => {
  const real = await createTestApp({ database: app.database, realPasswords: true })
  const user = await real.createUser()
  expect((await real.call(routes.auth.login, { body: { username: user.username, password: user.password } })).status).toBe(200)
  await real.close()
  const rows = await app.db.selectFrom('session').selectAll().where('user_id', '=', user.id).execute()
  expect(rows).toHaveLength(2)
  expect(JSON.stringify(rows)).not.toContain(user.refresh)
  const { password_hash } = await app.db.selectFrom('app_user').select('password_hash').where('id', '=', user.id).executeTakeFirstOrThrow()
  expect(password_hash).toMatch(/^\$argon2id\$v=19\$m=19456,t=2,p=1\$/)
})

test('odd bodies of refresh are refused or ignored, never an error of the server', async () => {
  const user = await app.createUser()
  for (const body of [null, {}, { rotation: false }]) expect((await refresh(user.refresh, body as never)).status).toBe(200)
  for (const body of [{ rotation: 'oui' }, [], 'x']) expect([400, 422]).toContain((await refresh(user.refresh, body as never)).status)
  expect((await app.call(routes.auth.refresh)).error.code).toBe('auth.missing')
})
