import { routes } from '@parvis/contract'
import { expect, test } from 'vitest'
import { softKey, type AuthenticatorFaults } from '../../../testing/fakes/soft-authenticator.ts'
import { openTestApp } from '../../../testing/open-test-app.ts'
import { addKey, signInOptions, signInByKey, signInByPasswordAndKey, createPasskeyUser, logIn, origin } from './passkeys.fixture.ts'

const { passkeys, secondFactor } = routes
const app = openTestApp({ config: { publicUrl: origin } })

const lies: [string, AuthenticatorFaults][] = [
  ['another origin', { origin: 'https://parvis.ville.example.attaquant.example' }],
  ['another port', { origin: `${origin}:8443` }],
  ['another name', { rp_id: 'ville.example' }],
  ['a person who was not verified', { verified: false }],
  ['nobody there', { present: false }],
  ['another ceremony', { type: 'webauthn.other' }],
]

test.each(lies)('a key is not kept with %s', async (_, lie) => {
  const user = await app.createUser()
  const { status, error } = await addKey(app, user, softKey(origin), lie)
  expect([status, error.code]).toEqual([400, 'auth.passkey_refused'])
  expect(await app.db.selectFrom('passkey').selectAll().where('user_id', '=', user.id).execute()).toEqual([])
})

test.each([...lies, ['a tampered signature', { tampered: true }] as [string, AuthenticatorFaults]])('a signature opens nothing with %s', async (_, lie) => {
  const user = await createPasskeyUser(app)
  expect((await signInByKey(app, user.key, lie)).error.code).toBe('auth.passkey_refused')
  expect((await signInByPasswordAndKey(app, user, lie)).error.code).toBe('auth.passkey_refused')
  expect((await signInByKey(app, user.key)).status).toBe(200)
})

test('what is signed serves once, for five minutes, for its use and its person', async () => {
  const user = await createPasskeyUser(app)
  const other = await createPasskeyUser(app)
  const expired = 'auth.passkey_expired'
  const options = await signInOptions(app)
  expect((await signInByKey(app, user.key, {}, options)).status).toBe(200)
  expect((await signInByKey(app, user.key, {}, options)).error.code).toBe(expired)
  // A wrong signature also consumes the challenge.
  const spent = await signInOptions(app)
  await signInByKey(app, user.key, { tampered: true }, spent)
  expect((await signInByKey(app, user.key, {}, spent)).error.code).toBe(expired)
  for (const challenge of ['', 'x', Buffer.alloc(32).toString('base64url')]) expect((await signInByKey(app, user.key, { challenge })).error.code).toBe(expired)
  const challenge = (await logIn(app, user)).error.challenge!
  const mine = await signInOptions(app, challenge)
  // A challenge of a second factor cannot open a session alone, nor the reverse.
  expect((await signInByKey(app, user.key, {}, mine)).error.code).toBe(expired)
  const finish = (passkey: ReturnType<typeof user.key.assertion>) => app.call(secondFactor.signIn, { body: { challenge, passkey } })
  expect((await finish(user.key.assertion(await signInOptions(app)))).error.code).toBe(expired)
  const theirs = await signInOptions(app, (await logIn(app, other)).error.challenge!)
  expect((await finish(user.key.assertion(theirs))).error.code).toBe(expired)
  expect((await finish(other.key.assertion(mine))).error.code).toBe('auth.passkey_refused')
  const late = await signInOptions(app)
  app.travel(5 * 60_000 + 1_000)
  expect((await signInByKey(app, user.key, {}, late)).error.code).toBe(expired)
})

test('the making of a key is its person’s, once, with their password', async () => {
  const user = await app.createUser()
  const other = await app.createUser()
  const begin = (who: typeof user, password = who.password) => app.call(passkeys.creation, { token: who.token, body: { password } })
  const add = (who: typeof user, credential: object) => app.call(passkeys.add, { token: who.token, body: { name: 'Clé', credential: credential as never } })
  expect((await begin(user, 'faux')).error.code).toBe('auth.current_password')
  const { body: options } = await begin(user)
  const key = softKey(origin)
  expect((await add(other, key.attestation(options))).error.code).toBe('auth.passkey_expired')
  expect((await add(user, key.attestation(options))).status).toBe(201)
  expect((await add(user, key.attestation(options))).error.code).toBe('auth.passkey_expired')
  // A passkey belongs to one account.
  expect((await add(other, key.attestation((await begin(other)).body))).error.code).toBe('auth.passkey_taken')
  expect((await add(other, softKey(origin).attestation((await begin(other)).body, { id: key.id }))).error.code).toBe('auth.passkey_refused')
  // A manufacturer's certificate would make the server fetch an address chosen by a stranger.
  const certified: NonNullable<AuthenticatorFaults['attestation']>[] = [
    { fmt: 'packed', attStmt: { alg: -7, sig: Buffer.alloc(70), x5c: [Buffer.alloc(300)] } },
    { fmt: 'android-safetynet', attStmt: { ver: '1', response: Buffer.from('a.b.c') } },
    { fmt: 'none', attStmt: { x5c: [Buffer.alloc(3)] } },
  ]
  for (const attestation of certified)
    expect((await add(other, softKey(origin).attestation((await begin(other)).body, { attestation }))).error.code).toBe('auth.passkey_refused')
  const odd = softKey(origin).attestation((await begin(other)).body)
  for (const attestationObject of ['', 'AAAA', odd.response.attestationObject.slice(0, 40), 'n5-fn5-fn5-f'.repeat(1_000)])
    expect((await add(other, { ...odd, response: { ...odd.response, attestationObject } })).status, attestationObject.slice(0, 12)).toBe(400)
  expect((await add(other, { ...odd, response: { ...odd.response, attestationObject: 'A'.repeat(20_000) } })).status).toBe(422)
})

