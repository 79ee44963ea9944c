import { routes } from '@parvis/contract'
import { expect, test } from 'vitest'
import { softKey } from '../../../testing/fakes/soft-authenticator.ts'
import { anotherApp, openTestApp } from '../../../testing/open-test-app.ts'
import type { TestUser } from '../../../testing/test-users.ts'
import { testSecret } from '../../../testing/test-app.ts'
import { mailsSettled } from '../concurrency-limits.ts'
import { codeOf, stepAt } from '../second-factor/totp.ts'
import { unseal } from '../keys.ts'
import { runAdminTask } from '../../../operations/admin-tasks.ts'
import { addKey, signInOptions, signInByKey, signInByPasswordAndKey, createPasskeyUser, logIn, origin } from './passkeys.fixture.ts'

const { auth, passkeys, profile, secondFactor } = routes
const app = openTestApp({ config: { publicUrl: origin } })

const me = (token: string) => app.call(auth.me, { token })
const security = async (token: string) => (await app.call(profile.security, { token })).body

/** Returns the code that the authenticator application shows. */
async function shown(user: { id: string }, steps = 0): Promise<string> {
  const { secret } = await app.db.selectFrom('second_factor').select('secret').where('user_id', '=', user.id).executeTakeFirstOrThrow()
  return codeOf(Buffer.from(unseal(testSecret, secret)!, 'base64url'), stepAt(app.now()) + steps)
}

test('AUT-21 a key is made with the password; then it opens the account alone, or in the place of the code', async () => {
  const user = await app.createUser()
  const other = await logIn(app, user)
  const { body: options } = await app.call(passkeys.creation, { token: user.token, body: { password: user.password } })
  expect(options.rp.id).toBe('parvis.ville.example')
  expect(Buffer.from(options.user.id, 'base64url').toString('hex')).toBe(user.id.replaceAll('-', ''))
  const key = softKey(origin)
  const added = await app.call(passkeys.add, { token: user.token, body: { name: 'Clé du bureau', credential: key.attestation(options) } })
  expect([added.status, added.body.passkey.name, added.body.recovery_codes.length]).toEqual([201, 'Clé du bureau', 10])
  // The other sessions have ended, the current one continues.
  expect((await me(other.body.access_token)).status).toBe(401)
  expect((await me(user.token)).body.second_factor_at).not.toBeNull()
  expect((await security(user.token)).passkeys).toMatchObject([{ name: 'Clé du bureau', last_used_at: null, is_usable: true }])

  const alone = await signInByKey(app, key)
  expect([alone.status, alone.body.user.id]).toEqual([200, user.id])
  const asked = await logIn(app, user)
  expect([asked.status, asked.error.code, asked.error.factors]).toEqual([401, 'auth.second_factor_required', ['passkey']])
  const request = await signInOptions(app, asked.error.challenge!)
  expect(request.allowCredentials).toEqual([{ type: 'public-key', id: key.id, transports: ['internal'] }])
  const both = await app.call(secondFactor.signIn, { body: { challenge: asked.error.challenge!, passkey: key.assertion(request) } })
  expect([both.status, both.body.user.id]).toEqual([200, user.id])
  // A recovery code replaces a missing passkey.
  const again = (await logIn(app, user)).error.challenge!
  expect((await app.call(secondFactor.signIn, { body: { challenge: again, code: added.body.recovery_codes[0]! } })).status).toBe(200)
  const after = await security(user.token)
  expect(after.passkeys[0]!.last_used_at).not.toBeNull()
  expect(after.changes[0]).toMatchObject({ change: 'passkey', author: 'self' })
  await mailsSettled(app.context)
  expect(app.mails.filter(({ to }) => to === user.email).map(({ subject }) => subject)).toEqual(['Les clés d’accès de votre compte ont changé'])
})

