import { routes } from '@parvis/contract'
import { sql } from 'kysely'
import { randomUUID } from 'node:crypto'
import { afterAll, beforeAll, beforeEach, describe, expect, it } from 'vitest'
import { openChatBench } from '../../testing/chat-bench.ts'
import { anotherApp, people } from '../../testing/open-test-app.ts'
import { createTestApp, type TestApp } from '../../testing/test-app.ts'
import type { TestUser } from '../../testing/test-users.ts'
import { dayInParis, formatFrenchDate, nextMonthInParis } from '../../platform/paris.ts'
import { closeOrphans } from '../../replies/store.ts'
import { writeHeartbeat, writerSilenceSeconds } from '../../replies/usage.ts'

const { quotas } = routes
const config = { chat: { maxRunning: 50, maxPerMinute: 10_000 } }

const bench = openChatBench({ config })
const { app } = bench
const { admin } = people(app, { admin: { is_admin: true } })
let ana: TestUser
beforeEach(async () => {
  ana = await app.createUser()
})

const used = (who: { user_id?: string; team_id?: string }, tokens: number) =>
  app.db
    .insertInto('usage_entry')
    .values({ day: dayInParis(app.now()), model: 'essai', prompt_tokens: tokens, completion_tokens: 0, estimated_tokens: 0, replies: 1, uncounted: 0, ...who })
    .execute()
const usage = async (user: TestUser) => (await app.call(quotas.own, { token: user.token })).body
const limitOf = (user: TestUser, tokens: number | null) => app.call(quotas.setUser, { params: { id: user.id }, body: { tokens }, token: admin.token })
/** Asks the chatbot without a conversation. */
const ask = (user: TestUser) => app.call(routes.chat.simple, { body: { message: 'Une question' }, token: user.token })

async function team(name: string, members: readonly TestUser[], limit?: { tokens: number; kind: 'each' | 'common' }): Promise<string> {
  const { id } = await app.db
    .insertInto('team')
    .values({ name: `${name} ${randomUUID()}` })
    .returning('id')
    .executeTakeFirstOrThrow()
  await app.db
    .insertInto('team_member')
    .values(members.map((member) => ({ team_id: id, user_id: member.id, role: 'member' as const })))
    .execute()
  if (limit) expect((await app.call(quotas.setTeam, { params: { id }, body: limit, token: admin.token })).status).toBe(200)
  return id
}

