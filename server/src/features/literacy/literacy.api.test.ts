import { literacyModules, routes, type LiteracyModule } from '@parvis/contract'
import { describe, expect, it } from 'vitest'
import { openTestApp, people } from '../../testing/open-test-app.ts'
import type { TestUser } from '../../testing/test-users.ts'
import { unzip } from '../rights/rights.fixture.ts'
import { groupAccounts } from './completions.ts'

const { literacy, literacyFigures, rights, users } = routes
const app = openTestApp()
const { admin, ana, bea } = people(app, { admin: { is_admin: true }, ana: {}, bea: {} })

const complete = (person: TestUser, module: LiteracyModule) => app.call(literacy.complete, { token: person.token, body: { module } })

it('keeps the first date of a module, in the order of the path, and refuses an unknown one', async () => {
  await complete(ana, 'donnees')
  const { body: once } = await complete(ana, 'modele')
  app.travel(60_000)
  const { body: twice } = await complete(ana, 'modele')
  app.travel(-60_000)
  expect(twice).toEqual(once)
  expect(once.completed.map(({ module }) => module)).toEqual(['modele', 'donnees'])
  expect((await complete(ana, 'autre' as never)).status).toBe(422)
  expect((await app.call(literacy.own, { token: bea.token })).body.completed).toEqual([])
})

it('is in the copy of one’s data, and erased with the account', async () => {
  const eve = await app.createUser()
  await complete(eve, 'sources')
  const files = await unzip((await app.call(rights.download, { token: eve.token })).bytes)
  expect(JSON.parse(files['formation.json']!.toString())).toMatchObject([{ person_id: eve.id, module: 'sources' }])
  expect((await app.call(users.remove, { token: admin.token, params: { id: eve.id }, query: {} })).status).toBe(200)
  expect(await app.db.selectFrom('literacy_completion').where('person_id', '=', eve.id).select('module').execute()).toEqual([])
})

it('counts nobody where there are too few people to count without naming them', async () => {
  expect((await app.call(literacyFigures.read, { token: admin.token })).body).toEqual({ accounts: 3, groups: [] })
  for (const _ of [1, 2]) await app.createUser()
  const { body, text } = await app.call(literacyFigures.read, { token: admin.token })
  expect(body).toMatchObject({ accounts: 5, groups: [{ team_id: null, accounts: 5, completed: { modele: 1, donnees: 1, sources: 0 }, completed_all: 0 }] })
  for (const { username, id } of [ana, bea]) expect(text).not.toMatch(new RegExp(`${username}|${id}`))
})

describe('groups', () => {
  const account = (id: number, ...teams: string[]) => ({ id: String(id), teams: teams.map((name) => ({ id: name, name })), modules: [...literacyModules] })
  const sizes = (accounts: ReturnType<typeof account>[]) => groupAccounts(accounts).map(({ team_id, accounts: size }) => [team_id, size])
  const members = (from: number, count: number, ...teams: string[]) => Array.from({ length: count }, (_, index) => account(from + index, ...teams))

  it('of small teams are one', () => {
    expect(sizes([...members(0, 6, 'Voirie'), ...members(10, 3, 'Mairie'), ...members(20, 2, 'École')])).toEqual([
      ['Voirie', 6],
      [null, 5],
    ])
  })

  it('take the smallest team rather than leave a group that a difference would name', () => {
    expect(sizes([...members(0, 9, 'Voirie'), ...members(10, 6, 'Mairie'), ...members(20, 1)])).toEqual([
      ['Voirie', 9],
      [null, 7],
    ])
  })

  it('count someone of two small teams once', () => {
    expect(sizes(members(0, 5, 'A', 'B').map((one, index) => (index === 0 ? { ...one, teams: [] } : one)))).toEqual([[null, 5]])
  })
})