test('what is done with keys is in the trail, and nothing of them in the log', async () => {
  const user = await createPasskeyUser(app)
  await signInByKey(app, user.key)
  await signInByPasswordAndKey(app, user)
  await signInByKey(app, user.key, { tampered: true })
  await app.call(passkeys.remove, { token: user.token, params: { id: user.key_id }, body: { password: user.password, code: user.codes[0]! } })
  const rows = await app.db.selectFrom('audit_event').select(['act', 'outcome']).where('act', 'like', '%passkey%').orderBy('seq', 'desc').limit(5).execute()
  expect(rows.map(({ act, outcome }) => `${act} ${outcome}`)).toEqual([
    'passkey.remove done',
    'login.passkey auth.passkey_refused',
    'login.second_passkey done',
    'login.passkey done',
    'passkey.add done',
  ])
  for (const secret of [user.key.id, 'clientDataJSON', 'webauthn']) expect(app.logs.join('\n')).not.toContain(secret)
})

test('one is taken away with the password and a second factor; the last one takes the recovery codes with it', async () => {
  const user = await createPasskeyUser(app)
  const second = softKey(origin)
  const { body } = await addKey(app, user, second)
  expect(body.recovery_codes).toEqual([])
  const remove = (id: string, proof: object, password = user.password) =>
    app.call(passkeys.remove, { token: user.token, params: { id }, body: { password, ...proof } })
  expect((await remove(user.key_id, { code: user.codes[0]! }, 'faux')).error.fields).toHaveProperty('password')
  expect((await remove(user.key_id, {})).error.fields).toHaveProperty('code')
  expect((await remove(user.key_id, { code: '000000' })).error.code).toBe('auth.second_factor_code')
  const other = await createPasskeyUser(app)
  expect((await remove(other.key_id, { code: user.codes[0]! })).status).toBe(404)
  const request = async () => (await app.call(passkeys.request, { token: user.token })).body
  // A passkey that was just added cannot be used to remove the others.
  expect((await remove(user.key_id, { passkey: second.assertion(await request()) })).error.code).toBe('auth.second_factor_recent')
  expect((await remove(user.key_id, { passkey: user.key.assertion(await request()) })).status).toBe(200)
  expect((await signInByKey(app, user.key)).error.code).toBe('auth.passkey_refused')
  expect((await me(user.token)).body.second_factor_at).not.toBeNull()
  expect((await remove(body.passkey.id, { code: user.codes[0]! })).status).toBe(200)
  expect((await me(user.token)).body.second_factor_at).toBeNull()
  expect(await app.db.selectFrom('recovery_code').selectAll().where('user_id', '=', user.id).execute()).toEqual([])
  expect((await logIn(app, user)).status).toBe(200)
})

test('an application of codes and keys live side by side; one goes without the other', async () => {
  const user = await createPasskeyUser(app)
  await app.call(secondFactor.begin, { token: user.token, body: { password: user.password } })
  // An unconfirmed authenticator key opens nothing, and a recovery code does not confirm it.
  const early = (await logIn(app, user)).error
  expect((await app.call(secondFactor.signIn, { body: { challenge: early.challenge!, code: await shown(user) } })).error.code).toBe('auth.second_factor_code')
  expect((await app.call(secondFactor.confirm, { token: user.token, body: { code: user.codes[0]! } })).error.code).toBe('auth.second_factor_code')
  const confirmed = await app.call(secondFactor.confirm, { token: user.token, body: { code: await shown(user, -1) } })
  expect([confirmed.status, confirmed.body.recovery_codes]).toEqual([200, []])
  expect((await logIn(app, user)).error.factors).toEqual(['code', 'passkey'])
  expect((await security(user.token)).code_at).not.toBeNull()
  const remove = (code: string) => app.call(secondFactor.remove, { token: user.token, body: { password: user.password, code } })
  expect((await remove(await shown(user))).error.code).toBe('auth.second_factor_recent')
  expect((await remove(user.codes[1]!)).status).toBe(200)
  expect((await logIn(app, user)).error.factors).toEqual(['passkey'])
  expect((await remove(user.codes[0]!)).error.code).toBe('auth.second_factor_unset')
})