describe('a limit of tokens', () => {
  it('is none where nothing is set: what is used is counted all the same, by day, service, assistant and model', async () => {
    const id = await team('Actes', [ana])
    expect(await usage(ana)).toMatchObject({ replies: 0, limits: [], renews_at: nextMonthInParis(app.now()).toISOString() })
    expect((await ask(ana)).status).toBe(200)
    const { prompt_tokens, completion_tokens, ...rest } = await usage(ana)
    expect(prompt_tokens * completion_tokens).toBeGreaterThan(0)
    expect(rest).toMatchObject({ replies: 1, uncounted: 0, estimated_tokens: 0, limits: [] })
    const rows = await app.db.selectFrom('usage_entry').where('user_id', '=', ana.id).selectAll().execute()
    expect(rows).toMatchObject([{ team_id: id, assistant_id: null, model: 'essai', replies: 1 }])
    expect((await app.call(quotas.ofTeam, { params: { id }, token: admin.token })).body).toMatchObject({
      tokens: null,
      used: prompt_tokens + completion_tokens,
    })
  })

  it('stops before the model is called, keeps nothing of the message, says when it ends, and is raised by an administrator', async () => {
    await limitOf(ana, 1_000)
    const id = await bench.newConversation(ana)
    await used({ user_id: ana.id }, 999)
    // Enough tokens are left to start one reply, which ends although it exceeds the limit.
    const reply = await bench.ask(ana, id, 'Une question')
    expect(reply.events.at(-1)).toMatchObject({ status: 'complete' })
    expect((await usage(ana)).limits).toMatchObject([{ kind: 'own', team: null, tokens: 1_000 }])
    const calls = bench.model.requests.length
    const before = (await bench.messages(ana, id)).length
    const renews = nextMonthInParis(app.now())
    const refused = { code: 'quota.exhausted', renews_at: renews.toISOString(), error: expect.stringContaining(formatFrenchDate(renews)) }
    const send = (action: string) =>
      app.http.inject({
        method: 'POST',
        url: '/api/chat/mistral/stream',
        headers: { authorization: `Bearer ${ana.token}` },
        payload: { conversation_id: id, action, messageHistory: [{ role: 'user', content: 'Encore' }] },
      })
    for (const action of ['send', 'regenerate']) {
      const answer = await send(action)
      expect([answer.statusCode, answer.json()]).toEqual([429, expect.objectContaining(refused)])
    }
    expect((await ask(ana)).body).toMatchObject(refused)
    expect(bench.model.requests).toHaveLength(calls)
    expect(await bench.messages(ana, id)).toHaveLength(before)
    expect(await app.db.selectFrom('usage_running').where('user_id', '=', ana.id).selectAll().execute()).toEqual([])
    await limitOf(ana, 100_000)
    expect((await send('send')).statusCode).toBe(200)
  })

  it('is everybody’s usual one where nothing is set for the person or a service, and renews with the month of Paris', async () => {
    const usual = await anotherApp({
      database: app.database,
      config: { ...config, tokensPerMonth: 500 },
      models: { ...app.context.models, close: async () => {} },
    })
    const asked = () => usual.call(routes.chat.simple, { body: { message: 'Une question' }, token: ana.token })
    await used({ user_id: ana.id }, 500)
    expect((await asked()).body).toMatchObject({ code: 'quota.exhausted' })
    expect((await usual.call(quotas.own, { token: ana.token })).body.limits).toEqual([{ kind: 'usual', team: null, tokens: 500, used: 500 }])
    await limitOf(ana, 600)
    expect((await asked()).status).toBe(200)
    await limitOf(ana, null)
    expect((await asked()).status).toBe(429)
    await app.db.deleteFrom('app_user').where('id', '=', ana.id).execute()
    ana = await app.createUser()
    // Moves the usage to the previous month: its last day, in Paris.
    const last = new Date(nextMonthInParis(app.now()).getTime() - 40 * 24 * 3_600_000)
    await app.db
      .insertInto('usage_entry')
      .values({ user_id: ana.id, day: dayInParis(last), model: '', prompt_tokens: 900, completion_tokens: 0, estimated_tokens: 0, replies: 1, uncounted: 0 })
      .execute()
    if (dayInParis(last).slice(0, 7) !== dayInParis(app.now()).slice(0, 7)) expect((await asked()).status).toBe(200)
  })

  it('is, in several services, the one with the most left, which pays', async () => {
    const bob = await app.createUser()
    await team('Petit', [ana], { tokens: 1_000, kind: 'each' })
    const pot = await team('Commun', [ana, bob], { tokens: 5_000, kind: 'common' })
    await used({ user_id: ana.id, team_id: pot }, 900)
    await used({ user_id: bob.id, team_id: pot }, 4_050)
    expect((await usage(ana)).limits.map(({ kind, used: tokens }) => [kind, tokens])).toEqual([
      ['each', 900],
      ['common', 4_950],
    ])
    expect((await ask(ana)).status).toBe(200)
    const paid = await app.db.selectFrom('usage_entry').where('user_id', '=', ana.id).where('model', '=', 'essai').select(['team_name', 'replies']).execute()
    expect(paid.some(({ team_name }) => team_name?.startsWith('Petit'))).toBe(true)
    expect((await ask(bob)).status).toBe(200)
    expect((await ask(bob)).body).toMatchObject({ code: 'quota.exhausted' })
    // Deleting a team removes its limit, but not the usage.
    const before = await usage(bob)
    await app.db.deleteFrom('team').where('id', '=', pot).execute()
    expect(await usage(bob)).toEqual({ ...before, limits: [] })
    expect((await ask(bob)).status).toBe(200)
  })

  it('is set by administrators, for who exists, and the trail says so', async () => {
    expect((await limitOf(ana, -1)).status).toBe(422)
    expect((await limitOf({ ...ana, id: randomUUID() }, 5)).status).toBe(404)
    expect((await app.call(quotas.setTeam, { params: { id: randomUUID() }, body: { tokens: 5, kind: 'each' }, token: admin.token })).status).toBe(404)
    expect((await limitOf(ana, 5)).body).toMatchObject({ tokens: 5, kind: 'each', used: 0, usual: null })
    const id = await team('Urbanisme', [ana], { tokens: 7, kind: 'common' })
    expect((await app.call(quotas.ofTeam, { params: { id }, token: admin.token })).body).toMatchObject({ tokens: 7, kind: 'common' })
    const acts = await app.db.selectFrom('audit_event').where('act', 'like', 'quotas.%').where('outcome', '=', 'done').select(['act', 'target_name']).execute()
    expect(acts).toContainEqual({ act: 'quotas.user', target_name: null })
    expect(acts).toContainEqual({ act: 'quotas.team', target_name: expect.stringContaining('Urbanisme') })
  })
})

