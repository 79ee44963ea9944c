import { routes } from '@parvis/contract'
import { randomUUID } from 'node:crypto'
import { afterAll, beforeAll, expect, it } from 'vitest'
import { openChatBench } from '../testing/chat-bench.ts'
import { anotherApp, people } from '../testing/open-test-app.ts'
import { openReply, type OpenReply } from '../testing/reply-client.ts'
import { createTestApp, type TestApp } from '../testing/test-app.ts'
import { closeOrphans, endReply, readPieces, savePieces, type ReplyEnd } from './store.ts'
import { writeHeartbeat } from './usage.ts'
import { LlmError } from '../platform/llm/port.ts'
import { nothingMasked } from '../testing/test-llm.ts'

/** End of a whole reply without a model. */
const wholeEnd: Omit<ReplyEnd, 'notices' | 'sources'> = Object.assign(
  { status: 'complete', finish_reason: 'stop', error_code: null, content: 'Le conseil', usage: null } as const,
  { model: null, level: null, needed_level: null, documents_level: null, model_reason: null, expected_model: null, model_ms: null },
)

const bench = openChatBench()
const { ana } = people(bench.app, { ana: {} })
const emptyPrompt = () => ({ messages: [], llm: bench.app.context.models.select({ level: 1, masking: nothingMasked }), purpose: 'chat' as const })
let second: TestApp
let secondUrl: string
beforeAll(async () => {
  second = await createTestApp({ database: bench.app.database, models: { ...bench.app.context.models, close: async () => {} } })
  secondUrl = await second.listen()
})
afterAll(() => second.close())

const whole = { page: null, section: null, extract: 'Le conseil', score: 1 }
const source = (number: number) => ({ number, document_id: randomUUID(), document: `${number}.txt`, ...whole })
const aMinuteAgo = () => new Date(Date.now() - 60_000)

/** Inserts a running reply, written by this instance unless another writer is given. */
const insertRunning = (conversation_id: string, writer_id = bench.app.context.instanceId) => {
  const row = { conversation_id, role: 'assistant', content: '', status: 'en_cours', writer_id } as const
  return bench.app.db.insertInto('message').values(row).returning('id').executeTakeFirstOrThrow()
}

it('a reply written by one process is followed from another with the same numbers', async () => {
  const id = await bench.newConversation(ana)
  const here = await bench.send(ana, id, 'mode:lent:20')
  await here.until((events) => events.length > 3)
  const there = await openReply(`${secondUrl}/api/streams/${here.stream_id}`, ana.token)
  expect(await there.ended).toEqual({ cut: false })
  await here.ended
  expect(there.text()).toBe(here.text())
  expect(there.events.at(-1)).toEqual(here.events.at(-1))
})

it('and stopped from another within a second', async () => {
  const id = await bench.newConversation(ana)
  const here = await bench.send(ana, id, 'mode:sans-fin:10')
  await here.until((events) => events.length > 3)
  expect((await second.call(routes.chat.stop, { params: { stream_id: here.stream_id }, token: ana.token })).status).toBe(200)
  await here.ended
  expect(here.events.at(-1)).toMatchObject({ type: 'done', status: 'interrompue', finish_reason: 'stopped' })
})

it('REL-04 the reply of a dead process is closed with the text it had saved, and can be taken up', async () => {
  const { db, context } = bench.app
  const id = await bench.newConversation(ana)
  const writer_id = randomUUID()
  await db.insertInto('message').values({ conversation_id: id, role: 'user', content: 'Rédigez' }).execute()
  const { id: message_id } = await insertRunning(id, writer_id)
  await db.insertInto('reply_chunk').values({ message_id, start_at: 0, text: 'Le conseil ' }).execute()
  await db.insertInto('reply_chunk').values({ message_id, start_at: 11, text: 'municipal' }).execute()
  await db.insertInto('writer').values({ id: writer_id }).execute()
  // The writer is alive: another instance of the same database does not close its reply.
  const close = () => closeOrphans(db, context.instanceId, false, [])
  await writeHeartbeat(db, context.instanceId)
  expect(await close()).toBe(0)
  await db.updateTable('writer').set({ heartbeat_at: aMinuteAgo() }).where('id', '=', writer_id).execute()
  // After a database outage, nobody is judged before every process has had time for a heartbeat.
  expect(await close()).toBe(0)
  await db.updateTable('writer').set({ steady_since: aMinuteAgo() }).where('id', '=', context.instanceId).execute()
  expect(await close()).toBe(1)
  const closed = { content: 'Le conseil municipal', status: 'interrompue', finish_reason: 'crash', stream_id: null }
  expect((await bench.messages(ana, id)).at(-1)).toMatchObject(closed)
  expect(await db.selectFrom('reply_chunk').where('message_id', '=', message_id).selectAll().execute()).toEqual([])
  const rest = await bench.send(ana, id, '', { action: 'continue' })
  await rest.ended
  expect(rest.text().startsWith('Le conseil municipal')).toBe(true)
})

