import { setFlagsFromString } from 'node:v8'
import { runInNewContext } from 'node:vm'
import { routes } from '@parvis/contract'
import { afterEach, beforeAll, beforeEach, expect, it } from 'vitest'
import { readConfig } from '../platform/config/config.ts'
import { openReply, type OpenReply } from '../testing/reply-client.ts'
import type { TestLlm } from '../testing/test-llm.ts'
import { openTestApp } from '../testing/open-test-app.ts'
import type { TestUser } from '../testing/test-users.ts'
import { isFullRun } from '../testing/full-run.ts'

const people = 10
/** Concurrent replies per person; two hundred in all in the full run (`PARVIS_WHOLE`). */
const streamsEach = isFullRun ? 20 : 8
const pieces = 40
const rounds = 3

/** Returns the nth piece of the model's answer to a question. */
const piece = (question: string, nth: number) => `${question} ${nth} é€😀\n`
const whole = (question: string) => Array.from({ length: pieces }, (_, nth) => piece(question, nth)).join('')

/** A model that sends one piece, then waits until the gate is resolved. */
let gate = Promise.withResolvers<void>()
const slow: TestLlm = {
  builtIn: false,
  host: null,
  contextTokens: () => 32_000,
  async complete({ messages, onDelta }) {
    const question = messages.findLast(({ role }) => role === 'user')!.content
    onDelta(piece(question, 0))
    await gate.promise
    for (let nth = 1; nth < pieces; nth += 1) {
      onDelta(piece(question, nth))
      await new Promise((resolve) => setImmediate(resolve))
    }
    return { finish: 'stop', usage: null, model: 'slow' }
  },
  async close() {},
}

const app = openTestApp({ llm: slow, config: { chat: { ...readConfig({}).chat, maxRunning: streamsEach, maxPerMinute: 10_000 } } })
let url: string
let users: TestUser[]
beforeAll(async () => void (url = await app.listen()))
// New people for each test and each retry: nothing left by the previous one counts.
beforeEach(async () => {
  users = []
  for (let nth = 0; nth < people; nth += 1) users.push(await app.createUser())
})
afterEach(async () => {
  gate.resolve()
  while (app.context.replies.running() > 0) await new Promise((resolve) => setTimeout(resolve, 50))
})

type Asked = { user: TestUser; conversation_id: string; question: string; reply: OpenReply }

async function ask(user: TestUser, question: string): Promise<Asked> {
  const { body } = await app.call(routes.conversations.findOrCreate, { token: user.token, body: {} })
  const sent = { messageHistory: [{ role: 'user', content: question }], conversation_id: body.id, client_message_id: question }
  const reply = await openReply(`${url}/api${routes.chat.stream.path}`, user.token, { body: sent })
  expect(reply.status).toBe(200)
  return { user, conversation_id: body.id, question, reply }
}

const connections = () => new Promise<number>((resolve) => app.http.server.getConnections((_error, count) => resolve(count)))
const openSockets = () => process.getActiveResourcesInfo().filter((name) => name.startsWith('TCP')).length

/** Heap size in bytes after garbage collection. */
function heap(): number {
  setFlagsFromString('--expose-gc')
  const collect = runInNewContext('gc') as () => void
  collect()
  collect()
  return process.memoryUsage().heapUsed
}