test('a counter that does not go up is a copy: refused, and in the trail; a device that does not count is none', async () => {
  const user = await createPasskeyUser(app)
  expect((await signInByKey(app, user.key, { counter: 40 })).status).toBe(200)
  for (const counter of [40, 39, 0]) {
    const { error } = await signInByKey(app, user.key, { counter })
    expect(error.code).toBe('auth.passkey_copied')
  }
  expect((await signInByPasswordAndKey(app, user, { counter: 40 })).error.code).toBe('auth.passkey_copied')
  const kept = await app.db.selectFrom('audit_event').select(['act', 'outcome', 'target']).where('outcome', '=', 'auth.passkey_copied').execute()
  expect(kept.map(({ act }) => act)).toEqual(['login.passkey', 'login.passkey', 'login.passkey', 'login.second_passkey'])
  expect(kept.slice(0, 3).every(({ target }) => target !== null)).toBe(true)
  expect((await signInByKey(app, user.key, { counter: 41 })).status).toBe(200)
  const still = await createPasskeyUser(app, {}, softKey(origin, { counts: false }))
  for (let time = 0; time < 3; time += 1) expect((await signInByKey(app, still.key)).status).toBe(200)
})

test('a key opens its own account and no other, however it is named', async () => {
  const user = await createPasskeyUser(app)
  const other = await createPasskeyUser(app)
  // The id of somebody else's passkey: the signature does not match.
  expect((await signInByKey(app, user.key, { id: other.key.id })).error.code).toBe('auth.passkey_refused')
  for (const user_handle of [Buffer.from(other.id.replaceAll('-', ''), 'hex').toString('base64url'), ''])
    expect((await signInByKey(app, user.key, { user_handle })).error.code).toBe('auth.passkey_refused')
  // Unknown, removed and wrong passkeys get the same answer.
  const unknown = await signInByKey(app, softKey(origin))
  const wrong = await signInByKey(app, user.key, { tampered: true })
  expect({ ...unknown.error, request_id: '' }).toEqual({ ...wrong.error, request_id: '' })
  await app.call(passkeys.remove, { token: user.token, params: { id: user.key_id }, body: { password: user.password, code: user.codes[0]! } })
  expect((await signInByKey(app, user.key)).error.code).toBe('auth.passkey_refused')
})

test('wrong keys are counted for the account, and for the network', async () => {
  const user = await createPasskeyUser(app)
  for (let guess = 0; guess < 10; guess += 1) await signInByKey(app, user.key, { tampered: true })
  expect((await signInByKey(app, user.key)).error.code).toBe('auth.locked')
  // Passwords and codes have their own counts.
  expect((await logIn(app, user)).error.code).toBe('auth.second_factor_required')
  app.travel(16 * 60_000)
  expect((await signInByKey(app, user.key)).status).toBe(200)
  const options = await signInOptions(app)
  const credential = softKey(origin).assertion({ ...options, challenge: 'x' })
  let last = ''
  // 150, plus one for every six seconds that these requests take.
  for (let guess = 0; guess < 250 && last !== 'auth.too_many'; guess += 1) {
    last = (await app.call(passkeys.signIn, { body: { credential }, ip: '198.51.100.9' })).error.code
    if (guess < 150) expect(last).not.toBe('auth.too_many')
  }
  expect(last).toBe('auth.too_many')
})

test('wrong codes keep no key out of its own second step, nor wrong keys a code', async () => {
  const user = await createPasskeyUser(app)
  const finish = async (code: string) => app.call(secondFactor.signIn, { body: { challenge: (await logIn(app, user)).error.challenge!, code } })
  for (let guess = 0; guess < 11; guess += 1) await finish('000000')
  expect((await finish(user.codes[0]!)).error.code).toBe('auth.locked')
  expect((await signInByPasswordAndKey(app, user)).status).toBe(200)
  app.travel(16 * 60_000)
  for (let guess = 0; guess < 11; guess += 1) await signInByPasswordAndKey(app, user, { tampered: true })
  expect((await signInByPasswordAndKey(app, user)).error.code).toBe('auth.locked')
  expect((await finish(user.codes[0]!)).status).toBe(200)
})

test('two that show the same at once: one enters', async () => {
  const user = await createPasskeyUser(app)
  const credential = user.key.assertion(await signInOptions(app))
  const statuses = (await Promise.all(Array.from({ length: 6 }, () => app.call(passkeys.signIn, { body: { credential } })))).map(({ status }) => status)
  expect(statuses.filter((status) => status === 200)).toHaveLength(1)
})

test('twenty keys at the most', async () => {
  const user = await app.createUser()
  for (let made = 0; made < 20; made += 1) expect((await addKey(app, user)).status).toBe(201)
  expect((await addKey(app, user)).error.code).toBe('auth.passkeys_full')
})
