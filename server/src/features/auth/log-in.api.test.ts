import { routes } from '@parvis/contract'
import { sql } from 'kysely'
import { beforeEach, expect, test } from 'vitest'
import { openTestApp } from '../../testing/open-test-app.ts'
import { mailsSettled } from './concurrency-limits.ts'
import { issueDevice } from './sessions/known-device.ts'
import { forgetFailures } from './sign-in-attempts.ts'

const app = openTestApp()
beforeEach(async () => {
  await app.db.deleteFrom('throttle').execute()
})

const logIn = (username: unknown, password: unknown, ip?: string, headers?: Record<string, string>) =>
  app.call(routes.auth.login, { body: { username, password } as never, ...(ip !== undefined && { ip }), ...(headers && { headers }) })

test('signs in by user name or address, whatever their case and width', async () => {
  const user = await app.createUser({ username: 'Élodie.Martin', email: 'elodie@exemple.fr', first_name: 'Élodie' })
  for (const identifier of ['Élodie.Martin', 'ÉLODIE.MARTIN', 'élodie.martin', '  elodie@exemple.fr ', 'ELODIE@exemple.fr', 'ｅｌｏｄｉｅ@exemple.fr']) {
    const { status, body } = await logIn(identifier, user.password)
    expect(status).toBe(200)
    expect(Object.keys(body).sort()).toEqual(['access_token', 'refresh_token', 'user'])
    expect(body.user).toMatchObject({ id: user.id, username: 'Élodie.Martin', first_name: 'Élodie', is_admin: false })
    expect(Date.now() - Date.parse(body.user.last_login!)).toBeLessThan(60_000)
    expect((await app.call(routes.auth.me, { token: body.access_token })).body).toEqual(body.user)
  }
})

test('the sign-in before this one is told; at the first there is none', async () => {
  const user = await app.createUser()
  const first = (await logIn(user.username, user.password)).body.user
  expect(first.previous_login).toBeNull()
  app.travel(3_600_000)
  const second = (await logIn(user.username, user.password)).body
  expect(second.user.previous_login).toBe(first.last_login)
  expect((await app.call(routes.auth.me, { token: second.access_token })).body.previous_login).toBe(first.last_login)
  app.travel(-3_600_000)
})

test('AUT-01 a name or a password that is no text is refused, and the server goes on', async () => {
  const user = await app.createUser()
  const wrong: unknown[] = [undefined, null, '', '   ', [], ['a'], {}, { $ne: null }, 0, 1e308, true, 'a\0b', '\ud800', 'x'.repeat(300)]
  for (const value of wrong) {
    for (const [username, password] of [
      [value, user.password],
      [user.username, value],
      [value, value],
    ]) {
      const { status } = await logIn(username, password)
      expect([400, 401, 422]).toContain(status)
    }
  }
  for (const payload of ['', '{', 'null', '[]', '"texte"', '{"username":'.repeat(500)]) {
    const { statusCode } = await app.http.inject({ method: 'POST', url: '/api/auth/login', payload, headers: { 'content-type': 'application/json' } })
    expect([400, 422]).toContain(statusCode)
  }
  const huge = await logIn(user.username, 'x'.repeat(10 * 1024 * 1024))
  expect(huge.status).toBe(413)
  await app.db.deleteFrom('throttle').execute()
  expect((await logIn(user.username, user.password)).status).toBe(200)
})

test('AUT-02 a password is neither cut, trimmed nor folded', async () => {
  const password = `  ${'Aé9'.repeat(26)}  `
  const { status } = await app.call(routes.auth.register, { body: { username: 'longue', email: 'longue@exemple.fr', password } })
  expect(status).toBe(201)
  for (const altered of [password.slice(0, 72), password.trim(), password.toUpperCase(), password.toLowerCase(), password.normalize('NFD'), `${password}x`]) {
    expect((await logIn('longue', altered)).error.code).toBe('auth.credentials')
  }
  expect((await logIn('longue', password)).status).toBe(200)
})