test('who removes the second factor of an account removes its keys: an administrator, the operator', async () => {
  const admin = await app.createUser({ is_admin: true })
  const one = await createPasskeyUser(app)
  expect((await app.call(secondFactor.removeOf, { token: admin.token, params: { id: one.id } })).status).toBe(200)
  expect((await signInByKey(app, one.key)).error.code).toBe('auth.passkey_refused')
  const other = await createPasskeyUser(app)
  await runAdminTask(app.context, ['reset-password', other.username])
  expect((await signInByKey(app, other.key)).error.code).toBe('auth.passkey_refused')
  expect(await app.db.selectFrom('passkey').selectAll().where('user_id', 'in', [one.id, other.id]).execute()).toEqual([])
})

test('a disabled account is refused as with its password, and who may sign in by a password alone may by a key', async () => {
  const user = await createPasskeyUser(app)
  await app.db.updateTable('app_user').set({ is_active: false }).where('id', '=', user.id).execute()
  expect((await signInByKey(app, user.key)).error.code).toBe('auth.inactive')
  expect((await signInByKey(app, user.key, { tampered: true })).error.code).toBe('auth.passkey_refused')
  const admin = await createPasskeyUser(app, { is_admin: true })
  const agent = await createPasskeyUser(app)
  const signIn = { providers: [], local: 'administrateurs' as const, secondFactor: 'facultatif' as const }
  const closed = await anotherApp({ database: app.database, config: { publicUrl: origin, signIn } })
  expect((await signInByKey(closed, agent.key)).error.code).toBe('auth.local_closed')
  expect((await signInByKey(closed, admin.key)).status).toBe(200)
  // Sessions opened before the setting end while it applies.
  const { token, refresh } = await app.createUser()
  const answers = [await closed.call(routes.projects.list, { token }), await closed.call(routes.auth.refresh, { token: refresh })]
  expect(answers.map(({ error }) => error.code)).toEqual(['auth.expired', 'auth.expired'])
  expect((await app.call(routes.projects.list, { token })).status).toBe(200)
  // Nor does somebody who ceases to be an administrator between the password and the passkey get in.
  const challenge = (await logIn(closed, admin)).error.challenge!
  await app.db.updateTable('app_user').set({ is_admin: false }).where('id', '=', admin.id).execute()
  const passkey = admin.key.assertion(await signInOptions(closed, challenge))
  expect((await closed.call(secondFactor.signIn, { body: { challenge, passkey } })).error.code).toBe('auth.local_closed')
})

test('where the setting asks for a second factor a key is one, and the last one stays', async () => {
  const signIn = { providers: [], local: 'ouverte' as const, secondFactor: 'tous' as const }
  const strict = await anotherApp({ database: app.database, config: { publicUrl: origin, signIn } })
  const user = await strict.createUser()
  expect((await strict.call(routes.projects.list, { token: user.token })).error.code).toBe('auth.second_factor_due')
  const key = softKey(origin)
  const { body } = await addKey(strict, user, key)
  expect((await strict.call(routes.projects.list, { token: user.token })).status).toBe(200)
  const remove = (id: string, code: string) => strict.call(passkeys.remove, { token: user.token, params: { id }, body: { password: user.password, code } })
  expect((await remove(body.passkey.id, body.recovery_codes[0]!)).error.code).toBe('auth.second_factor_kept')
  const second = await addKey(strict, user, softKey(origin))
  expect((await remove(second.body.passkey.id, body.recovery_codes[0]!)).status).toBe(200)
  expect((await signInByKey(strict, key)).body.user.must_set_second_factor).toBe(false)
  // A passkey of a previous host name no longer works: it can be removed, and does not count as a remaining factor.
  const { body: former } = await addKey(strict, user, softKey(origin))
  await app.db.updateTable('passkey').set({ rp_id: 'ancien.ville.example' }).where('id', '=', former.passkey.id).execute()
  const { body: seen } = await strict.call(profile.security, { token: user.token })
  const usable = seen.passkeys.find(({ is_usable }) => is_usable)!.id
  expect((await remove(usable, body.recovery_codes[1]!)).error.code).toBe('auth.second_factor_kept')
  expect((await remove(former.passkey.id, body.recovery_codes[1]!)).status).toBe(200)
})

