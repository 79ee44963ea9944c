import { routes } from '@parvis/contract'
import { expect, test } from 'vitest'
import { runAdminTask } from '../../../operations/admin-tasks.ts'
import type { FaultyProvider } from '../../../testing/identity-providers/faulty-provider.ts'
import { signInByKey, createPasskeyUser as holderOfKey, origin } from '../passkeys/passkeys.fixture.ts'
import { signInThrough, openOidcWorld, newPerson, withSettings, welcomed } from './oidc.fixture.ts'

const { auth, identities, profile, users } = routes
const world = openOidcWorld()
const hourMs = 3_600_000

/** Links an identity of a provider to an account. */
async function joined(user_id: string, { settings }: FaultyProvider = world.agglo, id: string = settings.id) {
  const person = newPerson()
  const at = world.app.now()
  const { issuer } = settings
  const values = { issuer, sub: person.sub, user_id, provider: id, email: String(person['email']), created_at: at, last_seen_at: at }
  return { person, ...(await world.app.db.insertInto('identity').values(values).returning('id').executeTakeFirstOrThrow()) }
}
/** Creates a person who came from a provider, without a password here. */
async function arrived(app = world.app) {
  const person = newPerson()
  const { access_token: token, user } = welcomed((await signInThrough(app, world.agglo, person)).body)
  return { token, person, id: user.id, identity: (await held(user.id))[0]! }
}
const enter = async (provider: FaultyProvider, person: ReturnType<typeof newPerson>, app = world.app) =>
  welcomed((await signInThrough(app, provider, person)).body)
const held = async (user_id: string) => (await world.app.db.selectFrom('identity').select('id').where('user_id', '=', user_id).execute()).map(({ id }) => id)
const remove = (token: string, id: string, body: { password?: string; code?: string } = {}, app = world.app) =>
  app.call(identities.remove, { token, params: { id }, body })
const codeOf = async (answer: ReturnType<typeof remove>) => (await answer).error.code
const isOpen = async (token: string) => (await world.app.call(auth.me, { token })).status === 200
const acts = async () =>
  (await world.app.db.selectFrom('audit_event').select(['act', 'outcome']).orderBy('seq', 'desc').limit(3).execute()).map(
    ({ act, outcome }) => `${act} ${outcome}`,
  )
const signIn = (local: 'ouverte' | 'administrateurs' = 'ouverte', settings = {}) => ({
  signIn: { providers: [{ ...world.agglo.settings, ...settings }, world.proconnect.settings], local, secondFactor: 'facultatif' as const },
})

test('one’s own goes by the password; whoever else was in the account is out, and its person is told', async () => {
  const user = await world.app.createUser()
  const { id, person } = await joined(user.id)
  const there = await enter(world.agglo, person)
  const other = (await world.app.call(auth.login, { body: { username: user.username, password: user.password } })).body
  expect((await remove(user.token, id, { password: 'faux' })).error).toMatchObject({ code: 'auth.current_password', fields: { password: expect.any(String) } })
  expect(await codeOf(remove(user.token, id))).toBe('auth.current_password')
  const stranger = await world.app.createUser({ is_admin: true })
  expect((await remove(stranger.token, id, { password: stranger.password })).status).toBe(404)
  expect([await held(user.id), await isOpen(other.access_token)]).toEqual([[id], true])
  const { status, body } = await remove(user.token, id, { password: user.password })
  expect([status, body.message]).toEqual([200, 'Fournisseur d’identité retiré'])
  expect(await acts()).toContain('identity.remove done')
  expect(await Promise.all([user.token, other.access_token, there.access_token].map(isOpen))).toEqual([true, false, false])
  const security = (await world.app.call(profile.security, { token: user.token })).body
  expect([security.identities, security.changes[0]]).toMatchObject([[], { change: 'identity_removed', author: 'self' }])
  await expect
    .poll(() => world.app.mails.filter(({ to }) => to === user.email))
    .toMatchObject([{ subject: 'Un fournisseur d’identité n’ouvre plus votre compte', text: expect.stringContaining('a été retirée depuis votre compte') }])
  expect((await remove(user.token, id, { password: user.password })).status).toBe(404)
  expect((await enter(world.agglo, person)).user.id).not.toBe(user.id)
})

