import { routes } from '@parvis/contract'
import { beforeEach, expect, test } from 'vitest'
import { openTestApp, people } from '../../testing/open-test-app.ts'

const { grants, users } = routes

const app = openTestApp()
const { ana, bob } = people(app, { ana: {}, bob: { first_name: 'Bob', last_name: 'Morvan' } }, beforeEach)

const find = (account: string, { token } = ana) => app.call(grants.person, { token, query: { account } })

test('a person is found by their whole name or address, and nobody by less, nor who is disabled', async () => {
  for (const account of [bob.username, ` ${bob.username.toUpperCase()} `, bob.email])
    expect((await find(account)).body).toEqual({ id: bob.id, name: 'Bob Morvan' })
  const admin = await app.createUser({ is_admin: true })
  const disabled = await app.createUser()
  await app.call(users.update, { token: admin.token, params: { id: disabled.id }, body: { is_active: false } })
  for (const account of ['personne', disabled.username, bob.username.slice(0, -1), '%'])
    expect(await find(account)).toMatchObject({ status: 422, error: { code: 'teams.person_unknown', fields: { account: expect.any(String) } } })
})

test('names cannot be tried without end', async () => {
  const statuses: number[] = []
  for (let at = 0; at < 61; at++) statuses.push((await find(`inconnu-${at}`)).status)
  expect(statuses).toEqual([...Array.from({ length: 60 }, () => 422), 429])
  expect((await find(ana.username, bob)).status).toBe(200)
})