test('AUT-05 after ten failures the account is held for 15 minutes, even from the right password', async () => {
  const user = await app.createUser()
  app.waits.length = 0
  for (let attempt = 1; attempt <= 10; attempt += 1) expect((await logIn(user.username, 'mauvais')).error.code).toBe('auth.credentials')
  expect(app.waits).toEqual([100, 200, 300, 400, 500, 600, 700])
  const held = await logIn(user.username, user.password)
  expect(held.status).toBe(429)
  expect(held.error.code).toBe('auth.locked')
  expect(Number(held.headers['retry-after'])).toBeGreaterThan(14 * 60)
  expect(Number(held.headers['retry-after'])).toBeLessThanOrEqual(15 * 60)
  app.travel(14 * 60_000)
  expect((await logIn(user.username, user.password)).error.code).toBe('auth.locked')
  app.travel(2 * 60_000)
  expect((await logIn(user.username, user.password)).status).toBe(200)
})

test('AUT-05 parallel guesses do not outrun the count, and a success clears it', async () => {
  const user = await app.createUser()
  const statuses = await Promise.all(Array.from({ length: 30 }, async () => (await logIn(user.username, 'mauvais')).status))
  expect(statuses.filter((status) => status === 401)).toHaveLength(10)
  expect(statuses.filter((status) => status === 429)).toHaveLength(20)
  const other = await app.createUser()
  for (let attempt = 1; attempt <= 4; attempt += 1) await logIn(other.username, 'mauvais')
  expect((await logIn(other.username, other.password)).status).toBe(200)
  const { rows } = await sql<{ count: number }>`select count from throttle where key like 'sign-in:%' and count < 10`.execute(app.db)
  expect(rows).toEqual([{ count: 4 }])
})

test('many sign-ins at once with the right password are no attack', async () => {
  const user = await app.createUser()
  const answers = await Promise.all(Array.from({ length: 40 }, () => logIn(user.username, user.password)))
  expect(answers.map(({ status }) => status)).toEqual(Array(40).fill(200))
})

test('AUT-05 one address that tries many accounts is slowed down; a forged header changes nothing', async () => {
  const ip = '198.51.100.9'
  const answers = []
  for (let index = 0; index < 200; index += 25) {
    answers.push(
      ...(await Promise.all(
        Array.from({ length: 25 }, (_, rank) => logIn(`inconnu-${index + rank}`, 'mauvais', ip, { 'x-forwarded-for': `203.0.113.${index + rank}` })),
      )),
    )
  }
  const refused = answers.filter(({ status }) => status === 429)
  expect(answers.length - refused.length).toBeGreaterThanOrEqual(150)
  expect(refused.length).toBeGreaterThanOrEqual(40)
  expect(refused[0]!.error.code).toBe('auth.too_many')
  expect(Number(refused[0]!.headers['retry-after'])).toBeGreaterThan(0)
  const user = await app.createUser()
  expect((await logIn(user.username, user.password, '198.51.100.10')).status).toBe(200)
  app.travel(7_000)
  expect((await logIn(user.username, user.password, ip)).status).toBe(200)
})

test('successes cost nothing to the people behind the same address', async () => {
  const user = await app.createUser()
  for (let index = 0; index < 5; index += 1) {
    expect((await logIn(user.username, user.password, '198.51.100.20')).status).toBe(200)
  }
  const row = await app.db.selectFrom('throttle').select('ends_at').where('key', '=', 'login:198.51.100.20').executeTakeFirstOrThrow()
  expect(Date.parse(row.ends_at)).toBeLessThanOrEqual(app.now().getTime() + 1_000)
})

test('AUT-06 an unknown account answers, costs and locks like a known one', async () => {
  const user = await app.createUser()
  for (const identifier of [user.username, 'personne-de-ce-nom']) {
    const answers = []
    for (let attempt = 1; attempt <= 11; attempt += 1) answers.push(await logIn(identifier, 'mauvais'))
    expect(answers.map(({ status }) => status)).toEqual([...Array<number>(10).fill(401), 429])
    expect(answers[0]!.error).toMatchObject({ code: 'auth.credentials', error: 'Identifiants invalides', message: 'Identifiants invalides' })
  }
})

test('AUT-06 ten failures on a name change nothing to what its mail address answers: neither existence nor pairing is told', async () => {
  const user = await app.createUser()
  const fail = async (name: string, times: number) => {
    const answers = []
    for (let time = 0; time < times; time += 1) answers.push((await logIn(name, 'mauvais')).error.code)
    return answers
  }
  const answers = []
  for (const [name, twin] of [
    [user.username, user.email],
    ['inconnue', 'inconnue@exemple.fr'],
  ] as const) {
    answers.push([await fail(name, 12), await fail(twin, 1), await fail(name.toUpperCase(), 1)])
    await app.db.deleteFrom('throttle').execute()
  }
  expect(answers[0]).toEqual(answers[1])
  expect(answers[0]).toEqual([[...Array<string>(10).fill('auth.credentials'), 'auth.locked', 'auth.locked'], ['auth.credentials'], ['auth.locked']])
})