test('the second factor of the account is asked too', async () => {
  const app = await withSettings(world, {}, { publicUrl: origin })
  const user = await holderOfKey(app)
  const { id } = await joined(user.id)
  const { password } = user
  expect((await remove(user.token, id, { password }, app)).error.fields).toHaveProperty('code')
  expect(await codeOf(remove(user.token, id, { password, code: 'ABCDEFGHJK' }, app))).toBe('auth.second_factor_code')
  expect((await remove(user.token, id, { password, code: user.codes[0]! }, app)).status).toBe(200)
})

test('the last way in stays: what no provider of the settings opens is none, nor a password where they are closed', async () => {
  const { token, id, identity } = await arrived()
  await joined(id, world.agglo, 'ancien')
  expect([(await remove(token, identity)).status, await codeOf(remove(token, identity))]).toEqual([409, 'auth.identity_last'])
  const second = await joined(id, world.proconnect)
  const both = await Promise.all([remove(token, identity), remove(token, second.id)])
  expect(both.map(({ status }) => status).toSorted()).toEqual([200, 409])
  const closed = await withSettings(world, {}, signIn('administrateurs'))
  const agent = await world.app.createUser()
  const only = await joined(agent.id)
  const entered = await enter(world.agglo, only.person, closed)
  expect(await codeOf(remove(entered.access_token, only.id, { password: agent.password }, closed))).toBe('auth.identity_last')
  const admin = await world.app.createUser({ is_admin: true })
  const his = await joined(admin.id)
  expect((await remove(admin.token, his.id, { password: admin.password }, closed)).status).toBe(200)
})

test('without a password a sign-in must be recent, and by none that has just been joined: it puts no other out', async () => {
  const { token, id, identity, person } = await arrived()
  world.app.travel(11 * 60_000)
  const added = await joined(id, world.proconnect)
  expect(await codeOf(remove(token, identity))).toBe('auth.sign_in_again')
  const intruder = (await enter(world.proconnect, added.person)).access_token
  expect(await codeOf(remove(intruder, identity))).toBe('auth.identity_recent')
  const owner = (await enter(world.agglo, person)).access_token
  world.app.travel(25 * hourMs)
  const later = (await enter(world.proconnect, added.person)).access_token
  expect((await remove(later, identity)).status).toBe(200)
  // The identity that opened the session remains; the session continues when that identity is removed.
  expect(await Promise.all([later, owner].map(isOpen))).toEqual([true, false])
  const third = await joined(id)
  expect((await remove(later, added.id)).status).toBe(200)
  expect([await isOpen(later), await held(id)]).toEqual([true, [third.id]])
  await joined(id, world.proconnect)
  expect(await codeOf(remove(later, third.id))).toBe('auth.sign_in_again')
  world.app.travel(-25 * hourMs - 11 * 60_000)
})

test('what it had brought goes with it: the services, and the right to administer but of the last who has it', async () => {
  const app = await withSettings(world, {}, signIn('ouverte', { admin: { claim: ['roles'], value: 'parvis-admin' } }))
  const person = newPerson({ roles: ['parvis-admin'] })
  const { user, access_token: token } = await enter(world.agglo, person, app)
  const [identity] = await held(user.id)
  await joined(user.id, world.proconnect)
  const team = await app.db.insertInto('team').values({ name: 'Voirie' }).returning('id').executeTakeFirstOrThrow()
  await app.db.insertInto('team_member').values({ team_id: team.id, user_id: user.id, role: 'member', identity_id: identity! }).execute()
  await app.db.updateTable('app_user').set({ is_admin: false }).where('id', '!=', user.id).execute()
  expect(await codeOf(remove(token, identity!, {}, app))).toBe('users.last_admin')
  expect(await held(user.id)).toHaveLength(2)
  await world.app.createUser({ is_admin: true })
  expect((await remove(token, identity!, {}, app)).status).toBe(200)
  expect((await acts()).slice(0, 2)).toEqual(['users.demote done', 'identity.remove done'])
  expect((await app.call(auth.me, { token })).body.is_admin).toBe(false)
  expect(await app.db.selectFrom('team_member').select('id').where('user_id', '=', user.id).execute()).toEqual([])
})

