import { routes } from '@parvis/contract'
import { beforeEach, describe, expect, test } from 'vitest'
import { openTestApp, people } from '../../testing/open-test-app.ts'
import type { TestUser } from '../../testing/test-users.ts'

const { teams, users } = routes

const closed = openTestApp()
const { ana, bob } = people(closed, { ana: {}, bob: { first_name: 'Bob', last_name: 'Morvan' } }, beforeEach)

describe('without a directory', () => {
  const find = (search: string, { token } = ana) => closed.call(routes.people.suggest, { token, query: { search } })

  test('a person is found by the whole user name or address, and nobody by less, nor an inactive account', async () => {
    for (const account of [bob.username, ` ${bob.username.toUpperCase()} `, bob.email])
      expect((await find(account)).body).toEqual({ people: [{ id: bob.id, name: 'Bob Morvan', email: null, teams: [] }], exact: bob.id, has_more: false })
    const admin = await closed.createUser({ is_admin: true })
    const disabled = await closed.createUser()
    await closed.call(users.update, { token: admin.token, params: { id: disabled.id }, body: { is_active: false } })
    for (const account of ['personne', disabled.username, bob.username.slice(0, -1), 'Morvan', '%', '']) expect((await find(account)).body.people).toEqual([])
    expect((await find(bob.username.slice(0, -1), admin)).body.people.map(({ id }) => id)).toContain(bob.id)
    const all = (token: string) => closed.call(routes.people.suggest, { token, query: { search: disabled.username, status: 'all' } })
    expect([(await all(admin.token)).body.exact, (await all(ana.token)).body.exact]).toEqual([disabled.id, null])
  })

  test('neither a part of a name nor the name of one’s own service lists anybody', async () => {
    const admin = await closed.createUser({ is_admin: true })
    const { body: team } = await closed.call(teams.create, { token: admin.token, body: { name: 'Voirie' } })
    await closed.call(teams.addMembers, { token: admin.token, params: { id: team.id }, body: { people: [ana.id, bob.id] } })
    const parts = ['Voirie', 'Bob', 'Bob Morvan', 'Morvan Bob', bob.email.split('@')[0]!, `@${bob.email.split('@')[1]}`, '*']
    for (const part of parts.filter((one) => one !== bob.username))
      for (const query of [{ search: part }, { search: part, status: 'all' as const, limit: '20' }])
        expect((await closed.call(routes.people.suggest, { token: ana.token, query })).body).toEqual({ people: [], exact: null, has_more: false })
    // An exact name gives nothing more, even for a colleague of the same team.
    expect((await find(bob.username)).body.people).toEqual([{ id: bob.id, name: 'Bob Morvan', email: null, teams: [] }])
  })

  test('names cannot be tried without end', async () => {
    const statuses: number[] = []
    // One more is allowed every twenty seconds: a slow machine makes more than 61 calls before one is refused.
    while (statuses.length < 90 && statuses.at(-1) !== 429) statuses.push((await find(`inconnu-${statuses.length}`)).status)
    expect(statuses.indexOf(429)).toBeGreaterThanOrEqual(60)
    expect((await find(ana.username, bob)).status).toBe(200)
  })
})

describe('with a directory', () => {
  const app = openTestApp({ config: { directorySearch: true } })
  const { admin, eve, leo, lea } = people(app, {
    admin: { is_admin: true },
    eve: { first_name: 'Ève', last_name: 'Le Goff' },
    leo: { first_name: 'Léo', last_name: 'Le Goff' },
    lea: { first_name: 'Léa', last_name: 'Kermarrec' },
  })
  const suggest = async (search: string, { token }: TestUser, limit = '20') => (await app.call(routes.people.suggest, { token, query: { search, limit } })).body
  const names = async (search: string, by: TestUser) => (await suggest(search, by)).people.map(({ name }) => name)

  test('suggests by parts of names and addresses, whatever the accents and the order of words, names that begin so first', async () => {
    expect(await names('le', eve)).toEqual(expect.arrayContaining(['Léa Kermarrec', 'Ève Le Goff', 'Léo Le Goff']))
    expect(await names('goff leo', eve)).toEqual(['Léo Le Goff'])
    expect(await names(lea.email.slice(0, -2), eve)).toEqual(['Léa Kermarrec'])
    expect((await names('erm', admin))[0]).toBe('Léa Kermarrec')
    expect([await names('l', eve), await names('100% _ \\', eve)]).toEqual([[], []])
    const first = await suggest('', admin, '2')
    expect([first.people.length, first.has_more]).toEqual([2, true])
  })

  test('suggests by service, of those that the caller belongs to; all of them to an administrator', async () => {
    const { body: team } = await app.call(teams.create, { token: admin.token, body: { name: 'État civil' } })
    const put = (people: string[], token = admin.token) => app.call(teams.addMembers, { token, params: { id: team.id }, body: { people } })
    expect((await put([leo.id, lea.id, leo.id])).body.map(({ name, role }) => [name, role])).toEqual([
      ['Léo Le Goff', 'member'],
      ['Léa Kermarrec', 'member'],
    ])
    const both = ['Léa Kermarrec', 'Léo Le Goff']
    expect([await names('etat civil', admin), await names('etat civil', leo), await names('etat civil', eve)]).toEqual([both, both, []])
    expect((await suggest('kermarrec', eve)).people).toEqual([{ id: lea.id, name: 'Léa Kermarrec', email: lea.email, teams: [] }])
    expect((await put([eve.id], leo.token)).error?.code).toBe('teams.not_manager')
    expect((await put([eve.id, team.id])).error?.code).toBe('teams.person_unknown')
    expect((await app.call(teams.members, { token: admin.token, params: { id: team.id } })).body).toHaveLength(2)
  })
})
