import { routes } from '@parvis/contract'
import { sql } from 'kysely'
import { expect, test } from 'vitest'
import type { Config } from '../../../platform/config/config.ts'
import { anotherApp, openTestApp } from '../../../testing/open-test-app.ts'
import { invisibleCharacters } from '../../../platform/db/migrations/2026-11-29-invisible-characters.ts'
import { mailsSettled } from '../concurrency-limits.ts'

const app = openTestApp()

const strong = 'Bruyère-74-Cascade'
const register = (body: object, on = app) =>
  on.call(routes.auth.register, { body: { email: `${Math.random()}@exemple.fr`, password: strong, ...body } as never })

/** Opens the same database with other settings, until the end of the test. */
const withConfig = (config: Partial<Config>) => anotherApp({ config, database: app.database })

test('an account is made, said in the words of the specification, and signs in', async () => {
  const { status, body } = await register({ username: 'zoe', email: 'Zoe@Exemple.fr', first_name: 'Zoé' })
  expect(status).toBe(201)
  expect(body).toEqual({
    message: 'Inscription réussie! Veuillez vous connecter.',
    user: {
      id: body.user!.id,
      username: 'zoe',
      email: 'zoe@exemple.fr',
      first_name: 'Zoé',
      last_name: '',
      type_collectivite: '',
      is_admin: false,
      is_active: true,
      last_login: null,
      previous_login: null,
      must_change_password: false,
      password_weak: false,
      password_weakness: null,
      enter_sends: false,
      has_password: true,
      second_factor_at: null,
      must_set_second_factor: false,
    },
  })
  expect((await app.call(routes.auth.login, { body: { username: 'ZOE', password: strong } })).status).toBe(200)
})

test('what is missing or wrong is named field by field, in French', async () => {
  const { status, error } = await app.call(routes.auth.register, { body: { username: ' ', email: 'pas une adresse' } as never })
  expect(status).toBe(422)
  expect(error.fields).toEqual({
    username: 'Le nom d’utilisateur est obligatoire',
    email: 'Cette adresse e-mail n’est pas valable',
    password: 'Le mot de passe est obligatoire',
  })
  for (const username of ['a b', 'a\r\nb', '<b>', 'a/b', 'a\0', 'x'.repeat(65)]) expect((await register({ username })).status).toBe(422)
})

test('AUT-03 five characters are refused in the exact words, six are accepted with a warning that stays on the account', async () => {
  const short = await register({ username: 'court', password: 'abcde' })
  expect([short.status, short.error.error, short.error.fields]).toEqual([
    422,
    'Le mot de passe doit contenir au moins 6 caractères',
    { password: 'Le mot de passe doit contenir au moins 6 caractères' },
  ])
  const weak = await register({ username: 'faible', password: 'secret1' })
  expect([weak.status, weak.body.user!.password_weak]).toEqual([201, true])
  expect(weak.body.warning).toMatch(/mot de passe/)
})

test('AUT-03 the CNIL profile refuses in French what the contract accepts', async () => {
  const other = await withConfig({ passwordPolicy: 'cnil' })
  for (const password of ['secret1', 'azertyuiop', 'Mairie2026!', 'abcdefgh', 'motdepasse', 'Gustave-Cascade-74', '849205731649']) {
    const { status, error } = await register({ username: 'gustave', password }, other)
    expect([password, status, error.code]).toEqual([password, 422, 'auth.password_weak'])
    expect(error.fields).toEqual({ password: error.error })
  }
  expect((await register({ username: 'court2', password: 'abcde' }, other)).error.code).toBe('auth.password_short')
  expect((await register({ username: 'gustave', password: strong }, other)).body.user!.password_weak).toBe(false)
})

test('AUT-04 fifty parallel sign-ups of one name make one account, and none an administrator', async () => {
  const id = '00000000-0000-4000-8000-000000000000'
  const extra = { id, is_admin: true, role: 'admin', is_active: false, must_change_password: true, created_at: '2000-01-01' }
  const signUp = (_: unknown, rank: number) => register({ username: rank % 2 ? 'Unique' : 'unique', email: `u${rank}@exemple.fr`, ...extra })
  const answers = await Promise.all(Array.from({ length: 50 }, signUp))
  const statuses = answers.map(({ status }) => status)
  expect(statuses.filter((status) => status === 201)).toHaveLength(1)
  expect(statuses.filter((status) => status === 409)).toHaveLength(49)
  const rows = await app.db.selectFrom('app_user').selectAll().where('username_key', '=', 'unique').execute()
  expect(rows).toHaveLength(1)
  expect(rows[0]).toMatchObject({ is_admin: false, is_active: true, must_change_password: false })
  expect(rows[0]!.id).not.toBe(id)
  expect(await app.db.selectFrom('app_user').select('id').where('is_admin', '=', true).execute()).toEqual([])
})

test('a name or an address in use is a conflict, in whatever case or width', async () => {
  await register({ username: 'Ambroise', email: 'ambroise@exemple.fr' })
  for (const body of [{ username: 'AMBROISE' }, { username: 'ａｍｂｒｏｉｓｅ' }, { username: 'autre', email: 'AMBROISE@exemple.fr' }]) {
    const { status, error } = await register(body)
    expect([status, error.code]).toEqual([409, 'auth.taken'])
  }
})