test('who gives an account a password may leave nothing else to open it: an administrator, never for themselves, and the operator', async () => {
  const admin = await world.app.createUser({ is_admin: true })
  const reset = (id: string, remove_identities?: boolean) =>
    world.app.call(users.resetPassword, {
      token: admin.token,
      params: { id },
      body: { password: 'Genêt-82-Torrent', ...(remove_identities && { remove_identities }) },
    })
  const own = await joined(admin.id)
  expect([(await reset(admin.id, true)).error.code, await held(admin.id)]).toEqual(['auth.identity_own', [own.id]])
  const one = await arrived()
  expect((await reset(one.id)).status).toBe(200)
  expect(await held(one.id)).toEqual([one.identity])
  world.app.mails.length = 0
  expect((await reset(one.id, true)).status).toBe(200)
  expect([await held(one.id), await acts()]).toEqual([[], ['users.remove_identities done', 'users.reset_password done', expect.any(String)]])
  await expect.poll(() => world.app.mails.map(({ text }) => text)).toContainEqual(expect.stringContaining('a été retirée par un administrateur'))
  expect(await isOpen(one.token)).toBe(false)

  const other = await arrived()
  const { username } = (await world.app.call(auth.me, { token: other.token })).body
  expect(await runAdminTask(world.app.context, ['reset-password', username])).toContain('ouvre toujours ce compte')
  expect(await held(other.id)).toEqual([other.identity])
  const said = await runAdminTask(world.app.context, ['reset-password', username, '--fournisseurs'])
  expect([said, await held(other.id), await acts()]).toEqual([
    expect.stringContaining('Ses fournisseurs d’identité sont retirés.'),
    [],
    ['users.remove_identities done', 'operator.reset_password done', expect.any(String)],
  ])
  const password = /\u00a0: (\S+)\nSes/.exec(said)![1]!
  expect((await world.app.call(auth.login, { body: { username, password } })).status).toBe(200)
})

test('nor what somebody else made in it to come in alone: passkeys and codes go by that reset, and the trail and a mail tell it', async () => {
  const app = await withSettings(world, {}, { publicUrl: origin })
  const admin = await app.createUser({ is_admin: true })
  const { id, key, email } = await holderOfKey(app)
  await joined(id)
  const reset = (remove_identities: boolean) =>
    app.call(users.resetPassword, { token: admin.token, params: { id }, body: { password: 'Genêt-82-Torrent', remove_identities } })
  expect([(await reset(false)).status, (await signInByKey(app, key)).status]).toEqual([200, 200])
  expect((await reset(true)).status).toBe(200)
  expect(await acts()).toEqual(['users.remove_identities done', 'users.remove_second_factor done', 'users.reset_password done'])
  expect((await signInByKey(app, key)).error.code).toBe('auth.passkey_refused')
  const left = await app.db.selectFrom('recovery_code').select('user_id').where('user_id', '=', id).execute()
  expect([left, await held(id)]).toEqual([[], []])
  const letter = expect.stringContaining('double authentification de votre compte Parvis a été activée ou retirée par un administrateur')
  await expect.poll(() => app.mails.filter(({ to }) => to === email).map(({ text }) => text)).toContainEqual(letter)
})

test('the operator is told to make another administrator before the last one loses what the provider gave', async () => {
  const app = await withSettings(world, {}, signIn('ouverte', { admin: { claim: ['roles'], value: 'parvis-admin' } }))
  const { user } = await enter(world.agglo, newPerson({ roles: ['parvis-admin'] }), app)
  await app.db.updateTable('app_user').set({ is_admin: false }).where('id', '!=', user.id).execute()
  const reset = () => runAdminTask(app.context, ['reset-password', user.username, '--fournisseurs'])
  await expect(reset()).rejects.toMatchObject({ name: 'OperationError', message: expect.stringContaining('Créez d’abord un autre administrateur') })
  expect(await held(user.id)).toHaveLength(1)
  await app.createUser({ is_admin: true })
  expect(await reset()).toContain('le droit d’administrer, qui venait d’eux')
})

test('where only administrators have a password, the operator is shown none that opens nothing', async () => {
  const closed = await withSettings(world, {}, signIn('administrateurs', { admin: { claim: ['roles'], value: 'parvis-admin' } }))
  await closed.createUser({ is_admin: true })
  const { user } = await enter(world.agglo, newPerson({ roles: ['parvis-admin'] }), closed)
  const said = (...words: string[]) => runAdminTask(closed.context, ['reset-password', user.username, ...words])
  expect(await said()).toContain('affiché une seule fois')
  for (const words of [['--fournisseurs'], []]) {
    const text = await said(...words)
    expect(text).toContain('aucun mot de passe n’ouvre son compte')
    expect(text).not.toContain('affiché une seule fois')
  }
})
