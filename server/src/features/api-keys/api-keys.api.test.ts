import { limits, routes } from '@parvis/contract'
import { describe, expect, test } from 'vitest'
import { readConfig } from '../../platform/config/config.ts'
import { testSecret } from '../../testing/test-app.ts'
import { anotherApp, newCategory, openTestApp } from '../../testing/open-test-app.ts'
import { fingerprint, unseal } from '../auth/keys.ts'
import { codeOf, stepAt } from '../auth/second-factor/totp.ts'
import { askKey, callV1, inDays, newKey } from './api-keys.fixture.ts'
import { networkOfKey } from './authenticate-key.ts'
import { drawKey, isKey } from './key-value.ts'

const { apiKeys, profile, secondFactor, users } = routes
const configOf = (setting: string) => readConfig({ API_KEYS: setting })
const app = openTestApp({ config: configOf('tous') })

const statusOf = async (key: string) => (await callV1(app, key, '/models')).status
const actsOn = async (target: string) =>
  (await app.db.selectFrom('audit_event').select(['act', 'outcome']).where('target', '=', target).orderBy('seq').execute()).map(({ act }) => act)

test('a key is shown once: only its hash is stored, and the list has its prefix', async () => {
  const user = await app.createUser()
  const { value, ...key } = await newKey(app, user, { name: ' Agenda ', scopes: ['chat', 'library', 'chat'], level_max: 2 })
  expect(value).toMatch(/^prv_[0-9A-Za-z]{49}$/)
  expect(key).toMatchObject({ name: 'Agenda', scopes: ['chat', 'library'], level_max: 2, assistant_ids: null, last_used_at: null, last_used_from: null })
  expect(value.startsWith(key.prefix)).toBe(true)
  const listed = await app.call(apiKeys.list, { token: user.token })
  expect(listed.body).toEqual([key])
  expect(listed.text).not.toContain(value)
  const row = await app.db.selectFrom('api_key').selectAll().where('id', '=', key.id).executeTakeFirstOrThrow()
  expect(row.hash).toBe(fingerprint(value))
  expect(JSON.stringify(row)).not.toContain(value)
  // Sessions and keys are listed apart.
  expect((await app.call(profile.security, { token: user.token })).body.sessions).toHaveLength(1)
})

test('the checksum tells a key from another word, and a mistyped one', () => {
  const values = Array.from({ length: 200 }, () => drawKey().value)
  expect(new Set(values).size).toBe(200)
  expect(values.every(isKey)).toBe(true)
  const [value] = values as [string]
  const other = value[20] === 'a' ? 'b' : 'a'
  for (const wrong of [`${value.slice(0, 20)}${other}${value.slice(21)}`, value.slice(0, -1), `${value}a`, ` ${value}`, `prv_${'a'.repeat(49)}`, 'prv_']) {
    expect(isKey(wrong), wrong).toBe(false)
  }
})

describe('a key is created by the person only', () => {
  test('with the password; without one, or with a wrong one, nothing', async () => {
    const user = await app.createUser()
    expect((await askKey(app, user, { current_password: undefined })).error).toMatchObject({
      code: 'request.invalid',
      fields: { current_password: expect.any(String) },
    })
    expect((await askKey(app, user, { current_password: 'faux' })).error).toMatchObject({
      code: 'auth.current_password',
      fields: { current_password: expect.any(String) },
    })
    expect((await app.call(apiKeys.list, { token: user.token })).body).toEqual([])
  })

  test('with the second factor where there is one: the password alone is refused', async () => {
    const user = await app.createUser()
    await app.call(secondFactor.begin, { token: user.token, body: { password: user.password } })
    const code = async (steps: number) => {
      const { secret } = await app.db.selectFrom('second_factor').select('secret').where('user_id', '=', user.id).executeTakeFirstOrThrow()
      return codeOf(Buffer.from(unseal(testSecret, secret)!, 'base64url'), stepAt(app.now()) + steps)
    }
    await app.call(secondFactor.confirm, { token: user.token, body: { code: await code(-1) } })
    expect((await askKey(app, user)).error).toMatchObject({ code: 'request.invalid', fields: { code: expect.any(String) } })
    expect((await askKey(app, user, { code: '000000' })).error.code).toBe('auth.second_factor_code')
    expect((await askKey(app, user, { current_password: 'faux', code: await code(0) })).error.code).toBe('auth.current_password')
    expect((await askKey(app, user, { current_password: undefined, code: await code(0) })).status).toBe(201)
  })

  test('with a recent sign-in where there is no password', async () => {
    const user = await app.createUser()
    await app.db.updateTable('app_user').set({ password_hash: null }).where('id', '=', user.id).execute()
    expect((await askKey(app, user, { current_password: undefined })).status).toBe(201)
    await app.db
      .updateTable('session')
      .set({ created_at: new Date(app.now().getTime() - 3_600_000) })
      .where('user_id', '=', user.id)
      .execute()
    expect((await askKey(app, user, { current_password: undefined })).error.code).toBe('auth.sign_in_again')
  })
})

