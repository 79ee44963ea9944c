import { routes } from '@parvis/contract'
import { sql } from 'kysely'
import { beforeEach, describe, expect, test } from 'vitest'
import { openTestApp, people } from '../../testing/open-test-app.ts'
import type { TestUser } from '../../testing/test-users.ts'
import { purgeEndedShares } from './write-share.ts'
import { conversationOf, exchange, say, share, teamOf } from './shares.fixture.ts'

// What is shared, with whom, and until when.

const { shares, conversations, users } = routes

const app = openTestApp()
const { admin, ana, bob, eve } = people(app, { admin: { is_admin: true }, ana: { first_name: 'Ana', last_name: 'Kerhoas' }, bob: {}, eve: {} }, beforeEach)

const get = ({ token }: TestUser, id: string) => app.call(shares.get, { token, params: { id } })
const list = async ({ token }: TestUser) => (await app.call(shares.list, { token })).body
const create = ({ token }: TestUser, id: string, body: object) => app.call(shares.create, { token, params: { id }, body })
const update = ({ token }: TestUser, id: string, body: object) => app.call(shares.update, { token, params: { id }, body })
const remove = ({ token }: TestUser, id: string) => app.call(shares.remove, { token, params: { id } })
const goOn = ({ token }: TestUser, id: string) => app.call(shares.continue, { token, params: { id } })
const texts = async (person: TestUser, id: string) => (await get(person, id)).body.messages.map(({ content }) => content)

const more = [
  { role: 'user', content: 'Et les chemins ruraux ?' },
  { role: 'assistant', content: 'Elle en est propriétaire.' },
] as const

describe('what is shared', () => {
  test('is a copy up to a message, which what happens after does not change, until it is brought up to date at the same address', async () => {
    const { id, messages } = await conversationOf(app, ana, [{ role: 'system', content: 'CONSIGNE' }, ...exchange, ...more])
    const shared = await share(app, ana, id, { people: [bob.id], message_id: messages[2] })
    expect(shared).toMatchObject({ message_count: 2, newer: 2, is_expired: false, subjects: [{ kind: 'user', name: bob.username }] })
    expect(Date.parse(shared.expires_at) - Date.parse(shared.created_at)).toBe(30 * 86_400_000)
    const { status, body } = await get(bob, shared.id)
    expect([status, body]).toMatchObject([200, { title: 'Voirie communale', owner_name: 'Ana Kerhoas', is_own: false, keeps_assistant: true }])
    expect(await texts(bob, shared.id)).toEqual(exchange.map(({ content }) => content))

    await app.db.deleteFrom('message').where('id', '=', messages[1]!).execute()
    await app.call(conversations.update, { token: ana.token, params: { id }, body: { title: 'Autre titre' } })
    expect((await get(bob, shared.id)).body).toMatchObject({ title: 'Voirie communale', messages: exchange })
    const fresh = await update(ana, shared.id, { refresh: true })
    expect(fresh).toMatchObject({ status: 200, body: { id: shared.id, title: 'Autre titre', message_count: 3, newer: 0 } })
    expect(await texts(bob, shared.id)).toEqual([exchange[1].content, ...more.map(({ content }) => content)])
  })

  test('is never an unfinished answer; a cut one says so', async () => {
    const { id } = await conversationOf(app, ana, [...exchange, more[0]])
    const cut = await say(app, id, { role: 'assistant', content: 'Elle en est', status: 'interrompue' })
    await say(app, id, { role: 'user', content: 'Reprends' })
    const running = await say(app, id, { role: 'assistant', content: '', status: 'en_cours' })
    expect(await create(ana, id, { people: [bob.id], message_id: running })).toMatchObject({ status: 409, error: { code: 'conversations.reply_running' } })
    const shared = await share(app, ana, id, { people: [bob.id] })
    expect((await get(bob, shared.id)).body.messages.at(-1)).toMatchObject({
      content: 'Elle en est',
      status: 'interrompue',
      finish_reason: 'cut',
      error: expect.stringContaining('coupée'),
    })
    expect((await share(app, ana, id, { people: [bob.id], message_id: cut })).message_count).toBe(4)
  })

  test('is the version that is shown; nothing where nothing was answered, nor a message of elsewhere', async () => {
    const { id, messages } = await conversationOf(app, ana, exchange)
    await app.db.updateTable('message').set({ superseded_at: new Date() }).where('id', '=', messages[1]!).execute()
    await say(app, id, { role: 'assistant', content: 'Autre version.' })
    const shared = await share(app, ana, id, { people: [bob.id] })
    expect(await texts(bob, shared.id)).toEqual([exchange[0].content, 'Autre version.'])
    const empty = await conversationOf(app, ana, [])
    expect(await create(ana, empty.id, { people: [bob.id] })).toMatchObject({ status: 422, error: { code: 'shares.nothing' } })
    for (const message_id of [messages[1]!, (await conversationOf(app, ana, exchange)).messages[0]!])
      expect(await create(ana, id, { people: [bob.id], message_id })).toMatchObject({ status: 422, error: { code: 'shares.message_gone' } })
  })

  test('goes with its conversation and with the account of its owner', async () => {
    const { id } = await conversationOf(app, ana, exchange)
    const shared = await share(app, ana, id, { people: [bob.id] })
    await app.call(conversations.remove, { token: ana.token, params: { id } })
    expect((await get(bob, shared.id)).status).toBe(404)
    const other = await share(app, ana, (await conversationOf(app, ana, exchange)).id, { people: [bob.id] })
    expect((await app.call(users.remove, { token: admin.token, params: { id: ana.id } })).status).toBe(200)
    expect((await get(bob, other.id)).status).toBe(404)
    expect(await app.db.selectFrom('conversation_share_message').where('share_id', 'in', [shared.id, other.id]).selectAll().execute()).toEqual([])
  })
})