test('the setting of the address decides alone where they serve', async () => {
  const places: [string, string | null][] = [
    ['http://127.0.0.1:3000', null],
    ['https://192.0.2.7', null],
    ['https://[2001:db8::1]', null],
    ['http://parvis.ville.example', null],
    ['http://localhost:3000', 'http://localhost:3000'],
    ['https://parvis.ville.example/', origin],
  ]
  for (const [publicUrl, expected] of places) {
    const other = await anotherApp({ database: app.database, config: { publicUrl } })
    expect((await other.call(routes.instance.info)).body.ways_in.passkeys, publicUrl).toBe(expected)
    const { status, error } = await other.call(passkeys.signInRequest, { body: {}, headers: { host: 'parvis.ville.example' } })
    expect(status === 200 ? null : error.code, publicUrl).toBe(expected === null ? 'auth.passkeys_unavailable' : null)
  }
})

test('a key that was made under another name is shown as such, and is asked of nobody', async () => {
  const user = await createPasskeyUser(app)
  const moved = await anotherApp({ database: app.database, config: { publicUrl: 'https://assistant.ville.example' } })
  expect((await logIn(moved, user)).error.factors).toEqual([])
  expect((await moved.call(profile.security, { token: user.token })).body.passkeys).toMatchObject([{ is_usable: false }])
  expect((await signInByKey(moved, user.key)).error.code).toBe('auth.passkey_refused')
})

test('who owes a second factor and has keys of a former name alone sets another up: after a recovery code while one is left, then after the password', async () => {
  const signIn = { providers: [], local: 'ouverte' as const, secondFactor: 'tous' as const }
  const moved = await anotherApp({ database: app.database, config: { publicUrl: 'https://assistant.ville.example', signIn } })
  const due = async (token: string) => (await moved.call(routes.projects.list, { token })).error?.code
  const setUp = async (user: TestUser, token: string) => {
    await moved.call(secondFactor.begin, { token, body: { password: user.password } })
    return moved.call(secondFactor.confirm, { token, body: { code: await shown(user) } })
  }
  const [user, other, both] = [await createPasskeyUser(app), await createPasskeyUser(app), await createPasskeyUser(app)]
  // A session opened by that passkey must set up another, like one opened by a recovery code; the password alone opens none.
  expect(await due(user.token)).toBe('auth.second_factor_due')
  const { challenge, factors } = (await logIn(moved, user)).error
  expect(factors).toEqual([])
  const { body } = await moved.call(secondFactor.signIn, { body: { challenge: challenge!, code: user.codes[0]! } })
  expect([body.user.must_set_second_factor, await due(body.access_token)]).toEqual([true, 'auth.second_factor_due'])
  // The remaining recovery codes stay: they distinguish the person from somebody who has the password.
  const set = await setUp(user, body.access_token)
  expect([set.status, set.body.recovery_codes, await due(body.access_token)]).toEqual([200, [], undefined])
  expect((await logIn(moved, user)).error.factors).toEqual(['code'])
  // Until no code is left.
  await app.db.deleteFrom('recovery_code').where('user_id', '=', other.id).execute()
  const alone = await logIn(moved, other)
  expect([alone.status, alone.body.user.must_set_second_factor, await due(alone.body.access_token)]).toEqual([200, true, 'auth.second_factor_due'])
  const second = await logIn(moved, other)
  const first = await setUp(other, alone.body.access_token)
  expect([first.status, first.body.recovery_codes.length, await due(alone.body.access_token)]).toEqual([200, 10, undefined])
  expect([await due(second.body.access_token), (await logIn(moved, other)).error.factors]).toEqual(['auth.expired', ['code']])
  // A working factor is always asked for, however few codes remain. Where none is required, an administrator removes the passkeys.
  await setUp(both, both.token)
  await app.db.deleteFrom('recovery_code').where('user_id', '=', both.id).execute()
  expect((await logIn(moved, both)).error.factors).toEqual(['code'])
  const optional = await createPasskeyUser(app)
  await app.db.deleteFrom('recovery_code').where('user_id', '=', optional.id).execute()
  expect((await logIn(app, optional)).error.code).toBe('auth.second_factor_required')
})
