import { routes } from '@parvis/contract'
import { expect, test } from 'vitest'
import type { TestApp } from '../../../testing/test-app.ts'
import { signInThrough, openOidcWorld, newPerson, withSettings, welcomed } from './oidc.fixture.ts'

const world = openOidcWorld()

const setTeam = (name: string, group_name: string | null = null) =>
  world.app.db.insertInto('team').values({ name, group_name }).returning('id').executeTakeFirstOrThrow()
const teamsOf = async (user_id: string) => {
  const rows = await world.app.db
    .selectFrom('team_member')
    .innerJoin('team', 'team.id', 'team_member.team_id')
    .where('user_id', '=', user_id)
    .select(['name', 'role', 'identity_id'])
    .orderBy('name')
    .execute()
  return rows.map(({ name, role, identity_id }) => `${name}, ${role}, ${identity_id === null ? 'local' : 'provider'}`)
}
const arrive = async (other: TestApp, person: ReturnType<typeof newPerson>, groups: unknown) =>
  welcomed((await signInThrough(other, world.agglo, { ...person, ...(groups !== undefined && { groups }) })).body).user.id

test('groups fill the services that name them, and take back no more than they gave', async () => {
  await setTeam('Ressources humaines', 'rh')
  await setTeam('Finances', 'finances')
  const local = await setTeam('Amicale')
  const other = await withSettings(world, { groups_claim: ['groups'] })
  const person = newPerson()
  const id = await arrive(other, person, ['rh', 'un-autre', 'x'.repeat(5_000)])
  expect(await teamsOf(id)).toEqual(['Ressources humaines, member, provider'])
  await world.app.db.insertInto('team_member').values({ team_id: local.id, user_id: id, role: 'manager' }).execute()
  await arrive(other, person, ['finances'])
  expect(await teamsOf(id)).toEqual(['Amicale, manager, local', 'Finances, member, provider'])
  // Without a usable groups claim nothing changes. A list longer than any directory is ignored too.
  for (const odd of [undefined, 7, { rh: true }, [1, 2], Array.from({ length: 10_001 }, () => 'rh')]) await arrive(other, person, odd)
  expect(await teamsOf(id)).toEqual(['Amicale, manager, local', 'Finances, member, provider'])
  await arrive(other, person, [...Array.from({ length: 4_999 }, (_, at) => `groupe-${at}`), 'rh'])
  expect(await teamsOf(id)).toEqual(['Amicale, manager, local', 'Ressources humaines, member, provider'])
  await arrive(other, person, [])
  expect(await teamsOf(id)).toEqual(['Amicale, manager, local'])
  const acts = await world.app.db.selectFrom('audit_event').where('act', '=', 'teams.by_claim').select('count').orderBy('seq').execute()
  expect(acts.map(({ count }) => count)).toEqual([1, 2, 2, 1])
})

test('two arrivals at once leave one membership; a colleague put there by hand and by the provider stays by the other', async () => {
  const { id: team_id } = await setTeam('Voirie', 'voirie')
  const admin = await world.app.createUser({ is_admin: true })
  const other = await withSettings(world, { groups_claim: ['groups'] })
  const person = newPerson()
  await arrive(other, person, undefined)
  const [id] = await Promise.all([arrive(other, person, ['voirie']), arrive(other, person, ['voirie'])])
  expect(await teamsOf(id)).toEqual(['Voirie, member, provider'])
  const remove = () => other.call(routes.teams.removeMember, { params: { id: team_id, user_id: id }, token: admin.token })
  expect((await remove()).error.code).toBe('teams.from_provider')
  const [listed] = (await other.call(routes.teams.members, { params: { id: team_id }, token: admin.token })).body
  expect(listed).toMatchObject({ user_id: id, is_local: false, providers: [world.agglo.settings.label] })
  const raised = await other.call(routes.teams.setRole, { params: { id: team_id, user_id: id }, body: { role: 'manager' }, token: admin.token })
  expect(raised.body).toMatchObject({ role: 'manager', is_local: true })
  expect((await remove()).body.message).toMatch(/met encore/)
  expect(await teamsOf(id)).toEqual(['Voirie, member, provider'])
  // Once no provider is asked for groups, the memberships that it gave can be removed here.
  const [left] = (await world.app.call(routes.teams.members, { params: { id: team_id }, token: admin.token })).body
  expect(left).toMatchObject({ user_id: id, is_local: true, providers: [] })
  const { status, body } = await world.app.call(routes.teams.removeMember, { params: { id: team_id, user_id: id }, token: admin.token })
  expect([status, body.message]).toEqual([200, 'Personne retirée du service'])
  expect(await teamsOf(id)).toEqual([])
})

test('groups of a prefix make services, but take over none that has the name', async () => {
  const { id: existing } = await setTeam('Archives')
  const other = await withSettings(world, { groups_claim: ['groups'], groups_prefix: 'service:' })
  const id = await arrive(other, newPerson(), ['service:Petite enfance', 'service:', 'service:\u0007', 'service:ARCHIVES', 'Domain Users'])
  expect(await teamsOf(id)).toEqual(['Petite enfance, member, provider'])
  const again = await arrive(other, newPerson(), ['service:Petite enfance'])
  expect(await teamsOf(again)).toEqual(['Petite enfance, member, provider'])
  const named = await world.app.db.selectFrom('team').where('id', '=', existing).select('group_name').executeTakeFirstOrThrow()
  expect(named.group_name).toBe(null)
  const teams = Array.from({ length: 400 }, (_, at) => `service:Équipe ${at}`)
  const many = await arrive(other, newPerson(), teams)
  expect(await teamsOf(many)).toHaveLength(50)
})

