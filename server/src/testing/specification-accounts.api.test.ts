import { beforeAll, describe, expect, test } from 'vitest'
import { openTestApp } from './open-test-app.ts'
import { outsideClient, type OutsideClient } from './fakes/outside-client.ts'

// The calls of the specification's chapter 7 and the fields of its chapter 3, to the letter, by a client independent of the contract.
const password = 'Bruyère-74-Cascade'
const userFields = ['id', 'username', 'email', 'first_name', 'last_name', 'type_collectivite', 'is_admin', 'is_active', 'last_login']
const uuid = /^[0-9a-f]{8}(-[0-9a-f]{4}){3}-[0-9a-f]{12}$/
const iso = /^\d{4}-\d\d-\d\dT\d\d:\d\d:\d\d(\.\d+)?Z$/

const app = openTestApp()
let base: string
let admin: OutsideClient
beforeAll(async () => {
  base = await app.listen()
  admin = outsideClient(base, (await app.createUser({ username: 'direction', is_admin: true })).token)
})

describe('authentication', () => {
  const visitor = () => outsideClient(base)

  test('register, login, me, refresh', async () => {
    const form = { username: 'camille', email: 'camille@exemple.fr', password, first_name: 'Camille', last_name: 'Roux' }
    const registered = await visitor().send('POST', '/auth/register', form)
    expect(registered.status).toBe(201)
    expect(registered.json).toEqual({ message: expect.any(String), user: expect.objectContaining({ username: 'camille' }) })
    const taken = await visitor().send('POST', '/auth/register', { username: 'camille', email: 'autre@exemple.fr', password })
    expect([taken.status, taken.json.error, taken.json.message]).toEqual([409, expect.any(String), taken.json.error])

    for (const username of ['camille', 'camille@exemple.fr']) {
      const login = await visitor().send('POST', '/auth/login', { username, password })
      expect(login.status).toBe(200)
      expect(Object.keys(login.json)).toEqual(expect.arrayContaining(['access_token', 'refresh_token', 'user']))
      expect(Object.keys(login.json.user)).toEqual(expect.arrayContaining(userFields))
      expect(login.json.user.id).toMatch(uuid)

      const me = await outsideClient(base, login.json.access_token).send('GET', '/auth/me')
      expect(me.status).toBe(200)
      expect(Object.keys(me.json)).toEqual(expect.arrayContaining(userFields))
      expect(me.json).toMatchObject({ username: 'camille', first_name: 'Camille', last_name: 'Roux', is_admin: false, is_active: true })
      expect(me.json.last_login).toMatch(iso)

      const refreshed = await outsideClient(base, login.json.refresh_token).send('POST', '/auth/refresh')
      expect(refreshed.status).toBe(200)
      expect((await outsideClient(base, refreshed.json.access_token).send('GET', '/auth/me')).json.username).toBe('camille')
    }
    const wrong = await visitor().send('POST', '/auth/login', { username: 'camille', password: 'autre chose' })
    expect([wrong.status, wrong.json.error]).toEqual([401, 'Identifiants invalides'])
    expect(wrong.json).toMatchObject({ code: expect.stringContaining('.'), request_id: expect.any(String) })
  })

  test('forgot-password, reset-password, change-password', async () => {
    const { email, token } = await app.createUser({ username: 'oubli' })
    const forgotten = await visitor().send('POST', '/auth/forgot-password', { email })
    expect(forgotten.status).toBe(200)
    const links = () => app.mails.flatMap(({ text }) => /\/reset-password\/([^\s"<]+)/.exec(text)?.[1] ?? [])
    await expect.poll(() => links().length).toBe(1)
    const [link] = links()
    const changed = await outsideClient(base, token).send('POST', '/auth/change-password', { current_password: password, new_password: 'Autre-Bruyère-75' })
    expect(changed.status).toBe(200)
    const again = await visitor().send('POST', '/auth/forgot-password', { email })
    expect(again.json).toEqual(forgotten.json)
    await expect.poll(() => links().length).toBe(2)
    const fresh = links()[1]
    expect(fresh).not.toBe(link)
    expect((await visitor().send('POST', '/auth/reset-password', { token: fresh, password: 'Encore-Bruyère-76' })).status).toBe(200)
    expect((await visitor().send('POST', '/auth/login', { username: 'oubli', password: 'Encore-Bruyère-76' })).status).toBe(200)
  })
})

describe('user administration', () => {
  test('test, list, create, update, reset-password, delete', async () => {
    expect((await admin.send('GET', '/users/test')).status).toBe(200)
    const form = { username: 'nadia', email: 'nadia@exemple.fr', first_name: 'Nadia', last_name: 'Klein', password, is_admin: false, is_active: true }
    const created = await admin.send('POST', '/users', form)
    expect(created.status).toBe(201)
    expect(Object.keys(created.json)).toEqual(expect.arrayContaining(userFields))
    const { id } = created.json

    const list = await admin.send('GET', '/users?page=1&per_page=10')
    expect(list.json).toEqual({ users: expect.any(Array), pages: 1, current_page: 1, total: expect.any(Number) })
    expect(list.json.users.map((user: { username: string }) => user.username)).toContain('nadia')
    expect(list.json.users.every((user: object) => !('password' in user) && !('password_hash' in user))).toBe(true)

    const curious = await outsideClient(base, (await app.createUser()).token).send('GET', '/users')
    expect([curious.status, curious.json.error]).toEqual([403, "Vous n'avez pas les droits administrateur nécessaires pour accéder à cette page."])

    const updated = await admin.send('PUT', `/users/${id}`, { is_admin: true })
    expect([updated.status, updated.json.is_admin, updated.json.email]).toEqual([200, true, 'nadia@exemple.fr'])
    expect((await admin.send('PUT', `/users/${id}`, { is_active: false })).json.is_active).toBe(false)
    const refused = await outsideClient(base).send('POST', '/auth/login', { username: 'nadia', password })
    expect(refused.status).toBe(403)
    await admin.send('PUT', `/users/${id}`, { is_active: true })
    expect((await admin.send('POST', `/users/${id}/reset-password`, { password: 'Autre-Bruyère-75' })).status).toBe(200)
    expect((await outsideClient(base).send('POST', '/auth/login', { username: 'nadia', password: 'Autre-Bruyère-75' })).status).toBe(200)
    const removed = await admin.send('DELETE', `/users/${id}`)
    expect([removed.status, removed.json]).toEqual([200, { message: expect.any(String) }])
  })
})

describe('profile', () => {
  test('nine fields, their options, and what was put', async () => {
    const agent = outsideClient(base, (await app.createUser()).token)
    const options = await agent.send('GET', '/profile/options')
    const lists = ['type_collectivite', 'tranche_effectif', 'tranche_population', 'champ_action', 'experience_gestion_projet', 'style_conversationnel']
    expect(Object.keys(options.json)).toEqual(expect.arrayContaining(lists))
    for (const name of lists) expect([name, options.json[name].length > 1]).toEqual([name, true])

    const unsaid = { tranche_effectif: 'Non renseigné', tranche_population: 'Non renseigné', fonction: 'cadre', style_conversationnel: 'Style standard' }
    expect((await agent.send('GET', '/profile')).json).toMatchObject(unsaid)
    const valueOf = (name: string): string => {
      const option = options.json[name].at(-1)
      return typeof option === 'string' ? option : option.value
    }
    const profile = {
      first_name: 'Camille',
      last_name: 'Roux',
      type_collectivite: 'Commune',
      tranche_effectif: valueOf('tranche_effectif'),
      tranche_population: valueOf('tranche_population'),
      champ_action: valueOf('champ_action'),
      fonction: 'secrétaire de mairie',
      experience_gestion_projet: valueOf('experience_gestion_projet'),
      style_conversationnel: valueOf('style_conversationnel'),
    }
    expect((await agent.send('PUT', '/profile', profile)).status).toBe(200)
    expect((await agent.send('GET', '/profile')).json).toMatchObject(profile)
  })
})
