import { routes } from '@parvis/contract'
import { beforeEach, expect, test } from 'vitest'
import { openTestApp, people } from '../../testing/open-test-app.ts'
import type { TestUser } from '../../testing/test-users.ts'
import { conversationOf, exchange, say, share, teamOf } from './shares.fixture.ts'

const { conversations, shares } = routes

const app = openTestApp()
const { ana, bob, eve } = people(app, { ana: {}, bob: {}, eve: {} }, beforeEach)

const countOf = async ({ token }: TestUser) => (await app.call(conversations.recent, { token })).body.news.conversations
const received = async ({ token }: TestUser) => (await app.call(shares.list, { token })).body.received
const newsOf = async (reader: TestUser) => (await received(reader)).map(({ news }) => news)
const see = ({ token }: TestUser, seen: readonly { id: string; taken_at: string }[]) =>
  app.call(shares.seen, { token, body: { shares: seen.map(({ id, taken_at }) => ({ id, taken_at })) } })

test('a share is new until it is seen, then when it is brought up to date; to its owner and to others it is nothing', async () => {
  const { id } = await conversationOf(app, ana, exchange)
  const team_id = await teamOf(app, 'Voirie nouvelle', [ana, bob])
  const made = await share(app, ana, id, { teams: [team_id], people: [bob.id] })
  expect([await countOf(ana), await countOf(bob), await countOf(eve)]).toEqual([0, 1, 0])
  expect((await app.call(shares.get, { token: ana.token, params: { id: made.id } })).body.news).toBeNull()

  const first = await received(bob)
  expect(first.map(({ news }) => news)).toEqual(['new'])
  // Shares that the person may not read and unknown ids are ignored; repeated ids count once.
  await see(eve, first)
  const twice = await Promise.all([see(bob, [...first, { id: crypto.randomUUID(), taken_at: made.taken_at }]), see(bob, first)])
  expect(twice.map(({ status }) => status)).toEqual([200, 200])
  expect(await app.db.selectFrom('conversation_share_seen').where('share_id', '=', made.id).select('user_id').execute()).toEqual([{ user_id: bob.id }])
  expect([await countOf(bob), await newsOf(bob)]).toEqual([0, [null]])

  for (const turn of exchange) await say(app, id, turn)
  app.travel(60_000)
  await app.call(shares.update, { token: ana.token, params: { id: made.id }, body: { refresh: true } })
  expect([await countOf(bob), await newsOf(bob)]).toEqual([1, ['updated']])
  // A tab that shows the previous copy reports it late: the refreshed copy stays new.
  await see(bob, first)
  expect(await newsOf(bob)).toEqual(['updated'])
  await see(bob, await received(bob))
  expect(await newsOf(bob)).toEqual([null])

  // A new member of the team has not seen it; a former member has nothing to see.
  await app.db.insertInto('team_member').values({ team_id, user_id: eve.id, role: 'member' }).execute()
  expect(await countOf(eve)).toBe(1)
  await app.db.deleteFrom('team_member').where('team_id', '=', team_id).where('user_id', '=', eve.id).execute()
  expect(await countOf(eve)).toBe(0)
  for (const taken_at of ['hier', '0000-01-01T00:00:00Z', '2026-01-01T00:00:00+23:59', '+275760-09-13T00:00:00Z'])
    expect([taken_at, (await see(bob, [{ id: made.id, taken_at }])).status]).toEqual([taken_at, 422])
})

test('the open pages of those whom a share is for are told at once, and again when it is brought up to date or lasts longer', async () => {
  const told: string[] = []
  const { changes } = app.context
  const tell = changes.notify.bind(changes)
  changes.notify = (person_id, paths, tab) => {
    if (paths.includes('/conversations/recent')) told.push(person_id)
    tell(person_id, paths, tab)
  }
  const readers = [bob.id, eve.id].toSorted()
  const team_id = await teamOf(app, 'Voirie avertie', [ana, bob])
  const { id } = await conversationOf(app, ana, exchange)
  const made = await share(app, ana, id, { teams: [team_id], people: [bob.id, eve.id] })
  expect(told.splice(0).toSorted()).toEqual(readers)

  for (const turn of exchange) await say(app, id, turn)
  for (const body of [{ refresh: true }, { days: 90 as const }]) {
    expect((await app.call(shares.update, { token: ana.token, params: { id: made.id }, body })).status).toBe(200)
    expect(told.splice(0).toSorted()).toEqual(readers)
  }
  changes.notify = tell
})