/** Runs all the replies at once, disconnects half of their readers midway, and makes ordinary requests meanwhile. */
async function round(nth: number): Promise<{ heap: number; sockets: number }> {
  gate = Promise.withResolvers()
  // One person after another: on a busy machine, two hundred at once would wait too long for a connection.
  const asked: Asked[] = []
  for (const [person, user] of users.entries())
    asked.push(...(await Promise.all(Array.from({ length: streamsEach }, (_, n) => ask(user, `question-${nth}-${person}-${n}`)))))
  await Promise.all(asked.map(({ reply }) => reply.until((events) => events.some(({ type }) => type === 'delta'))))
  expect(app.context.replies.running()).toBe(people * streamsEach)
  expect(await connections()).toBeGreaterThanOrEqual(people * streamsEach)
  for (const user of users) {
    const listed = await app.call(routes.conversations.list, { token: user.token })
    expect(listed.body.filter(({ title }) => title.toLowerCase().startsWith(`question-${nth}-`))).toHaveLength(streamsEach)
    const opened = await app.call(routes.conversations.get, { token: user.token, params: { id: listed.body[0]!.id } })
    expect(opened.body.messages.at(-1)).toMatchObject({ status: 'en_cours' })
  }
  const [left, followed] = [asked.filter((_, n) => n % 2 === 0), asked.filter((_, n) => n % 2 === 1)]
  for (const { reply } of left) reply.leave()
  gate.resolve()
  for (const { reply, question } of followed) {
    expect(await reply.ended).toEqual({ cut: false })
    expect(reply.text()).toBe(whole(question))
  }
  await expect.poll(() => app.context.replies.running(), { timeout: 30_000 }).toBe(0)
  for (const { user, conversation_id, question } of asked) {
    const { body } = await app.call(routes.conversations.get, { token: user.token, params: { id: conversation_id } })
    expect(body.messages.at(-1)).toMatchObject({ role: 'assistant', status: 'complete', finish_reason: 'stop', content: whole(question) })
  }
  await expect
    .poll(
      () => {
        app.http.server.closeIdleConnections()
        return connections()
      },
      { timeout: 30_000 },
    )
    .toBe(0)
  return { heap: heap(), sockets: openSockets() }
}

it(`NET-07: ${people * streamsEach} open replies lose no byte, let people work, and leave neither socket nor memory behind`, { timeout: 240_000 }, async () => {
  const left = []
  for (let nth = 0; nth < rounds; nth += 1) left.push(await round(nth))
  const [, before, after] = left
  expect(after!.sockets).toBeLessThanOrEqual(before!.sockets)
  expect(after!.heap).toBeLessThan(before!.heap * 1.1)
  const places = await app.db.selectFrom('throttle').select('running').execute()
  expect(places.flatMap(({ running }) => running)).toEqual([])
  expect(await app.db.selectFrom('reply_chunk').selectAll().execute()).toEqual([])
})

/** Number of readers; five hundred in the full run (`PARVIS_WHOLE`). */
const readers = isFullRun ? 500 : 60

it(
  `${readers} readers of one reply, before, in the middle or after its end, read the same text, and keep nobody from working`,
  { timeout: 120_000 },
  async () => {
    gate = Promise.withResolvers()
    const [user, other] = users
    const { reply, question } = await ask(user!, 'lue par tous')
    await reply.until((events) => events.some(({ type }) => type === 'delta'))
    const { id } = reply.events.findLast(({ type }) => type === 'delta')!
    const open = (lastEventId?: number) =>
      openReply(`${url}/api/streams/${reply.stream_id}`, user!.token, { ...(lastEventId !== undefined && { lastEventId }) })
    // In groups: on a busy machine, all at once would wait too long for a connection.
    const openSeveral = async (count: number, lastEventId?: number) => {
      const opened: OpenReply[] = []
      while (opened.length < count) opened.push(...(await Promise.all(Array.from({ length: Math.min(25, count - opened.length) }, () => open(lastEventId)))))
      return opened
    }
    const before = await openSeveral(readers / 2)
    const returned = await openSeveral(readers / 4, id)
    for (const { status } of [...before, ...returned]) expect(status).toBe(200)
    const works = async () => expect((await app.call(routes.conversations.list, { token: other!.token })).status).toBe(200)
    await works()
    gate.resolve()
    await works()
    const late = await openSeveral(readers / 4)
    for (const one of [reply, ...before, ...returned, ...late]) expect(await one.ended).toEqual({ cut: false })
    for (const one of [reply, ...before, ...late]) expect(one.text()).toBe(whole(question))
    for (const one of returned) expect(one.text()).toBe(whole(question).slice(piece(question, 0).length))
  },
)