test('AUT-05 ten failures of a stranger hold the stranger, not the only administrator, elsewhere or on a known device', async () => {
  const boss = await app.createUser({ is_admin: true })
  const { body } = await app.call(routes.auth.login, { body: { username: boss.username, password: boss.password, device: '' } })
  for (let failure = 0; failure < 11; failure += 1) await logIn(boss.username, 'mauvais')
  expect((await logIn(boss.username, boss.password)).error.code).toBe('auth.locked')
  expect((await logIn(boss.username, boss.password, '192.0.2.1')).status).toBe(200)
  const known = (device: string, password = boss.password) => app.call(routes.auth.login, { body: { username: boss.username, password, device } })
  expect((await known(body.device!)).status).toBe(200)
  // Invalid marks: invented, of another account, expired.
  const other = await app.createUser()
  const { body: others } = await app.call(routes.auth.login, { body: { username: other.username, password: other.password, device: '' } })
  for (const device of ['', 'x', 'a.b.c', `${body.device}x`, others.device!, body.device!.replace(/^./, 'z')]) expect((await known(device)).status).toBe(429)
  // A stolen mark does not allow more guesses.
  for (let failure = 0; failure < 10; failure += 1) expect((await known(body.device!, 'mauvais')).error.code).toBe('auth.credentials')
  expect((await known(body.device!)).error.code).toBe('auth.locked')
  app.travel(181 * 24 * 3_600_000)
  for (let failure = 0; failure < 10; failure += 1) await logIn(boss.username, 'mauvais')
  expect((await known(body.device!)).error.code).toBe('auth.locked')
  app.travel(-181 * 24 * 3_600_000)
})

test('AUT-05 a known device fails ten times, however its value is written and whichever name is typed', async () => {
  const user = await app.createUser()
  const { body } = await app.call(routes.auth.login, { body: { username: user.username, password: user.password, device: '' } })
  const device = body.device!
  const alphabet = 'ABCDEFGHIJKLMNOPQRSTUVWXYZabcdefghijklmnopqrstuvwxyz0123456789-_'
  const spareBit = device.replace(/.$/, (last) => alphabet[alphabet.indexOf(last) ^ 1]!)
  expect(Buffer.from(spareBit.split('.')[2]!, 'base64url')).toEqual(Buffer.from(device.split('.')[2]!, 'base64url'))
  const show = async (value: string, password: string, username = user.username) =>
    (await app.call(routes.auth.login, { body: { username, password, device: value } })).status
  for (let failure = 0; failure < 10; failure += 1) expect(await show(device, 'mauvais')).toBe(401)
  expect(await show(device, user.password, user.email)).toBe(429)
  // Other spellings of the same bytes are not the mark, and count with the failures of their network address.
  const variants = ['=', '==', '!', ' ', '\n'].map((end) => `${device}${end}`)
  const guesses = [...variants, device.replaceAll('.', ' .'), device.replace('.', '. '), ` ${device}`, spareBit, '', 'x']
  const answers = []
  for (const value of guesses) answers.push(await show(value, 'mauvais'))
  expect(answers).toEqual([...Array<number>(10).fill(401), 429])
  expect(await show(`${device}=`, user.password)).toBe(429)
})

test('AUT-05 a hundred failures from many addresses hold the name for all but the devices that it knows, and for who comes by a mailed link', async () => {
  const user = await app.createUser()
  const { body } = await app.call(routes.auth.login, { body: { username: user.username, password: user.password, device: '' } })
  const stranger = async (rank: number) => {
    const answers = []
    for (let failure = 0; failure < 10; failure += 1) answers.push((await logIn(user.username, 'mauvais', `203.0.113.${rank}`)).status)
    return answers
  }
  const answers = (await Promise.all(Array.from({ length: 10 }, (_, rank) => stranger(rank)))).flat()
  expect(answers).toEqual(Array(100).fill(401))
  expect((await logIn(user.username, user.password, '192.0.2.1')).error.code).toBe('auth.locked')
  expect((await app.call(routes.auth.login, { body: { username: user.username, password: user.password, device: body.device! } })).status).toBe(200)
  await app.call(routes.auth.forgotPassword, { body: { email: user.email } })
  await mailsSettled(app.context)
  const token = /reset-password\/([\w-]+)/.exec(app.mails.at(-1)!.text)![1]!
  const reset = await app.call(routes.auth.resetPassword, { ip: '192.0.2.1', body: { token, password: 'Falaise-Ocre-5512', device: '' } })
  const back = { username: user.username, password: 'Falaise-Ocre-5512' }
  expect((await app.call(routes.auth.login, { ip: '192.0.2.1', body: { ...back, device: reset.body.device! } })).status).toBe(200)
  expect((await app.call(routes.auth.login, { ip: '192.0.2.1', body: back })).error.code).toBe('auth.locked')
})