test('an expiry is required, at 366 days at most, and any future one will do', async () => {
  const user = await app.createUser()
  const ask = (expires_at: unknown) => askKey(app, user, { expires_at: expires_at as string })
  for (const wrong of [undefined, null, 'demain', 12, inDays(app, 367), inDays(app, -1), inDays(app, 366.01)]) {
    expect((await ask(wrong)).error, String(wrong)).toMatchObject({ code: 'request.invalid', fields: { expires_at: expect.any(String) } })
  }
  expect((await ask(inDays(app, 366))).status).toBe(201)
  const { value } = await newKey(app, user, { expires_at: new Date(app.now().getTime() + 60_000).toISOString() })
  expect(await statusOf(value)).toBe(200)
  await app.db
    .updateTable('api_key')
    .set({ expires_at: new Date(app.now().getTime() - 1) })
    .where('hash', '=', fingerprint(value))
    .execute()
  // Expired, in a loop.
  for (let time = 0; time < 5; time += 1) expect(await statusOf(value)).toBe(401)
})

test('scopes, level and assistants of a wrong form are refused', async () => {
  const user = await app.createUser()
  const wrong: Record<string, unknown>[] = [
    { scopes: [] },
    { scopes: ['admin'] },
    { scopes: 'chat' },
    { level_max: 0 },
    { level_max: '3' },
    { level_max: 4 },
    { name: ' ' },
    { name: 'a\nb' },
    { assistant_ids: ['x'] },
  ]
  for (const fields of wrong) expect((await askKey(app, user, fields)).status, JSON.stringify(fields)).toBe(422)
  const unknown = await askKey(app, user, { assistant_ids: ['00000000-0000-4000-8000-000000000000'] })
  expect([unknown.status, unknown.error.code]).toEqual([422, 'keys.assistant_unknown'])
})

describe('the setting says who has keys', () => {
  test.each([
    ['non', { is_admin: true }, 403],
    ['administrateurs', { is_admin: true }, 201],
    ['administrateurs', {}, 403],
    ['services', {}, 403],
    ['tous', {}, 201],
  ] as const)('%s, for %o: %i', async (setting, person, status) => {
    const other = await anotherApp({ config: configOf(setting) })
    const user = await other.createUser(person)
    const asked = await askKey(other, user)
    expect(asked.status).toBe(status)
    if (status === 403) expect(asked.error.code).toBe('keys.forbidden')
    expect((await other.call(profile.security, { token: user.token })).body.may_create_keys).toBe(status === 201)
  })

  test('services: a member of a team, and no longer once out of it; the key then opens nothing', async () => {
    const other = await anotherApp({ config: configOf('services') })
    const user = await other.createUser()
    const { id: team_id } = await other.db.insertInto('team').values({ name: 'Voirie' }).returning('id').executeTakeFirstOrThrow()
    await other.db.insertInto('team_member').values({ team_id, user_id: user.id, role: 'member' }).execute()
    const { value } = await newKey(other, user)
    expect((await callV1(other, value, '/models')).status).toBe(200)
    await other.db.deleteFrom('team_member').where('user_id', '=', user.id).execute()
    const refused = await callV1(other, value, '/models')
    expect([refused.status, refused.body.error.code]).toEqual([403, 'keys.forbidden'])
    expect((await other.call(profile.security, { token: user.token })).body.may_create_keys).toBe(false)
  })

  test('switched off, the keys that exist open nothing, and can still be listed and revoked', async () => {
    const user = await app.createUser()
    const { value, id } = await newKey(app, user)
    const off = await anotherApp({ config: configOf('non'), database: app.database })
    expect((await callV1(off, value, '/models')).status).toBe(403)
    expect((await off.call(apiKeys.list, { token: user.token })).body).toHaveLength(1)
    expect((await off.call(apiKeys.revoke, { token: user.token, params: { id } })).status).toBe(200)
  })
})

test('revoked, a key opens nothing at once; nobody revokes somebody else’s', async () => {
  const [user, other] = [await app.createUser(), await app.createUser({ is_admin: true })]
  const { value, id } = await newKey(app, user)
  expect((await app.call(apiKeys.revoke, { token: other.token, params: { id } })).status).toBe(404)
  expect(await statusOf(value)).toBe(200)
  expect((await app.call(apiKeys.revoke, { token: user.token, params: { id } })).status).toBe(200)
  expect(await statusOf(value)).toBe(401)
  expect((await app.call(apiKeys.revoke, { token: user.token, params: { id } })).status).toBe(404)
})

