import { routes, type ReplyEvent } from '@parvis/contract'
import { describe, expect, it, onTestFinished } from 'vitest'
import { createModels } from '../../../platform/llm/index.ts'
import { writeHeartbeat } from '../../../replies/usage.ts'
import { createTestDatabase } from '../../../testing/databases/database.ts'
import { openReply, type OpenReply, sourcesOf } from '../../../testing/reply-client.ts'
import { createTestApp, type TestApp } from '../../../testing/test-app.ts'
import { asPdf, foundFacts, plant } from '../../../testing/planted-report.ts'
import { anotherApp, people } from '../../../testing/open-test-app.ts'
import type { TestUser } from '../../../testing/test-users.ts'
import { uploadPrivate } from '../../documents/documents.fixture.ts'
import { openReadingBench, readingHandlers, type ReadingBench } from '../full-reading.fixture.ts'

const { chat, conversations } = routes

const bench = openReadingBench()
const { ana, bea } = people(bench.app, { ana: {}, bea: {} })
const planted = plant(24)
const pdf = asPdf(planted)

const asking = (asked: Partial<ReadingBench['asked']>) => Object.assign(bench.asked, { task: 'gather', window: 4_000, ...asked })
const isAtFour = (events: readonly ReplyEvent[]) => events.some((event) => event.type === 'progress' && event.done === 4)
const stop = async (user: TestUser, { stream_id, ended }: OpenReply) => {
  await bench.app.call(chat.stop, { params: { stream_id }, token: user.token })
  await ended
}
const keptParts = async (conversation_id: string): Promise<number> => {
  const parts = bench.app.db.selectFrom('full_reading_part').innerJoin('full_reading', 'full_reading.id', 'reading_id')
  return (await parts.where('conversation_id', '=', conversation_id).select('reading_id').execute()).length
}

/** Opens another instance on the same database. */
const openSecond = (): Promise<TestApp> =>
  anotherApp({ database: bench.app.database, models: { ...bench.app.context.models, close: async () => {} }, handlers: readingHandlers(bench.asked) })

/** Starts a conversation whose reading hangs at the fifth part. */
async function begin(user: TestUser, document_id: string): Promise<{ reply: OpenReply; id: string }> {
  asking({ document_id })
  const id = await bench.newConversation(user)
  const before = bench.model.requests.length
  const reply = await bench.send(user, id, 'Relève tous les faits mode:faits-jusqu-a:4')
  await reply.until(isAtFour)
  // The two parts that hang have been requested.
  await bench.model.request(before + 5)
  return { reply, id }
}

describe('one at a time', () => {
  it('tells a second reading of the same person, here and on another instance, that one is under way', async () => {
    const document_id = await uploadPrivate(bench.app, ana, 'rapport.pdf', pdf)
    const { reply } = await begin(ana, document_id)
    const before = bench.model.requests.length
    const id = await bench.newConversation(ana)
    const second = await bench.ask(ana, id, 'Relève tous les faits mode:faits')
    expect(second.text()).toMatch(/^Une lecture complète est déjà en cours/)
    const other = await openSecond()
    await writeHeartbeat(bench.app.db, bench.app.context.instanceId)
    const elsewhere = await openReply(`${await other.listen()}/api/chat/mistral/stream`, ana.token, {
      body: { messageHistory: [{ role: 'user', content: 'Relève tous les faits mode:faits' }] },
    })
    await elsewhere.ended
    expect(elsewhere.text()).toBe(second.text())
    expect(bench.model.requests).toHaveLength(before)
    // Another person's reading does not wait for it.
    const own = await uploadPrivate(bench.app, bea, 'rapport.pdf', pdf)
    asking({ document_id: own })
    const hers = await bench.ask(bea, await bench.newConversation(bea), 'Relève tous les faits mode:faits')
    expect(hers.text()).toContain('*Lecture complète')
    await stop(ana, reply)
    asking({ document_id })
    const again = await bench.ask(ana, id, 'Relève tous les faits mode:faits')
    expect(again.text()).toContain('*Lecture complète')
  })
})

describe('somebody else', () => {
  it('neither sees, stops nor takes up a reading', async () => {
    const { reply, id } = await begin(ana, await uploadPrivate(bench.app, ana, 'rapport.pdf', pdf))
    expect((await bench.resume(bea, reply.stream_id)).status).toBe(404)
    expect((await bench.app.call(chat.stop, { params: { stream_id: reply.stream_id }, token: bea.token })).status).toBe(404)
    await stop(ana, reply)
    expect((await bench.send(bea, id, '', { action: 'continue' })).status).toBe(404)
    const hers = await bench.ask(bea, await bench.newConversation(bea), 'Relève tous les faits mode:faits')
    expect(hers.text()).toBe('Il n’y a pas de texte à lire dans ces documents.')
  })
})

