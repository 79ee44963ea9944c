import { errorSentence, limits, routes } from '@parvis/contract'
import { describe, expect, it } from 'vitest'
import { anotherApp, openTestApp, people } from '../../testing/open-test-app.ts'
import type { TestApp } from '../../testing/test-app.ts'
import type { TestUser } from '../../testing/test-users.ts'

const { conversations, projects } = routes

const app = openTestApp({ config: { quotas: { projects: 3, conversations: 4, messagesMb: 1, writtenDocumentsMb: 1 } } })
const { person } = people(app, { person: {} })

const newProject = (who: TestUser, on = app) => on.call(projects.create, { token: who.token, body: { name: 'Projet' } })
const newConversation = (who: TestUser, on = app) => on.call(conversations.findOrCreate, { token: who.token, body: {} })
const say = (who: TestUser, id: string, content: string, on = app) =>
  on.call(conversations.addMessage, { token: who.token, params: { id }, body: { role: 'user', content } })
const statuses = (answers: { status: number }[]) => answers.map(({ status }) => status).sort()
const heldBy = ({ id }: TestUser) => app.db.selectFrom('holding').where('owner_id', '=', id).selectAll().executeTakeFirstOrThrow()
const longest = (letter: string) => letter.repeat(limits.message)

it('projects: those above the quota are refused with its sentence, however many are asked at once; one that goes makes room', async () => {
  const answers = await Promise.all(Array.from({ length: 8 }, () => newProject(person)))
  expect(statuses(answers)).toEqual([201, 201, 201, 409, 409, 409, 409, 409])
  expect(answers.find(({ status }) => status === 409)!.body).toMatchObject({ code: 'projects.quota', error: errorSentence('projects.quota') })
  const kept = answers.find(({ status }) => status === 201)!.body
  await app.call(projects.remove, { token: person.token, params: { id: kept.id } })
  expect((await newProject(person)).status).toBe(201)
  expect((await newProject(person)).status).toBe(409)
  expect((await newProject(await app.createUser())).status).toBe(201)
})

it('conversations: the same', async () => {
  const answers = await Promise.all(Array.from({ length: 7 }, () => newConversation(person)))
  expect(statuses(answers)).toEqual([201, 201, 201, 201, 409, 409, 409])
  expect(answers.find(({ status }) => status === 409)!.body).toMatchObject({ code: 'conversations.quota', error: errorSentence('conversations.quota') })
  const kept = answers.find(({ status }) => status === 201)!.body
  await app.call(conversations.remove, { token: person.token, params: { id: kept.id } })
  expect((await newConversation(person)).status).toBe(201)
})

it('conversations in which nothing was asked are seen nowhere and give their place after an hour; the others never do', async () => {
  const [who, admin] = [await app.createUser(), await app.createUser({ is_admin: true })]
  const made = []
  for (let nth = 0; nth < 4; nth += 1) made.push((await newConversation(who)).body.id)
  const [asked, named, ...left] = made
  await say(who, asked!, 'Une question')
  await app.call(conversations.update, { token: who.token, params: { id: named! }, body: { title: 'Nommée' } })
  expect((await newConversation(who)).body).toMatchObject({ code: 'conversations.quota' })
  await app.db
    .updateTable('conversation')
    .set({ updated_at: new Date(app.now().getTime() - 61 * 60_000) })
    .where('owner_id', '=', who.id)
    .execute()
  const hold = await app.call(routes.retention.hold, { token: admin.token, body: { user_id: who.id, reason: 'Litige' } })
  expect((await newConversation(who)).status).toBe(409)
  await app.call(routes.retention.release, { token: admin.token, params: { id: hold.body.id } })
  expect((await newConversation(who)).status).toBe(201)
  const there = async (id: string) => (await app.call(conversations.get, { token: who.token, params: { id } })).status
  expect(await Promise.all([asked!, named!, ...left].map(there))).toEqual([200, 200, 404, 404])
  expect(statuses([await newConversation(who), await newConversation(who)])).toEqual([201, 409])
})