test('keys close with the account: disabled, they are revoked for good; deleted, they go too', async () => {
  const admin = await app.createUser({ is_admin: true })
  const user = await app.createUser()
  const { value } = await newKey(app, user)
  const enable = (is_active: boolean) => app.call(users.update, { token: admin.token, params: { id: user.id }, body: { is_active } })
  await enable(false)
  expect(await statusOf(value)).toBe(401)
  await enable(true)
  expect(await statusOf(value)).toBe(401)
  const second = await app.createUser()
  const { value: other } = await newKey(app, second)
  await app.call(users.remove, { token: admin.token, params: { id: second.id } })
  expect(await statusOf(other)).toBe(401)
})

test('an account that must change its password, or set a second factor, uses no key until then', async () => {
  const user = await app.createUser()
  const { value } = await newKey(app, user)
  await app.db.updateTable('app_user').set({ must_change_password: true }).where('id', '=', user.id).execute()
  const refused = await callV1(app, value, '/models')
  expect([refused.status, refused.body.error.code]).toEqual([403, 'auth.must_change_password'])
  const config = configOf('tous')
  const strict = await anotherApp({ config: { ...config, signIn: { ...config.signIn, secondFactor: 'tous' } }, database: app.database })
  await app.db.updateTable('app_user').set({ must_change_password: false }).where('id', '=', user.id).execute()
  expect((await callV1(strict, value, '/models')).body.error.code).toBe('auth.second_factor_due')
})

test('creation, first use, use from a new network and revocation are audited, and no other use', async () => {
  const user = await app.createUser()
  const { value, id, prefix } = await newKey(app, user)
  for (const ip of ['192.0.2.7', '192.0.2.9', '198.51.100.1', '192.0.2.7', '2001:db8:1:2::7', '2001:db8:1:3::8'])
    await callV1(app, value, '/models', undefined, ip)
  await app.call(apiKeys.revoke, { token: user.token, params: { id } })
  expect(await actsOn(id)).toEqual(['key.create', 'key.first_use', 'key.new_network', 'key.new_network', 'key.revoke'])
  const named = await app.db.selectFrom('audit_event').select('target_name').where('target', '=', id).execute()
  expect(new Set(named.map(({ target_name }) => target_name))).toEqual(new Set([`${prefix}…`]))
  const { value: second } = await newKey(app, user)
  await callV1(app, second, '/models', undefined, '203.0.113.5')
  expect((await app.call(apiKeys.list, { token: user.token })).body[0]).toMatchObject({ last_used_from: '203.0.113.0/24', last_used_at: expect.any(String) })
})

test('a network is a /24 or a /48', () => {
  expect(['192.0.2.7', '::ffff:192.0.2.7', '2001:db8:1:2::7', '2001:0db8:0:1::1', '::1'].map(networkOfKey)).toEqual([
    '192.0.2.0/24',
    '192.0.2.0/24',
    '2001:db8:1::/48',
    '2001:db8:0::/48',
    '0:0:0::/48',
  ])
})

test('an account has so many keys at most, even asked for at once', async () => {
  const user = await app.createUser()
  const made = { owner_id: user.id, name: 'Clé', prefix: 'prv_', scopes: ['chat' as const], created_at: app.now(), expires_at: app.now() }
  const former = Array.from({ length: limits.apiKeys - 1 }, (_, rank) => ({ ...made, hash: `${user.id} ${rank}` }))
  await app.db.insertInto('api_key').values(former).execute()
  const statuses = await Promise.all([1, 2, 3].map(async () => (await askKey(app, user)).status))
  expect(statuses.sort()).toEqual([201, 409, 409])
})

test('a key limited to an assistant that is deleted does not become one for all', async () => {
  const user = await app.createUser()
  const admin = await app.createUser({ is_admin: true })
  const category_id = await newCategory(app.db, `Actes ${user.username}`)
  const make = async (name: string) =>
    (await app.call(routes.assistants.create, { token: admin.token, body: { name, description: 'D', prompt_content: 'P', category_id } })).body.id
  const [one] = [await make('Un'), await make('Deux')]
  const { value } = await newKey(app, user, { assistant_ids: [one] })
  const names = async () => (await callV1(app, value, '/models')).body.data.map(({ name }: { name: string }) => name)
  expect(await names()).toEqual(['Un'])
  await app.call(routes.assistants.remove, { token: admin.token, params: { id: one } })
  expect(await names()).toEqual([])
})