test('closed, awaiting validation, limited to domains: as the settings say', async () => {
  const closed = await withConfig({ registration: { mode: 'fermee', domains: [] } })
  expect((await register({ username: 'ferme' }, closed)).error.code).toBe('auth.registration_closed')
  const strict = await withConfig({ registration: { mode: 'validation', domains: [] } })
  const { status, body } = await register({ username: 'attente' }, strict)
  expect([status, body.user!.is_active]).toEqual([201, false])
  expect(body.message).toMatch(/administrateur/)
  expect((await strict.call(routes.auth.login, { body: { username: 'attente', password: strong } })).error.code).toBe('auth.awaiting_validation')
  const limited = await withConfig({ registration: { mode: 'ouverte', domains: ['ville.fr'] } })
  for (const email of ['a@exemple.fr', 'a@pas-ville.fr', 'a@ville.fr.pirate.com']) {
    const { error } = await register({ username: 'dehors', email }, limited)
    expect(error).toMatchObject({ code: 'auth.email_domain', fields: { email: expect.any(String) as string } })
  }
  expect((await register({ username: 'dedans', email: 'a@Ville.fr' }, limited)).status).toBe(201)
  await mailsSettled(limited.context)
})

test('one address cannot fill the database with accounts', async () => {
  const ip = '198.51.100.77'
  const attempt = () => app.call(routes.auth.register, { ip, body: { username: 'zoe', email: 'zoe@exemple.fr', password: strong } })
  const statuses = []
  for (let round = 0; round < 310; round += 31) statuses.push(...(await Promise.all(Array.from({ length: 31 }, attempt))).map(({ status }) => status))
  expect(statuses.filter((status) => status === 409).length).toBeGreaterThanOrEqual(300)
  expect(statuses).toContain(429)
})

const disguises = ['\u200b', '\u2060', '\u00ad', '\ufe0f', '\u202e', '\u200f', '\u{e0041}', '\ufeff']

test('an address or a name with an invisible character is the one without it', async () => {
  const admin = await app.createUser({ is_admin: true })
  const held = await app.createUser({ username: 'Lucie.Petit', email: 'lucie.petit@ville.example' })
  for (const mark of disguises) {
    const email = `lucie${mark}.petit@ville.example${mark}`
    expect([mark, (await register({ username: `autre.${mark.codePointAt(0)}`, email })).error?.code]).toEqual([mark, 'auth.taken'])
    const byName = await register({ username: `Lucie${mark}.Petit` })
    expect([mark, byName.error?.code]).toEqual([mark, 'auth.taken'])
    const created = await app.call(routes.users.create, { token: admin.token, body: { username: 'copie', email, invite: true } })
    expect(created.error?.code).toBe('users.taken')
    const rows = [{ line: 2, email, username: '', first_name: '', last_name: '' }]
    expect((await app.call(routes.users.previewImport, { token: admin.token, body: { rows } })).body.rows[0]!.status).toBe('existing')
    expect((await app.call(routes.auth.login, { body: { username: email, password: held.password } })).status).toBe(200)
  }
  // Compatibility forms: a fullwidth letter, then an invisible filler.
  expect((await register({ username: 'ｌucie.petit' })).error?.code).toBe('auth.taken')
  expect((await register({ username: '\u3164' })).error?.fields).toEqual({ username: 'Le nom d’utilisateur est obligatoire' })
  const clean = await register({ username: 'Jo\u00adelle', email: 'Jo\u200belle@ville.example' })
  expect(clean.body.user).toMatchObject({ username: 'Joelle', email: 'joelle@ville.example' })
})

test('the migration of invisible characters gives each free key and leaves the accounts that would collide', async () => {
  const { db } = app
  const people = await Promise.all(['paul', 'rose', 'rose.double', 'vide'].map((username) => app.createUser({ username })))
  const setKeys = (at: number, username_key: string, email_key: string) =>
    db.updateTable('app_user').set({ username_key, email_key }).where('id', '=', people[at]!.id).execute()
  await setKeys(0, 'pa\u200bul', 'paul\u00ad@ville.example')
  await setKeys(1, 'rose', 'rose@ville.example')
  await setKeys(2, 'rose\u{e0041}', 'rose\ufe0f@ville.example')
  await setKeys(3, '\u3164', 'vide\u2060@ville.example')
  await sql.raw(invisibleCharacters.sql).execute(db)
  const keys = await db.selectFrom('app_user').select(['id', 'username_key', 'email_key']).execute()
  expect(people.map(({ id }) => keys.find((row) => row.id === id)!).map(({ username_key, email_key }) => [username_key, email_key])).toEqual([
    ['paul', 'paul@ville.example'],
    ['rose', 'rose@ville.example'],
    ['rose\u{e0041}', 'rose\ufe0f@ville.example'],
    ['\u3164', 'vide\u2060@ville.example'],
  ])
})