it('what a service paid for in a month is kept beside the ledger by the database, which lowers neither', async () => {
  const id = await team('Régie', [ana])
  await used({ team_id: id, user_id: ana.id }, 300)
  await used({ team_id: id }, 40)
  await app.db.updateTable('usage_entry').set({ prompt_tokens: 305 }).where('user_id', '=', ana.id).execute()
  const lastYear = { day: '2025-02-28', model: '', prompt_tokens: 9, completion_tokens: 0, estimated_tokens: 0, replies: 1, uncounted: 0 }
  await app.db
    .insertInto('usage_entry')
    .values({ ...lastYear, team_id: id })
    .execute()
  await app.db.deleteFrom('app_user').where('id', '=', ana.id).execute()
  const months = () => app.db.selectFrom('usage_month').where('team_id', '=', id).orderBy('month').select(['month', 'tokens']).execute()
  const kept = [
    { month: '2025-02-01', tokens: 9 },
    { month: `${dayInParis(app.now()).slice(0, 7)}-01`, tokens: 345 },
  ]
  expect(await months()).toEqual(kept)
  await expect(app.db.updateTable('usage_month').set({ tokens: 1 }).where('team_id', '=', id).execute()).rejects.toThrow('never lowered')
  await app.db.deleteFrom('usage_entry').where('team_id', '=', id).execute()
  expect(await months()).toEqual(kept)
})

it('the database holds a writer for dead as the server does', async () => {
  const { rows } = await sql`select writer_silence() as seconds`.execute(app.db)
  expect(rows).toEqual([{ seconds: writerSilenceSeconds }])
})

