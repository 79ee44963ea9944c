import { limits, routes } from '@parvis/contract'
import { beforeEach, describe, expect, test } from 'vitest'
import { openTestApp, people } from '../../testing/open-test-app.ts'
import type { TestUser } from '../../testing/test-users.ts'
import { conversationOf, exchange, share, teamOf } from './shares.fixture.ts'

const { shares, users } = routes

const app = openTestApp()
const { admin, ana, bob } = people(app, { admin: { is_admin: true }, ana: { first_name: 'Ana', last_name: 'Kerhoas' }, bob: {} }, beforeEach)

const list = async ({ token }: TestUser) => (await app.call(shares.list, { token })).body
const create = ({ token }: TestUser, id: string, body: object) => app.call(shares.create, { token, params: { id }, body })

describe('whom one can share with', () => {
  test('oneself, a person who is unknown or disabled, and nobody are refused with a sentence', async () => {
    const { id } = await conversationOf(app, ana, exchange)
    const disabled = await app.createUser()
    await app.call(users.update, { token: admin.token, params: { id: disabled.id }, body: { is_active: false } })
    expect(await create(ana, id, { people: [bob.id, ana.id] })).toMatchObject({ status: 422, error: { code: 'grants.to_oneself' } })
    for (const person of [crypto.randomUUID(), disabled.id])
      expect(await create(ana, id, { people: [bob.id, person] })).toMatchObject({ status: 422, error: { code: 'grants.unknown' } })
    expect((await create(ana, id, { people: [bob.username] })).status).toBe(422)
    expect((await create(ana, id, {})).error.fields).toEqual({ teams: 'Choisissez au moins un service ou une personne' })
    expect((await list(ana)).given).toEqual([])
    // Repeated recipients count once.
    expect((await share(app, ana, id, { people: [bob.id, bob.id] })).subjects).toHaveLength(1)
  })

  test('a service, as it says who gives it something', async () => {
    const open = await teamOf(app, 'Ouvert', [], { sharing: 'anyone' })
    const own = await teamOf(app, 'Membres', [ana])
    const managed = await teamOf(app, 'Responsables', [ana], { sharing: 'managers' })
    const { id } = await conversationOf(app, ana, exchange)
    const statuses = async (person: TestUser, conversation: string) =>
      Promise.all([open, own, managed].map(async (team) => (await create(person, conversation, { teams: [team] })).status))
    expect(await statuses(ana, id)).toEqual([201, 201, 403])
    // A person outside both teams learns nothing of either.
    expect(await statuses(bob, (await conversationOf(app, bob, exchange)).id)).toEqual([201, 422, 422])
    expect(await statuses(admin, (await conversationOf(app, admin, exchange)).id)).toEqual([201, 201, 201])
    await app.db.updateTable('team_member').set({ role: 'manager' }).where('team_id', '=', managed).execute()
    expect(await statuses(ana, id)).toEqual([201, 201, 201])
    expect(await create(ana, id, { teams: [open, crypto.randomUUID()] })).toMatchObject({ status: 422, error: { code: 'grants.unknown' } })
  })

  test('a service and a person that go at that very instant are left out', async () => {
    const { id } = await conversationOf(app, ana, exchange)
    const gone = await app.createUser()
    const [team, kept] = [await teamOf(app, `Eaux ${id}`, [ana]), await teamOf(app, `Parcs ${id}`, [ana])]
    let shared: ReturnType<typeof share> | undefined
    await app.db.transaction().execute(async (trx) => {
      await trx.deleteFrom('team').where('id', '=', team).execute()
      await trx.deleteFrom('app_user').where('id', '=', gone.id).execute()
      shared = share(app, ana, id, { teams: [team, kept], people: [bob.id, gone.id] })
      // With one connection the request waits, and reports the recipients that it no longer finds.
      await Promise.race([shared.catch(() => {}), new Promise((resolve) => setTimeout(resolve, 300))])
    })
    const said = await shared!.then(({ subjects }) => subjects.map((one) => one.id).sort(), String)
    expect(said).toEqual(typeof said === 'string' ? expect.stringContaining('"code":"grants.unknown"') : [kept, bob.id].sort())
  })

  test('not with more shares than are permitted, at once neither', async () => {
    const { id } = await conversationOf(app, ana, exchange)
    const { id: first } = await share(app, ana, id, { people: [bob.id] })
    const row = await app.db.selectFrom('conversation_share').where('id', '=', first).selectAll().executeTakeFirstOrThrow()
    const { id: _id, ...values } = row
    const others = Array.from({ length: limits.shares - 2 }, () => values)
    await app.db.insertInto('conversation_share').values(others).execute()
    const statuses = (await Promise.all([1, 2, 3].map(() => create(ana, id, { people: [bob.id] })))).map(({ status }) => status)
    expect(statuses.sort()).toEqual([201, 409, 409])
  })

  test('nor with more than one’s own messages may weigh', async () => {
    const { id } = await conversationOf(app, ana, exchange)
    const { quotas } = app.context.config
    const { messagesMb: usual } = quotas
    quotas.messagesMb = 10 / 1024 / 1024
    expect(await create(ana, id, { people: [bob.id] })).toMatchObject({ status: 409, error: { code: 'shares.full' } })
    quotas.messagesMb = usual
  })
})