it('what was saved while the reply ran is never more than 250 ms behind what readers saw', async () => {
  const id = await bench.newConversation(ana)
  const reply = await bench.send(ana, id, 'mode:lent:10')
  // Pieces are merged, all the more on an idle machine: there, the whole reply is fewer than twenty events.
  await reply.until((events) => events.length > 5)
  const seen = reply.text()
  await new Promise((resolve) => setTimeout(resolve, 250))
  const pieces = await bench.app.db.selectFrom('reply_chunk').where('message_id', '=', reply.stream_id).orderBy('start_at').select('text').execute()
  const saved = pieces.map((piece) => piece.text).join('')
  expect(saved === '' ? (await bench.settled(ana, id)).content.startsWith(seen) : saved.length >= seen.length).toBe(true)
  await reply.ended
})

it('a reply closed in error keeps the end that its writer gives it, as long as nobody went on from it', async () => {
  const { db } = bench.app
  const id = await bench.newConversation(ana)
  const row = { conversation_id: id, role: 'assistant', content: 'Le con', status: 'interrompue', finish_reason: 'crash' } as const
  const reply = await db.insertInto('message').values(row).returning('id').executeTakeFirstOrThrow()
  const tell = () => endReply(db, randomUUID(), reply.id, { ...wholeEnd, notices: [], sources: [] }, null, false)
  await db.updateTable('message').set({ superseded_at: new Date() }).where('id', '=', reply.id).execute()
  expect(await tell()).toBe(false)
  await db.updateTable('message').set({ superseded_at: null }).where('id', '=', reply.id).execute()
  expect(await tell()).toBe(true)
  expect((await bench.messages(ana, id)).at(-1)).toMatchObject({ status: 'complete', content: 'Le conseil' })
})

it('a reply closed in error goes on to its end, where its writer was only out of reach', async () => {
  const id = await bench.newConversation(ana)
  const reply = await bench.send(ana, id, 'mode:lent:100')
  await reply.until((events) => events.length > 1)
  const closed = { status: 'interrompue', finish_reason: 'crash', writer_id: null } as const
  await bench.app.db.updateTable('message').set(closed).where('id', '=', reply.stream_id).execute()
  await reply.ended
  expect(reply.events.at(-1)).toMatchObject({ type: 'done', status: 'complete' })
  expect(await bench.settled(ana, id)).toMatchObject({ status: 'complete', content: reply.text() })
})

it('a reply of this process that it does not know is closed: the database went away between the writing and the answer', async () => {
  const { db, context } = bench.app
  const id = await bench.newConversation(ana)
  const { id: reply } = await insertRunning(id)
  expect(await context.replies.closeDeadReplies()).toBe(0)
  await db.updateTable('message').set({ created_at: aMinuteAgo() }).where('id', '=', reply).execute()
  expect(await context.replies.closeDeadReplies()).toBe(1)
  expect((await bench.messages(ana, id)).at(-1)).toMatchObject({ status: 'interrompue', finish_reason: 'crash' })
})

