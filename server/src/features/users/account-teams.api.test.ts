import { routes } from '@parvis/contract'
import { expect, test } from 'vitest'
import { openTestApp, people } from '../../testing/open-test-app.ts'

const { users } = routes
const password = 'Bruyère-74-Cascade'

const app = openTestApp()
const { admin } = people(app, { admin: { is_admin: true } })

const update = (id: string, body: object) => app.call(users.update, { token: admin.token, params: { id }, body })

test('the services of an account are set with it, all or none, and a role that was given stays', async () => {
  const make = async (name: string) => (await app.call(routes.teams.create, { token: admin.token, body: { name } })).body.id
  const [voirie, eau, parcs] = [await make('Voirie'), await make('Eau'), await make('Parcs')]
  const body = { username: 'affectee', email: 'affectee@exemple.fr', password, team_ids: [voirie, eau] }
  const { id } = (await app.call(users.create, { token: admin.token, body })).body
  const services = async () => (await app.call(users.list, { token: admin.token, query: { search: 'affectee' } })).body.users[0]!.teams.map(({ name }) => name)
  expect(await services()).toEqual(['Eau', 'Voirie'])
  await app.call(routes.teams.setRole, { token: admin.token, params: { id: voirie, user_id: id }, body: { role: 'manager' } })
  await update(id, { first_name: 'Zoé' })
  await update(id, { team_ids: [parcs, voirie] })
  expect(await services()).toEqual(['Parcs', 'Voirie'])
  const members = await app.call(routes.teams.members, { token: admin.token, params: { id: voirie } })
  expect(members.body[0]!.role).toBe('manager')
  expect((await update(id, { team_ids: [voirie, id] })).error?.code).toBe('teams.unknown')
  expect(await services()).toEqual(['Parcs', 'Voirie'])
  const refused = await app.call(users.create, { token: admin.token, body: { ...body, username: 'autre', email: 'autre@exemple.fr', team_ids: [id] } })
  expect([refused.error?.code, (await app.call(users.list, { token: admin.token, query: { search: 'autre@' } })).body.total]).toEqual(['teams.unknown', 0])
})