describe('messages', () => {
  it('are refused once their place is full, by calls at once, and by a question to the model; removed, they make room', async () => {
    const who = await app.createUser()
    const { id } = (await newConversation(who)).body
    const answers = await Promise.all(Array.from({ length: 13 }, () => say(who, id, longest('a'))))
    expect(statuses(answers)).toEqual([...Array.from({ length: 10 }, () => 201), 409, 409, 409])
    expect(answers.find(({ status }) => status === 409)!.body).toMatchObject({ code: 'conversations.messages_quota' })
    const asked = await app.call(routes.chat.stream, {
      token: who.token,
      body: { conversation_id: id, messageHistory: [{ role: 'user', content: longest('b') }] },
    })
    expect([asked.status, asked.text]).toEqual([409, expect.stringContaining(errorSentence('conversations.messages_quota'))])
    expect((await app.call(conversations.get, { token: who.token, params: { id } })).body.messages).toHaveLength(10)
    await app.call(conversations.remove, { token: who.token, params: { id } })
    expect(await heldBy(who)).toMatchObject({ conversations: 0, message_bytes: 0 })
    const next = (await newConversation(who)).body.id
    expect((await say(who, next, longest('c'))).status).toBe(201)
  })

  it('count for their bytes, and for 1 kB at least; the end of a reply is counted and never refused', async () => {
    const who = await app.createUser()
    const { id } = (await newConversation(who)).body
    await say(who, id, 'é'.repeat(1_000))
    await say(who, id, 'court')
    expect(await heldBy(who)).toMatchObject({ message_bytes: 2_000 + 1_024 })
    const { id: reply } = await app.db
      .insertInto('message')
      .values({ conversation_id: id, role: 'assistant', content: '', status: 'en_cours', writer_id: id })
      .returning('id')
      .executeTakeFirstOrThrow()
    await app.db
      .updateTable('message')
      .set({ content: 'x'.repeat(3_000_000), status: 'complete', writer_id: null })
      .where('id', '=', reply)
      .execute()
    expect(await heldBy(who)).toMatchObject({ message_bytes: 2_000 + 1_024 + 3_000_000 })
    expect((await say(who, id, 'encore')).body).toMatchObject({ code: 'conversations.messages_quota' })
  })

  it('fill one conversation up to a limit of its own; another one takes the rest', async () => {
    const who = await app.createUser()
    const { id } = (await newConversation(who)).body
    const full = 8 * 1024 * 1024 - 1_000
    await app.db
      .insertInto('message')
      .values({ conversation_id: id, role: 'assistant', content: 'x'.repeat(full) })
      .execute()
    const large = await anotherApp({ database: app.database, config: { quotas: { projects: 3, conversations: 4, messagesMb: 100, writtenDocumentsMb: 1 } } })
    const refused = await say(who, id, 'de trop', large)
    expect([refused.status, refused.body]).toMatchObject([409, { code: 'conversations.full', error: errorSentence('conversations.full') }])
    const next = (await newConversation(who)).body.id
    expect((await say(who, next, 'ailleurs', large)).status).toBe(201)
  })
})

it('each instance applies its own settings, whichever started last, also to a question to the model', async () => {
  const who = await app.createUser()
  const small = await anotherApp({ database: app.database, config: { quotas: { projects: 1, conversations: 1, messagesMb: 1, writtenDocumentsMb: 1 } } })
  const large = await anotherApp({ database: app.database, config: { quotas: { projects: 5, conversations: 6, messagesMb: 2, writtenDocumentsMb: 1 } } })
  expect((await newProject(who, small)).status).toBe(201)
  for (const [on, status] of [
    [small, 409],
    [large, 201],
    [app, 201],
    [app, 409],
    [large, 201],
    [small, 409],
  ] as const)
    expect((await newProject(who, on)).status).toBe(status)
  const { id } = (await newConversation(who, small)).body
  expect([(await newConversation(who, small)).status, (await newConversation(who)).status]).toEqual([409, 201])
  for (let count = 0; count < 10; count += 1) await say(who, id, longest('a'))
  const ask = (on: TestApp, action: 'send' | 'regenerate') =>
    on.call(routes.chat.stream, { token: who.token, body: { conversation_id: id, action, messageHistory: [{ role: 'user', content: longest('b') }] } })
  expect([(await ask(small, 'send')).error.code, (await ask(large, 'send')).status]).toEqual(['conversations.messages_quota', 200])
  expect([(await ask(small, 'regenerate')).error.code, (await ask(large, 'regenerate')).status]).toEqual(['conversations.messages_quota', 200])
})

it('an account that goes takes its numbers with it', async () => {
  const who = await app.createUser()
  await newProject(who)
  const { id } = (await newConversation(who)).body
  await say(who, id, 'Bonjour')
  expect(await heldBy(who)).toMatchObject({ projects: 1, conversations: 1, message_bytes: 1_024 })
  await app.db.deleteFrom('app_user').where('id', '=', who.id).execute()
  expect(await app.db.selectFrom('holding').where('owner_id', '=', who.id).selectAll().execute()).toEqual([])
})