describe('what is erased', () => {
  it('takes the notes away with the document, and with the conversation', async () => {
    const document_id = await uploadPrivate(bench.app, ana, 'rapport.pdf', pdf)
    const { reply, id } = await begin(ana, document_id)
    await stop(ana, reply)
    expect(await keptParts(id)).toBe(4)
    await bench.app.call(conversations.remove, { params: { id }, token: ana.token })
    expect(await keptParts(id)).toBe(0)
    const other = await begin(ana, document_id)
    await stop(ana, other.reply)
    await bench.app.db.deleteFrom('document').where('id', '=', document_id).execute()
    expect(await keptParts(other.id)).toBe(0)
  })

  it('says nothing more of a document that was taken away while it was read', async () => {
    const eve = await bench.app.createUser()
    const gone = await uploadPrivate(bench.app, eve, 'retiré.txt', 'FAIT-9001 vaut 1 euro au budget.')
    await uploadPrivate(bench.app, eve, 'gardé.txt', 'FAIT-9002 vaut 2 euros au budget.')
    asking({ document_id: null })
    const reply = await bench.send(eve, await bench.newConversation(eve), 'Relève tous les faits mode:faits-lents')
    await reply.until((events) => events.some((event) => event.type === 'progress' && event.done === 1))
    await bench.app.db.deleteFrom('document').where('id', '=', gone).execute()
    await reply.ended
    expect(reply.text()).not.toContain('FAIT-9001')
    expect(reply.text()).toContain('FAIT-9002')
    expect(reply.text()).toContain('**retiré.txt** (retiré pendant la lecture)')
  })
})

describe('the cost', () => {
  it('is told first, without a model, and the reading begins once it is agreed to', async () => {
    const { fullReading } = bench.app.context.config
    const { confirmTokens } = fullReading
    onTestFinished(() => void (fullReading.confirmTokens = confirmTokens))
    fullReading.confirmTokens = 1_000
    asking({ document_id: await uploadPrivate(bench.app, ana, 'rapport.pdf', pdf) })
    const id = await bench.newConversation(ana)
    const before = bench.model.requests.length
    const told = await bench.ask(ana, id, 'Relève tous les faits mode:faits')
    expect(told.text()).toMatch(/lire 24\u00a0pages en entier, en \d+\u00a0parties\u00a0: environ [\d\u202f]+\u00a0jetons\.[^]*Répondez «\u00a0oui\u00a0»/)
    const other = await bench.ask(ana, id, 'Relève tous les faits et rien d’autre')
    expect(other.text()).toBe(told.text())
    expect(bench.model.requests).toHaveLength(before)
    await bench.ask(ana, id, 'Relève tous les faits mode:faits')
    const agreed = await bench.ask(ana, id, 'Oui')
    expect(foundFacts(planted, agreed.text(), sourcesOf(agreed), true)).toBe(planted.facts.length)
  })
})

describe('a process that dies', () => {
  it('leaves its notes to the next one, which reads the rest', async () => {
    const database = await createTestDatabase()
    const servers = [{ base_url: bench.model.baseUrl, api_key: null, model: 'essai' }]
    const timeouts = { connectMs: 1_000, firstTokenMs: 20_000, idleMs: 20_000, totalMs: 60_000 }
    const open = () => createTestApp({ database, models: createModels({ kind: 'openai', servers, timeouts }), handlers: readingHandlers(bench.asked) })
    const first = await open()
    const tom = await first.createUser()
    asking({ document_id: await uploadPrivate(first, tom, 'rapport.pdf', pdf) })
    const { id } = (await first.call(conversations.findOrCreate, { token: tom.token, body: {} })).body
    const reply = await openReply(`${await first.listen()}/api/chat/mistral/stream`, tom.token, {
      body: { conversation_id: id, messageHistory: [{ role: 'user', content: 'Relève tous les faits mode:faits-jusqu-a:4' }] },
    })
    await reply.until(isAtFour)
    const total = reply.events.flatMap((event) => (event.type === 'progress' ? [event.total] : [])).at(-1)!
    await first.context.replies.drain(0)
    await first.close()

    const second = await open()
    await second.context.replies.closeDeadReplies()
    const before = bench.model.requests.length
    bench.model.next(...Array<'faits'>(total - 4).fill('faits'))
    const rest = await openReply(`${await second.listen()}/api/chat/mistral/stream`, tom.token, {
      body: { conversation_id: id, messageHistory: [], action: 'continue' },
    })
    await rest.ended
    expect(bench.model.requests.length - before).toBe(total - 4)
    expect(foundFacts(planted, rest.text(), sourcesOf(rest), true)).toBe(planted.facts.length)
    const { messages } = (await second.call(conversations.get, { token: tom.token, params: { id } })).body
    expect(messages.at(-1)).toMatchObject({ status: 'complete', content: rest.text() })
    await second.close()
    await database.close()
  })
})

it('a reading is followed from another instance with the same numbers', async () => {
  asking({ document_id: await uploadPrivate(bench.app, ana, 'rapport.pdf', pdf) })
  const other = await openSecond()
  const url = await other.listen()
  const reply = await bench.send(ana, await bench.newConversation(ana), 'Relève tous les faits mode:faits-au-plus:400')
  const there = await openReply(`${url}/api/streams/${reply.stream_id}`, ana.token)
  await Promise.all([reply.ended, there.ended])
  expect(there.text()).toBe(reply.text())
  expect(there.events.at(-1)).toEqual(reply.events.at(-1))
  expect(sourcesOf(there)).toEqual(sourcesOf(reply))
  const middle = reply.events.find(({ type }) => type === 'delta')!.id - 10
  const rest = await openReply(`${url}/api/streams/${reply.stream_id}`, ana.token, { lastEventId: middle })
  await rest.ended
  expect(rest.text()).toBe(reply.text().slice(-10))
})