it('LLM-10 the replies that a person has running are counted over all instances, however close together they are asked', async () => {
  const bob = await bench.app.createUser()
  await Promise.all([writeHeartbeat(bench.app.db, bench.app.context.instanceId), writeHeartbeat(bench.app.db, second.context.instanceId)])
  const ask = async (index: number) => {
    const body = { conversation_id: await bench.newConversation(bob), messageHistory: [{ role: 'user', content: 'mode:sans-fin:10' }] }
    return openReply(`${index % 2 === 0 ? bench.url : secondUrl}/api/chat/mistral/stream`, bob.token, { body })
  }
  const asked = await Promise.all([0, 1, 2, 3, 4, 5].map(ask))
  expect(asked.map(({ status }) => status).sort()).toEqual([200, 200, 429, 429, 429, 429])
  const running = asked.filter(({ status }) => status === 200)
  const [first] = running
  await bench.app.call(routes.chat.stop, { params: { stream_id: first!.stream_id }, token: bob.token })
  await first!.ended
  // The slot is released on every instance before the end is announced.
  running.push(await ask(1))
  expect([(await ask(0)).status, running.at(-1)!.status]).toEqual([429, 200])
  for (const reply of running) {
    await second.call(routes.chat.stop, { params: { stream_id: reply.stream_id }, token: bob.token })
    await reply.ended
  }
  const { running: left } = await bench.app.db.selectFrom('throttle').where('key', '=', `chat:${bob.id}`).select('running').executeTakeFirstOrThrow()
  expect(left).toEqual([])
})

it('a place that a dead instance held counts no more', async () => {
  const eve = await bench.app.createUser()
  const dead = [`${randomUUID()}:${randomUUID()}`, `${randomUUID()}:${randomUUID()}`]
  const throttle = { key: `chat:${eve.id}`, ends_at: new Date(), running: dead }
  await bench.app.db.insertInto('throttle').values(throttle).execute()
  const reply = await bench.send(eve, await bench.newConversation(eve), 'Bonjour')
  expect(reply.status).toBe(200)
  await reply.ended
})

it('AUT-13 a reply that nobody keeps is cut when its owner is disabled on another instance', async () => {
  const zoe = await bench.app.createUser()
  const body = { messageHistory: [{ role: 'user', content: 'mode:sans-fin:10' }] }
  const reply = await openReply(`${bench.url}/api/chat/mistral/stream`, zoe.token, { body })
  await reply.until((events) => events.length > 1)
  await bench.app.db.updateTable('app_user').set({ is_active: false }).where('id', '=', zoe.id).execute()
  await reply.ended
  expect(reply.events.at(-1)).toMatchObject({ type: 'done', status: 'interrompue' })
})

it('a piece that was saved without its writer hearing of it comes again longer: nothing is missing, nor late for who follows', async () => {
  const { db } = bench.app
  const { id: message_id } = await insertRunning(await bench.newConversation(ana))
  const there = await openReply(`${secondUrl}/api/streams/${message_id}`, ana.token)
  await savePieces(db, [{ message_id, start_at: 0, text: 'Le ' }])
  await there.until(() => there.text() === 'Le ')
  for (const text of ['Le conseil', 'Le ']) await savePieces(db, [{ message_id, start_at: 0, text }])
  expect(await readPieces(db, message_id, 0)).toEqual([{ start_at: 0, text: 'Le conseil' }])
  await savePieces(db, [{ message_id, start_at: 10, text: ' vote' }])
  await there.until(() => there.text() === 'Le conseil vote')
  there.leave()
  // Half a character in one reply does not prevent the save of the others.
  await savePieces(db, [{ message_id, start_at: 15, text: '\ud83d é😀' }])
  expect(await readPieces(db, message_id, 15)).toEqual([{ start_at: 15, text: '\ufffd é😀' }])
  await db.deleteFrom('message').where('id', '=', message_id).execute()
})

it('a reply followed from another instance, or found again once it has ended, tells the sources that it kept, not all that was found', async () => {
  const { db, context } = bench.app
  const found = [source(1), source(2)]
  const kept = found.slice(1)
  const { id: message_id } = await insertRunning(await bench.newConversation(ana))
  const sources = JSON.stringify(found)
  await db.updateTable('message').set({ sources }).where('id', '=', message_id).execute()
  await savePieces(db, [{ message_id, start_at: 0, text: 'Le con' }])
  const url = `${secondUrl}/api/streams/${message_id}`
  const there = await openReply(url, ana.token)
  await there.until((events) => events.some(({ type }) => type === 'delta'))
  await endReply(db, context.instanceId, message_id, { ...wholeEnd, notices: [], sources: kept }, null, false)
  await there.ended
  const back = await openReply(url, ana.token, { lastEventId: there.events[1]!.id })
  await back.ended
  const told = ({ events }: OpenReply) => events.flatMap((event) => (event.type === 'sources' ? [event.sources] : []))
  expect([there.text(), told(there)]).toEqual(['Le conseil', [found, kept]])
  expect([back.text(), told(back)]).toEqual(['seil', [kept]])
})