describe('many at the limit, on two instances', () => {
  let second: TestApp
  let urls: string[]
  beforeAll(async () => {
    second = await createTestApp({ database: app.database, config, models: { ...app.context.models, close: async () => {} } })
    urls = [bench.url, await second.listen()]
  })
  afterAll(() => second.close())

  /**
   * Starts fifty long replies at once, alternating between the two instances. On a busy machine the last ones may be refused for want of a database
   * connection, but not all.
   * @returns the number of replies started
   */
  async function storm(people: readonly TestUser[]): Promise<number> {
    for (const { instanceId } of [app.context, second.context]) await writeHeartbeat(app.db, instanceId)
    const gone = new AbortController()
    const counts: Record<string, number> = {}
    await Promise.all(
      Array.from({ length: 50 }, async (_, at) => {
        const answer = await fetch(`${urls[at % 2]}/api/chat/mistral/stream`, {
          method: 'POST',
          signal: gone.signal,
          headers: { authorization: `Bearer ${people[at % people.length]!.token}`, 'content-type': 'application/json', accept: 'text/event-stream' },
          body: JSON.stringify({ messageHistory: [{ role: 'user', content: 'mode:lent:20' }] }),
        })
        const code = answer.status === 200 ? 'begun' : ((await answer.json()) as { code: string }).code
        counts[code] = (counts[code] ?? 0) + 1
      }),
    )
    for (const { context } of [app, second]) context.replies.cancel(() => true)
    await expect.poll(async () => app.db.selectFrom('usage_running').selectAll().execute(), { timeout: 10_000 }).toEqual([])
    gone.abort()
    // A request after the first reply has ended finds the limit used up rather than reserved.
    const { begun = 0, 'quota.busy': busy = 0, 'quota.exhausted': spent = 0, 'db.unavailable': late = 0 } = counts
    expect([busy > 0, begun + busy + spent + late], JSON.stringify(counts)).toEqual([true, 50])
    return begun
  }

  it('pass that of one person by one reply', async () => {
    await limitOf(ana, 1_000)
    await used({ user_id: ana.id }, 999)
    expect(await storm([ana])).toBe(1)
    expect((await usage(ana)).replies).toBe(2)
  })

  it('pass that of a service by one reply, and begin as many as there is room for', async () => {
    const people = await Promise.all(Array.from({ length: 10 }, () => app.createUser()))
    const pot = await team('Commun', people, { tokens: 1_000, kind: 'common' })
    await used({ team_id: pot }, 999)
    expect(await storm(people)).toBe(1)
    const held = Math.min(app.context.models.expect({ level: 1 }).contextTokens(), 32_000)
    await app.call(quotas.setTeam, { params: { id: pot }, body: { tokens: 1_000_000, kind: 'common' }, token: admin.token })
    const { used: now } = (await app.call(quotas.ofTeam, { params: { id: pot }, token: admin.token })).body
    await app.call(quotas.setTeam, { params: { id: pot }, body: { tokens: now + 2 * held + 1, kind: 'common' }, token: admin.token })
    expect(await storm(people)).toBe(3)
  })
})

it('what a dead process was writing is counted once, as an estimate, and holds nothing: two replies of one person too', async () => {
  const writer_id = randomUUID()
  const day = dayInParis(app.now())
  for (const question of ['x'.repeat(400), null]) {
    const conversation_id = await bench.newConversation(ana)
    if (question !== null) await app.db.insertInto('message').values({ conversation_id, role: 'user', content: question }).execute()
    const reply = { conversation_id, role: 'assistant', content: '', status: 'en_cours', writer_id } as const
    const { id: message_id } = await app.db.insertInto('message').values(reply).returning('id').executeTakeFirstOrThrow()
    const text = 'y'.repeat(40)
    await app.db.insertInto('reply_chunk').values({ message_id, start_at: 0, text }).execute()
    const running = { place: `${writer_id}:${message_id}`, writer_id, user_id: ana.id, message_id, day, held: 9_000 }
    await app.db.insertInto('usage_running').values(running).execute()
  }
  await limitOf(ana, 5_000)
  expect((await usage(ana)).limits).toMatchObject([{ used: 0 }])
  for (const closed of [2, 0]) expect(await closeOrphans(app.db, app.context.instanceId, true, [])).toBe(closed)
  // The empty list of sources counts as two characters.
  expect(await usage(ana)).toMatchObject({ prompt_tokens: 102, completion_tokens: 20, estimated_tokens: 122, replies: 2, uncounted: 2 })
})

it('a reply that is stopped counts what was used, and one that no model could write counts nothing', async () => {
  const id = await bench.newConversation(ana)
  const slow = await bench.send(ana, id, 'mode:sans-fin:10')
  await slow.until((events) => events.filter(({ type }) => type === 'delta').length > 3)
  await app.call(routes.chat.stop, { params: { stream_id: slow.stream_id }, token: ana.token })
  await slow.ended
  const stopped = await usage(ana)
  expect(stopped).toMatchObject({ replies: 1, uncounted: 1, estimated_tokens: stopped.prompt_tokens + stopped.completion_tokens })
  expect(stopped.completion_tokens).toBeGreaterThan(0)
  const lost = await bench.newConversation(ana)
  await bench.ask(ana, lost, 'mode:401')
  expect(await usage(ana)).toEqual({ ...stopped, replies: 2 })
})
