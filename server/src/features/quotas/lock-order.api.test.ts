import { routes } from '@parvis/contract'
import { sql } from 'kysely'
import { randomUUID } from 'node:crypto'
import { afterAll, beforeAll, beforeEach, describe, expect, it } from 'vitest'
import { withRetries } from '../../platform/db/retry-transaction.ts'
import { endReply, type ReplyEnd } from '../../replies/store.ts'
import { testEngine } from '../../testing/databases/database.ts'
import { createTestApp, type TestApp } from '../../testing/test-app.ts'
import type { TestUser } from '../../testing/test-users.ts'
import { turnsUpTo, writeQuestion } from '../chat/turns/send.ts'
import { createMessageIndex } from '../conversations/messages/message-index.ts'
import { eraseAccount } from '../rights/erase-account.ts'

/** Fields of the end of a reply of a model without a level. */
const withoutLevel = { level: null, needed_level: null, documents_level: null, model_reason: null, model_ms: null, expected_model: null } as const

// Deadlocks need two sessions: an embedded database has one.
describe.runIf(testEngine() === 'postgres')('rows are locked in one order', () => {
  let app: TestApp
  let ana: TestUser
  let conversation_id: string
  beforeAll(async () => {
    app = await createTestApp()
  })
  afterAll(() => app.close())
  beforeEach(async () => {
    ana = await app.createUser()
    const conversation = { owner_id: ana.id, title: 'T', started: true }
    ;({ id: conversation_id } = await app.db.insertInto('conversation').values(conversation).returning('id').executeTakeFirstOrThrow())
  })

  /** Reads the number of deadlocks so far. Ten concurrent statements first make every connection flush its statistics. */
  const deadlocks = async () => {
    await Promise.all(Array.from({ length: 10 }, () => sql`select pg_stat_force_next_flush(), pg_sleep(0.1)`.execute(app.db)))
    return (await sql<{ deadlocks: number }>`select deadlocks from pg_stat_database where datname = current_database()`.execute(app.db)).rows[0]!.deadlocks
  }
  /** Waits until `count` statements wait for a lock. */
  const waiting = async (count: number) => {
    await expect
      .poll(
        async () =>
          (
            await sql<{
              n: number
            }>`select count(*)::integer as n from pg_stat_activity where datname = current_database() and wait_event_type = 'Lock'`.execute(app.db)
          ).rows[0]!.n,
      )
      .toBe(count)
  }
  /** Starts both calls, one after the other, while the conversation's row (or the rows locked by `row`) is locked, then releases it. */
  async function meet<A, B>(
    one: () => Promise<A>,
    other: () => Promise<B>,
    { otherWaits = true, row = sql`select 1 from conversation where id = ${conversation_id} for update` } = {},
  ) {
    const held = Promise.withResolvers<void>()
    const locked = Promise.withResolvers<void>()
    const holding = app.db.transaction().execute(async (db) => {
      await row.execute(db)
      locked.resolve()
      await held.promise
    })
    await locked.promise
    const first = Promise.allSettled([one()])
    await waiting(1)
    const second = Promise.allSettled([other()])
    if (otherWaits) await waiting(2)
    else await second
    held.resolve()
    await holding
    return [(await first)[0], (await second)[0]] as const
  }

  it('a message in the conversation whose reply ends at the same instant', async () => {
    const before = await deadlocks()
    const { message_id, place } = await writeQuestion(app.context, ana.id, { conversation_id, content: 'Une question' })
    const end: ReplyEnd = {
      status: 'complete',
      finish_reason: 'stop',
      error_code: null,
      content: 'Une réponse',
      notices: [],
      sources: [],
      model: 'essai',
      ...withoutLevel,
      usage: null,
    }
    const use = { model: 'essai', prompt_tokens: 5, completion_tokens: 5, estimated_tokens: 0, model_ms: 0 }
    const again = { conversation_id, content: 'Encore' }
    const [ended, sent] = await meet(
      () => endReply(app.db, app.context.instanceId, message_id, end, { place, use }, false),
      () => writeQuestion(app.context, ana.id, again),
    )
    expect([ended.status, sent.status]).toEqual(['fulfilled', 'fulfilled'])
    expect(await deadlocks()).toBe(before)
    // The statement began before the reply was saved; the model must read that reply all the same.
    const turns = sent.status === 'fulfilled' ? await turnsUpTo(app.db, again, sent.value.previous) : []
    expect(turns.map(({ content }) => content)).toEqual(['Une question', 'Une réponse', 'Encore'])
  })

  it('a message of somebody whose account is erased at the same instant', async () => {
    const before = await deadlocks()
    const [sent, erased] = await meet(
      () => writeQuestion(app.context, ana.id, { conversation_id, content: 'Une question' }),
      () => eraseAccount(app.context, ana.id, 'keep'),
    )
    expect([sent.status, erased.status]).toEqual(['fulfilled', 'fulfilled'])
    expect(await deadlocks()).toBe(before)
    expect(await app.db.selectFrom('message').where('conversation_id', '=', conversation_id).selectAll().execute()).toEqual([])
    // Calls after the account was deleted are refused and leave nothing.
    await expect(writeQuestion(app.context, ana.id, { conversation_id, content: 'Encore' })).rejects.toMatchObject({ code: 'request.not_found' })
    expect(await app.db.selectFrom('throttle').where('key', 'like', `%${ana.id}%`).selectAll().execute()).toEqual([])
  })

  it('a reply that ends as the account is erased', async () => {
    const before = await deadlocks()
    const { message_id, place } = await writeQuestion(app.context, ana.id, { conversation_id, content: 'Une question' })
    const end: ReplyEnd = {
      status: 'complete',
      finish_reason: 'stop',
      error_code: null,
      content: 'Une réponse',
      notices: [],
      sources: [],
      model: 'essai',
      ...withoutLevel,
      usage: null,
    }
    const use = { model: 'essai', prompt_tokens: 5, completion_tokens: 5, estimated_tokens: 0, model_ms: 0 }
    const [ended, erased] = await meet(
      () => endReply(app.db, app.context.instanceId, message_id, end, { place, use }, false),
      () => eraseAccount(app.context, ana.id, 'keep'),
    )
    expect([ended.status, erased.status]).toEqual(['fulfilled', 'fulfilled'])
    expect(await deadlocks()).toBe(before)
  })

  it('the last of a common allowance goes to whoever commits first: the other finds it taken, and nothing of theirs is written', async () => {
    const bob = await app.createUser()
    const conversation = { owner_id: bob.id, title: 'T', started: true }
    const { id: other } = await app.db.insertInto('conversation').values(conversation).returning('id').executeTakeFirstOrThrow()
    const { id: team_id } = await app.db.insertInto('team').values({ name: randomUUID() }).returning('id').executeTakeFirstOrThrow()
    const members = [ana, bob].map((user) => ({ team_id, user_id: user.id, role: 'member' as const }))
    await app.db.insertInto('team_member').values(members).execute()
    await app.db.insertInto('token_limit').values({ team_id, tokens: 1, kind: 'common' }).execute()
    // Ana's message has found tokens left and waits; Bob's, sent later, uses them.
    const [late, first] = await meet(
      () => writeQuestion(app.context, ana.id, { conversation_id, content: 'Une question' }),
      () => writeQuestion(app.context, bob.id, { conversation_id: other, content: 'Une autre' }),
      { otherWaits: false },
    )
    expect(first.status).toBe('fulfilled')
    expect(late).toMatchObject({ status: 'rejected', reason: { code: 'quota.busy' } })
    expect(await app.db.selectFrom('message').where('conversation_id', '=', conversation_id).selectAll().execute()).toEqual([])
    expect(await app.db.selectFrom('usage_running').where('team_id', '=', team_id).select('user_id').execute()).toEqual([{ user_id: bob.id }])
  })

  it('two who manage each other’s project, erased at the same instant: whoever is left inherits', async () => {
    const [bob, heir] = [await app.createUser(), await app.createUser()]
    const projects = await Promise.all(
      [ana, bob].map(async ({ id: owner_id }, nth) => {
        const { id: project_id } = await app.db.insertInto('project').values({ owner_id, name: 'Quai' }).returning('id').executeTakeFirstOrThrow()
        for (const { id: user_id } of [[bob, ana][nth]!, heir]) {
          const given_at = new Date(user_id === heir.id ? '2026-11-02' : '2026-11-01').toISOString()
          await app.db.insertInto('access_grant').values({ project_id, user_id, level: 'manage', given_at }).execute()
        }
        return project_id
      }),
    )
    const before = await deadlocks()
    const erase = (user: TestUser) => () => eraseAccount(app.context, user.id, 'keep')
    const row = sql`select 1 from project where id in (${sql.join(projects)}) for update`
    const ended = await meet(erase(ana), erase(bob), { row })
    expect(ended.map(({ status }) => status)).toEqual(['fulfilled', 'fulfilled'])
    expect(await deadlocks()).toBe(before)
    const owners = await app.db.selectFrom('project').where('id', 'in', projects).select('owner_id').execute()
    expect(owners).toEqual([{ owner_id: heir.id }, { owner_id: heir.id }])
  })

  it('a message that is indexed as its conversation is deleted: the message, then what is to be indexed of it', async () => {
    await app.context.messageIndex.stop()
    const row_of = { conversation_id, role: 'assistant' as const, content: 'Le compostage', status: 'complete' as const, sources: '[]' }
    const { id } = await app.db.insertInto('message').values(row_of).returning('id').executeTakeFirstOrThrow()
    const before = await deadlocks()
    const index = createMessageIndex({ db: app.db, log: app.context.log, inBackgroundFor: (_person, work) => work() })
    const ended = await meet(
      () => index.catchUp(ana.id),
      () => app.call(routes.conversations.remove, { params: { id: conversation_id }, token: ana.token }),
      { row: sql`select 1 from message_to_index where message_id = ${id} for update` },
    )
    expect(ended).toMatchObject([{ status: 'fulfilled' }, { value: { status: 200 } }])
    expect(await deadlocks()).toBe(before)
    expect(await app.db.selectFrom('message_word').where('message_id', '=', id).selectAll().execute()).toEqual([])
  })

  it('a member whose role changes as their account is erased: there is nobody any more', async () => {
    const { id: team_id } = await app.db.insertInto('team').values({ name: randomUUID() }).returning('id').executeTakeFirstOrThrow()
    await app.db.insertInto('team_member').values({ team_id, user_id: ana.id, role: 'member' }).execute()
    const admin = await app.createUser({ is_admin: true })
    const before = await deadlocks()
    const [erased, changed] = await meet(
      () => eraseAccount(app.context, ana.id, 'keep'),
      () => app.call(routes.teams.setRole, { params: { id: team_id, user_id: ana.id }, body: { role: 'manager' }, token: admin.token }),
      { row: sql`select 1 from team_member where user_id = ${ana.id} for update` },
    )
    expect([erased.status, changed]).toMatchObject(['fulfilled', { value: { status: 404 } }])
    expect(await deadlocks()).toBe(before)
  })

  it('a share with somebody whose account is erased is one with nobody', async () => {
    const bob = await app.createUser()
    const question = { conversation_id, role: 'user' as const, content: 'Une question', status: 'complete' as const, sources: '[]' }
    await app.db
      .insertInto('message')
      .values([question, { ...question, role: 'assistant' }])
      .execute()
    const [shared, erased] = await meet(
      () => app.call(routes.shares.create, { params: { id: conversation_id }, body: { people: [bob.id] }, token: ana.token }),
      () => eraseAccount(app.context, bob.id, 'keep'),
      { otherWaits: false },
    )
    expect([shared, erased.status]).toMatchObject([{ value: { status: 422, error: { code: 'grants.unknown' } } }, 'fulfilled'])
  })

  it('a message that a client saves as the account is erased, whichever of the two the database undoes', async () => {
    const heir = await app.createUser()
    const { id: project_id } = await app.db.insertInto('project').values({ owner_id: ana.id, name: 'Quai' }).returning('id').executeTakeFirstOrThrow()
    await app.db.insertInto('access_grant').values({ project_id, user_id: heir.id, level: 'manage' }).execute()
    const key = `test:${ana.id}`
    await app.db.insertInto('throttle').values({ key, ends_at: new Date().toISOString() }).execute()
    // The deletion has passed the project on and waits; the message has locked its conversation and waits for the account's counts.
    const [erased, said] = await meet(
      () => eraseAccount(app.context, ana.id, 'keep'),
      () => app.call(routes.conversations.addMessage, { params: { id: conversation_id }, body: { role: 'user', content: 'Encore' }, token: ana.token }),
      { row: sql`select 1 from throttle where key = ${key} for update` },
    )
    // PostgreSQL aborts the transaction that waited last: either the message is refused with 404, or it is saved and then deleted with the account.
    expect([erased.status, said]).toMatchObject(['fulfilled', { value: { status: expect.toBeOneOf([404, 201]) } }])
    expect(await app.db.selectFrom('message').where('conversation_id', '=', conversation_id).selectAll().execute()).toEqual([])
  })

  it('what names an account that goes at this very instant finds nobody', async () => {
    const admin = await app.createUser({ is_admin: true })
    const body = { name: 'Voirie', description: 'Aide', prompt_content: 'Tu aides.' }
    const category = await app.db.insertInto('assistant_category').values({ name: randomUUID(), icon: 'FileText' }).returning('id').executeTakeFirstOrThrow()
    const assistant = (await app.call(routes.ownAssistants.create, { body: { ...body, category_id: category.id }, token: admin.token })).body.id
    const calls = (user: TestUser) => [
      () => app.call(routes.users.closeSessions, { params: { id: user.id }, token: admin.token }),
      () => app.call(routes.quotas.setUser, { params: { id: user.id }, body: { tokens: 1_000 }, token: admin.token }),
      () => app.call(routes.secondFactor.begin, { body: { password: user.password }, token: user.token }),
      () => app.call(routes.ownAssistants.handOver, { params: { id: assistant }, body: { account: user.username }, token: admin.token }),
    ]
    const said: unknown[] = []
    for (const nth of calls(ana).keys()) {
      const user = await app.createUser()
      let answer: ReturnType<ReturnType<typeof calls>[number]> | undefined
      await app.db.transaction().execute(async (trx) => {
        await trx.deleteFrom('app_user').where('id', '=', user.id).execute()
        answer = calls(user)[nth]!()
        await waiting(1)
      })
      const { status, error } = await answer!
      said.push([status, error.code])
    }
    expect(said).toEqual([
      [404, 'request.not_found'],
      [404, 'request.not_found'],
      [404, 'request.not_found'],
      [422, 'teams.person_unknown'],
    ])
  })

  it('and where two wait for each other all the same, the one that the database undoes is run again', async () => {
    const [one, other] = [`test:${randomUUID()}`, `test:${randomUUID()}`]
    for (const key of [one, other]) await app.db.insertInto('throttle').values({ key, ends_at: new Date().toISOString() }).execute()
    const before = await deadlocks()
    const met = [Promise.withResolvers<void>(), Promise.withResolvers<void>()]
    const crossing = (mine: number, keys: readonly string[]) =>
      withRetries(() =>
        app.db.transaction().execute(async (db) => {
          await sql`update throttle set running = array_append(running, 'x') where key = ${keys[0]}`.execute(db)
          met[mine]!.resolve()
          await met[1 - mine]!.promise
          await sql`update throttle set running = array_append(running, 'x') where key = ${keys[1]}`.execute(db)
        }),
      )
    await Promise.all([crossing(0, [one, other]), crossing(1, [other, one])])
    await expect.poll(deadlocks).toBeGreaterThan(before)
    const rows = await app.db.selectFrom('throttle').where('key', 'in', [one, other]).select('running').execute()
    expect(rows.map(({ running }) => running)).toEqual([
      ['x', 'x'],
      ['x', 'x'],
    ])
  })
})