it('a reader who comes back from anywhere to an answer that keeps none of the sources told before it misses no character', async () => {
  const id = await bench.newConversation(ana)
  const { id: message_id } = await insertRunning(id)
  bench.app.context.replies.start({
    owner_id: ana.id,
    conversation_id: id,
    message_id,
    prepare: async () => ({ ...emptyPrompt(), sources: [source(1)], findSources: () => [], answer: 'Le conseil' }),
  })
  expect(await bench.settled(ana, id)).toMatchObject({ content: 'Le conseil', sources: [], progress: null })
  for (const place of [1, 5, 10, 11]) {
    const here = await bench.resume(ana, message_id, place)
    const there = await openReply(`${secondUrl}/api/streams/${message_id}`, ana.token, { lastEventId: place })
    await Promise.all([here.ended, there.ended])
    expect(there.text()).toBe('Le conseil'.slice(place - 1))
    expect(there.events).toEqual(here.events)
  }
})

it('what goes on from an interrupted reply keeps its words, when it fails after naming its sources and before a word of its own', async () => {
  const id = await bench.newConversation(ana)
  const { id: message_id } = await insertRunning(id)
  const run = { owner_id: ana.id, conversation_id: id, message_id, prefix: 'Le conseil a' }
  bench.app.context.replies.start({
    ...run,
    prepare: async () => ({
      ...emptyPrompt(),
      async write(out) {
        out.setSources([source(1)])
        throw new LlmError('llm.unreachable')
      },
    }),
  })
  expect(await bench.settled(ana, id)).toMatchObject({ status: 'interrompue', content: 'Le conseil a' })
})

it('a piece that was being saved while its reply was ended, or its conversation erased, does not stay; one of a running reply does', async () => {
  const { db, context } = bench.app
  const conversation_id = await bench.newConversation(ana)
  const { id: ended } = await db
    .insertInto('message')
    .values({ conversation_id, role: 'assistant', content: 'Le conseil' })
    .returning('id')
    .executeTakeFirstOrThrow()
  const { id: running } = await insertRunning(conversation_id)
  const pieces = [ended, randomUUID(), running].map((message_id) => ({ message_id, start_at: 0, text: 'Le conseil' }))
  await db.insertInto('reply_chunk').values(pieces).execute()
  await context.replies.closeDeadReplies()
  const left = await Promise.all(pieces.map(async ({ message_id }) => (await readPieces(db, message_id, 0)).length))
  expect(left).toEqual([0, 0, 1])
})

it('an instance that stops refuses a question before anything of it is kept', async () => {
  const id = await bench.newConversation(ana)
  await second.context.replies.drain(0)
  const body = { conversation_id: id, messageHistory: [{ role: 'user' as const, content: 'Trop tard' }] }
  const refused = await second.call(routes.chat.stream, { token: ana.token, body })
  expect([refused.status, refused.error.code]).toEqual([503, 'server.stopping'])
  expect(await bench.messages(ana, id)).toEqual([])
})

it('an instance that stops while a question is being written answers it, or says that it was cut: it is left to nobody', async () => {
  for (const [patience, end] of [
    [20_000, { status: 'complete', finish_reason: 'stop' }],
    [0, { status: 'interrompue', finish_reason: 'cut' }],
  ] as const) {
    const { context, listen } = await anotherApp({ database: bench.app.database, models: { ...bench.app.context.models, close: async () => {} } })
    const { replies } = context
    const { newSlot } = replies
    const stopped = new Promise<void>((resolve) => {
      replies.newSlot = (key) => {
        resolve(replies.drain(patience))
        return newSlot(key)
      }
    })
    const id = await bench.newConversation(ana)
    const body = { conversation_id: id, messageHistory: [{ role: 'user', content: 'Juste à temps' }] }
    const reply = await openReply(`${await listen()}/api/chat/mistral/stream`, ana.token, { body })
    await stopped
    expect(reply.status).toBe(end.status === 'complete' ? 200 : 503)
    expect(await bench.messages(ana, id)).toMatchObject([{ content: 'Juste à temps' }, end])
  }
  const { running } = await bench.app.db.selectFrom('throttle').where('key', '=', `chat:${ana.id}`).select('running').executeTakeFirstOrThrow()
  expect(running).toEqual([])
})