test('a service that is deleted while one of its people arrives keeps nobody out', async () => {
  const { id: gone } = await setTeam('Éclairage', 'eclairage')
  await setTeam('Espaces verts', 'espaces-verts')
  const other = await withSettings(world, { groups_claim: ['groups'] })
  const person = newPerson()
  let arrival: Promise<string> | undefined
  await world.app.db.transaction().execute(async (trx) => {
    await trx.deleteFrom('team').where('id', '=', gone).execute()
    arrival = arrive(other, person, ['eclairage', 'espaces-verts'])
    await new Promise((resolve) => setTimeout(resolve, 300))
  })
  expect(await teamsOf(await arrival!)).toEqual(['Espaces verts, member, provider'])
})

test('a service that changes its group, or has none any more, loses those whom the former one brought, and they what it opened to them', async () => {
  const { app } = world
  const admin = await app.createUser({ is_admin: true })
  const local = await app.createUser()
  const { id: team_id } = await setTeam('Agents', 'agents')
  await app.db.insertInto('team_member').values({ team_id, user_id: local.id, role: 'member' }).execute()
  const category_id = (await app.call(routes.documentCategories.create, { body: { name: 'Paie' }, token: admin.token })).body.id
  const body = { grants: [{ subject: 'team' as const, id: team_id, level: 'use' as const }] }
  await app.call(routes.grants.set, { params: { kind: 'document_category', id: category_id }, body, token: admin.token })
  const update = (change: object) => app.call(routes.teams.update, { params: { id: team_id }, body: change, token: admin.token })
  const mayRead = async (token: string) => (await app.call(routes.documents.categories, { token })).body.categories.includes('Paie')
  const members = async () => (await app.call(routes.teams.members, { params: { id: team_id }, token: admin.token })).body.map(({ user_id }) => user_id)
  const other = await withSettings(world, { groups_claim: ['groups'] })
  const person = newPerson()
  const { user, access_token } = welcomed((await signInThrough(other, world.agglo, { ...person, groups: ['agents'] })).body)
  await update({ description: 'Ceux de la mairie', group_name: 'agents' })
  expect([await teamsOf(user.id), await mayRead(access_token)]).toEqual([['Agents, member, provider'], true])

  expect((await update({ group_name: 'paie' })).body).toMatchObject({ group_name: 'paie', member_count: 1 })
  expect([await members(), await mayRead(access_token), await mayRead(local.token)]).toEqual([[local.id], false, true])
  await arrive(other, person, ['agents'])
  expect(await members()).toEqual([local.id])
  await arrive(other, person, ['paie'])
  expect((await members()).toSorted()).toEqual([local.id, user.id].toSorted())

  // Promoted locally, the person stays a manager without the provider.
  await app.call(routes.teams.setRole, { params: { id: team_id, user_id: user.id }, body: { role: 'manager' }, token: admin.token })
  await arrive(other, person, ['paie'])
  await update({ group_name: null })
  expect(await teamsOf(user.id)).toEqual(['Agents, manager, local'])
  const acts = await app.db.selectFrom('audit_event').where('act', '=', 'teams.update').where('outcome', '=', 'done').select('count').orderBy('seq').execute()
  expect(acts.map(({ count }) => count)).toEqual([null, 1, 1])
})

test('who arrives by a group as their service changes it stays out', async () => {
  const { id } = await setTeam('Crèches', 'creches')
  const other = await withSettings(world, { groups_claim: ['groups'] })
  let arrival: Promise<string> | undefined
  await world.app.db.transaction().execute(async (trx) => {
    await trx.updateTable('team').set({ group_name: 'petite-enfance' }).where('id', '=', id).execute()
    arrival = arrive(other, newPerson(), ['creches'])
    await new Promise((resolve) => setTimeout(resolve, 300))
  })
  expect(await teamsOf(await arrival!)).toEqual([])
})

test('a manager who is set back to what their group makes them leaves with it; who is there by hand too stays', async () => {
  const { id: team_id } = await setTeam('Sports', 'sports')
  const admin = await world.app.createUser({ is_admin: true })
  const other = await withSettings(world, { groups_claim: ['groups'] })
  const person = newPerson()
  const id = await arrive(other, person, ['sports'])
  const set = async (role: 'manager' | 'member') =>
    (await other.call(routes.teams.setRole, { params: { id: team_id, user_id: id }, body: { role }, token: admin.token })).body
  expect(await set('manager')).toMatchObject({ role: 'manager', is_local: true })
  expect(await set('member')).toMatchObject({ role: 'member', is_local: false })
  expect(await teamsOf(id)).toEqual(['Sports, member, provider'])
  await arrive(other, person, [])
  expect(await teamsOf(id)).toEqual([])

  await arrive(other, person, ['sports'])
  await world.app.db.insertInto('team_member').values({ team_id, user_id: id, role: 'member' }).execute()
  expect(await set('member')).toMatchObject({ role: 'member', is_local: true })
  await arrive(other, person, [])
  expect(await teamsOf(id)).toEqual(['Sports, member, local'])
})