test('AUT-05 the devices that an account knows fail a hundred times together, however many they are, and hold nobody else', async () => {
  const user = await app.createUser()
  const devices = Array.from({ length: 11 }, () => issueDevice(app.context, user.id))
  const show = (device: string, password: string) => app.call(routes.auth.login, { body: { username: user.username, password, device } })
  const guess = async (device: string) => {
    const answers = []
    for (let failure = 0; failure < 10; failure += 1) answers.push((await show(device, 'mauvais')).status)
    return answers
  }
  const answers = (await Promise.all(devices.slice(0, 10).map(guess))).flat()
  expect(answers).toEqual(Array(100).fill(401))
  expect((await show(devices[10]!, user.password)).error.code).toBe('auth.locked')
  expect((await show('', user.password)).status).toBe(200)
  await forgetFailures(app.db, user.id, null)
  expect((await show(devices[10]!, user.password)).status).toBe(200)
})

test('AUT-05 what is refused while everybody is held is no failure of who is refused', async () => {
  const user = await app.createUser()
  await logIn(user.username, 'mauvais', '203.0.113.1')
  const until = new Date(app.now().getTime() + 15 * 60_000)
  const all = app.db.updateTable('throttle').where('key', 'like', 'sign-in:%').where('key', 'not like', 'sign-in:%:%')
  await all.set({ count: 100, ends_at: until }).execute()
  const invited = async (password: string) => (await logIn(user.username, password, '192.0.2.1')).status
  for (let refusal = 0; refusal < 9; refusal += 1) expect(await invited(user.password)).toBe(429)
  app.travel(16 * 60_000)
  expect([await invited('mauvais'), await invited('mauvais'), await invited(user.password)]).toEqual([401, 401, 200])
  app.travel(-16 * 60_000)
})

test('AUT-06 what was typed as a name is not kept in clear', async () => {
  await logIn('MonMotDePasseTapéTropVite', 'mauvais')
  const { rows } = await sql<{ key: string }>`select key from throttle`.execute(app.db)
  expect(JSON.stringify([rows, app.logs]).toLowerCase()).not.toContain('motdepassetap')
})

test('AUT-13 the state of an account is told to whoever has its password only', async () => {
  const disabled = await app.createUser({ is_active: false })
  const waiting = await app.createUser({ is_active: false, awaiting_validation: true })
  expect((await logIn(disabled.username, 'mauvais')).error.code).toBe('auth.credentials')
  const refused = await logIn(disabled.username, disabled.password)
  expect([refused.status, refused.error.code]).toEqual([403, 'auth.inactive'])
  expect((await logIn(waiting.username, waiting.password)).error.code).toBe('auth.awaiting_validation')
})

test('two names never sign in to one account: a name that looks like an address is its own', async () => {
  const victim = await app.createUser({ email: 'maire@exemple.fr' })
  const thief = { username: 'maire@exemple.fr', email: 'pirate@exemple.fr', password: 'Bruyère-74-Cascade' }
  const { error, status } = await app.call(routes.auth.register, { body: thief })
  expect([status, Object.keys(error.fields!)]).toEqual([422, ['username']])
  expect((await logIn('maire@exemple.fr', victim.password)).body.user.id).toBe(victim.id)
})

test('PRV-07 no password and no token in the log', async () => {
  const user = await app.createUser()
  const { body } = await logIn(user.username, user.password)
  await logIn(user.username, 'Canari-Jaune-11')
  await app.call(routes.auth.refresh, { token: body.refresh_token, body: { rotation: true } })
  const log = app.logs.join('')
  for (const secret of [user.password, 'Canari-Jaune-11', body.access_token, body.refresh_token, user.username]) expect(log).not.toContain(secret)
})
