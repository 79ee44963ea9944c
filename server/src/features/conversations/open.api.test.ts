import { routes } from '@parvis/contract'
import { expect, test } from 'vitest'
import { StreamedAnswer } from '../../platform/streamed-answer.ts'
import { handle } from '../../platform/http/handler.ts'
import { openTestApp } from '../../testing/open-test-app.ts'
import { createTestApp } from '../../testing/test-app.ts'
import { openConversation, readConversation } from './queries.ts'

const app = openTestApp()

const { conversations } = routes

async function conversationOf(token: string, contents: string[]): Promise<string> {
  const { id } = (await app.call(conversations.findOrCreate, { token, body: {} })).body
  const rows = contents.map((content) => ({ conversation_id: id, role: 'user' as const, content }))
  await app.db.insertInto('message').values(rows).execute()
  return id
}

const lineOf = (length: number) => (_: unknown, nth: number) => `${nth} é« ${'"\n'.repeat(Math.ceil(length / 2))}`.slice(0, length + 4)

test.each<[string, string[]]>([
  ['short', Array.from({ length: 3 }, lineOf(20))],
  ['of one statement exactly, by its bytes', [100_000, 100_000, 62_144].map((length) => 'x'.repeat(length))],
  ['of one statement exactly, by its messages', Array.from({ length: 200 }, lineOf(5))],
  ['of three megabytes', Array.from({ length: 30 }, lineOf(99_000))],
  ['of many short messages', Array.from({ length: 401 }, lineOf(5))],
])('a conversation %s is opened as it was written, in order', { timeout: 60_000 }, async (_title, contents) => {
  const { token } = await app.createUser()
  const id = await conversationOf(token, contents)
  const { status, headers, body } = await app.call(conversations.get, { token, params: { id } })
  expect(status).toBe(200)
  expect(headers['content-type']).toBe('application/json; charset=utf-8')
  expect(headers['cache-control']).toBe('no-store')
  expect(body.messages.filter(({ role }) => role === 'user').map(({ content }) => content)).toEqual(contents)
  expect(conversations.get.answer.parse(body)).toEqual(body)
})

test('a long conversation of somebody else is not there', async () => {
  const { token } = await app.createUser()
  const id = await conversationOf(
    token,
    Array.from({ length: 5 }, () => 'x'.repeat(99_000)),
  )
  const other = await app.createUser()
  expect((await app.call(conversations.get, { token: other.token, params: { id } })).status).toBe(404)
})

test('it is sent as it is read, compressed or not, and what is said after it is served', async () => {
  const { token } = await app.createUser()
  const id = await conversationOf(
    token,
    Array.from({ length: 10 }, () => 'mot '.repeat(24_000)),
  )
  const url = `${await app.listen()}/api/conversations/${id}`
  const accepted: [string, string | null][] = [
    ['identity', null],
    ['gzip', 'gzip'],
    ['br', 'br'],
    ['gzip, deflate, br;q=0.8, zstd', 'br'],
    ['gzip, br;q=0', 'gzip'],
  ]
  for (const [accept, encoding] of accepted) {
    const answer = await fetch(url, { headers: { authorization: `Bearer ${token}`, 'accept-encoding': accept } })
    expect(answer.headers.get('content-length')).toBeNull()
    expect(answer.headers.get('content-encoding')).toBe(encoding)
    if (encoding !== null) expect(answer.headers.get('vary')).toMatch(/accept-encoding/i)
    const { messages } = (await answer.json()) as { messages: { content: string }[] }
    expect(messages.map(({ content }) => content.length)).toEqual(Array.from({ length: 10 }, () => 96_000))
  }
  // A client that disconnects at once.
  const gone = new AbortController()
  const left = await fetch(url, { headers: { authorization: `Bearer ${token}`, 'accept-encoding': 'identity' }, signal: gone.signal })
  await left.body!.getReader().read()
  gone.abort()
  expect((await app.call(conversations.get, { token, params: { id } })).body.messages).toHaveLength(10)
  await expect.poll(() => app.logs.filter((line) => line.includes('"route":"/api/conversations/:id"')).length).toBeGreaterThanOrEqual(7)
  expect(app.logs.filter((line) => /"level":(50|60)/.test(line))).toEqual([])
})

test.each<[string, (id: string, first: string) => Promise<unknown>]>([
  ['deleted', (id) => app.db.deleteFrom('conversation').where('id', '=', id).execute()],
  ['edited before what was sent', (_id, first) => app.db.updateTable('message').set({ superseded_at: app.now() }).where('id', '=', first).execute()],
])('a conversation that is %s while it is sent does not end as if it were whole', async (_title, change) => {
  const user = await app.createUser()
  const id = await conversationOf(
    user.token,
    Array.from({ length: 10 }, () => 'mot '.repeat(24_000)),
  )
  const opened = await openConversation(app.context, id, user.id)
  if (!(opened instanceof StreamedAnswer)) throw new Error('expected a conversation in pieces')
  await opened.batches.next()
  await change(id, opened.head.messages[0]!.id)
  const rest = async () => {
    while (!(await opened.batches.next()).done);
  }
  await expect(rest()).rejects.toMatchObject({ code: 'request.not_found' })
})

test.each([
  ['not begun', 'mot', 'gzip'],
  ['on its way', 'mot '.repeat(24_000), 'gzip'],
  ['not begun', 'mot', 'br'],
  ['on its way', 'mot '.repeat(24_000), 'br'],
])('what cuts an answer %s is once among the recent errors, and nothing of it in the log', async (title, content, encoding) => {
  const failing = handle(conversations.get, async ({ params, caller, context }) => {
    const head = (await readConversation(context, params.id, caller.id))!
    async function* pieces() {
      yield head.messages
      throw Object.assign(new Error('Jeanne Dupont'), { code: 'db.unavailable' })
    }
    return new StreamedAnswer(head, 'messages', pieces())
  })
  const other = await createTestApp({ database: app.database, handlers: [failing] })
  const { token } = await other.createUser()
  const id = await conversationOf(
    token,
    Array.from({ length: 5 }, () => content),
  )
  const since = app.now().toISOString()
  const answer = await fetch(`${await other.listen()}/api/conversations/${id}`, { headers: { authorization: `Bearer ${token}`, 'accept-encoding': encoding } })
  if (title === 'not begun') expect([answer.status, ((await answer.json()) as { code: string }).code]).toEqual([503, 'server.unavailable'])
  else await expect(answer.text()).rejects.toThrow('terminated')
  await other.close()
  const errors = await app.db.selectFrom('recent_error').select(['code', 'status', 'route']).where('occurred_at', '>=', since).execute()
  expect(errors).toEqual([{ code: 'server.unavailable', status: 503, route: '/api/conversations/:id' }])
  expect(other.logs.join('\n')).not.toContain('Jeanne')
})