describe('who reads it', () => {
  test('those it is for and its owner; nobody else, administrators included, with one answer for all', async () => {
    const { id } = await conversationOf(app, ana, exchange)
    const cecile = await app.createUser()
    const team_id = await teamOf(app, `Voirie ${id}`, [ana, bob])
    const shared = await share(app, ana, id, { teams: [team_id], people: [cecile.id] })
    for (const reader of [ana, bob, cecile]) expect((await get(reader, shared.id)).status).toBe(200)
    const unknown = await get(eve, crypto.randomUUID())
    expect(unknown).toMatchObject({ status: 404, error: { code: 'shares.gone' } })
    for (const stranger of [eve, admin]) {
      for (const act of [get, goOn]) expect((await act(stranger, shared.id)).error).toEqual({ ...unknown.error, request_id: expect.any(String) })
      expect(await list(stranger)).toEqual({ given: [], received: [] })
    }
    for (const reader of [bob, admin]) {
      expect([(await update(reader, shared.id, { refresh: true })).status, (await remove(reader, shared.id)).status]).toEqual([404, 404])
    }
    expect(await list(bob)).toMatchObject({ given: [], received: [{ id: shared.id, owner_name: 'Ana Kerhoas', is_continued: false }] })
    expect((await list(ana)).received).toEqual([])

    // A person who leaves the team loses access at the next request; the share remains for the others, and without any.
    await app.db.deleteFrom('team_member').where('user_id', '=', bob.id).execute()
    expect([(await get(bob, shared.id)).status, (await list(bob)).received]).toEqual([404, []])
    await app.db.deleteFrom('team').where('id', '=', team_id).execute()
    expect([(await get(cecile, shared.id)).status, (await list(ana)).given[0]!.subjects]).toMatchObject([200, [{ name: cecile.username }]])
    await app.call(users.remove, { token: admin.token, params: { id: cecile.id } })
    expect((await list(ana)).given[0]!.subjects).toEqual([])
  })

  test('until it ends, or is taken back; its owner opens it again at the same address', async () => {
    const { id } = await conversationOf(app, ana, exchange)
    const shared = await share(app, ana, id, { people: [bob.id], days: 7 })
    app.travel(7 * 86_400_000 + 1_000)
    for (const person of [ana, bob]) Object.assign(person, await signIn(person))
    expect([(await get(bob, shared.id)).status, (await get(ana, shared.id)).status, (await list(bob)).received]).toEqual([404, 404, []])
    expect((await list(ana)).given).toMatchObject([{ id: shared.id, is_expired: true }])
    expect((await update(ana, shared.id, { days: 30 })).body).toMatchObject({ is_expired: false, message_count: 2 })
    expect((await get(bob, shared.id)).status).toBe(200)
    expect((await remove(ana, shared.id)).status).toBe(200)
    expect([(await get(bob, shared.id)).status, (await remove(ana, shared.id)).status, (await list(ana)).given]).toEqual([404, 404, []])
    // An older backup does not restore it: the replay of erasures finds it.
    const digest = sql<string>`erasure_digest('conversation_share', ${shared.id}::uuid)`
    const erased = await app.db.selectFrom('erasure').where('digest', '=', digest).select('digest').execute()
    expect(erased).toHaveLength(1)
  })

  test('the copy of one that ended a month ago is removed, unless it is held', async () => {
    const ended = async (owner: TestUser, days: number) => {
      const { id } = await share(app, owner, (await conversationOf(app, owner, exchange)).id, { people: [bob.id] })
      const at = app.now().getTime() - days * 86_400_000
      const dates = { created_at: new Date(at - 1_000), expires_at: new Date(at) }
      await app.db.updateTable('conversation_share').set(dates).where('id', '=', id).execute()
      return id
    }
    const [recent, old, held] = [await ended(ana, 29), await ended(ana, 31), await ended(eve, 31)]
    await app.db.insertInto('legal_hold').values({ user_id: eve.id, reason: 'Contentieux' }).execute()
    await purgeEndedShares(app.context)
    const left = await app.db.selectFrom('conversation_share').where('id', 'in', [recent, old, held]).select('id').execute()
    expect(left.map(({ id }) => id).sort()).toEqual([recent, held].sort())
  })
})

const signIn = async ({ username, password }: TestUser) => {
  const { body } = await app.call(routes.auth.login, { body: { username, password } })
  return { token: (body as { access_token: string }).access_token }
}
