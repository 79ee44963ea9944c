import { routes } from '@parvis/contract'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { createTestApp } from '../../testing/test-app.ts'
import type { TestApp } from '../../testing/test-app.ts'

let app: TestApp
beforeAll(async () => {
  app = await createTestApp()
})
afterAll(() => app.close())

const { conversations } = routes

async function conversationOf(token: string, contents: string[]): Promise<string> {
  const { id } = (await app.call(conversations.findOrCreate, { token, body: {} })).body
  for (const content of contents) await app.call(conversations.addMessage, { token, params: { id }, body: { role: 'user', content } })
  return id
}

test.each<[string, number, number]>([
  ['short', 3, 20],
  ['a piece exactly', 1, 256 * 1024 - 200_000],
  ['of three megabytes', 30, 99_000],
  ['of many short messages', 401, 5],
])('a conversation %s is opened as it was written, in order', { timeout: 60_000 }, async (_title, count, length) => {
  const { token } = await app.createUser()
  const contents = Array.from({ length: count }, (_, nth) => `${nth} é« ${'"\n'.repeat(Math.ceil(length / 2))}`.slice(0, length + 4))
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
  for (const encoding of ['identity', 'gzip', 'br']) {
    const answer = await fetch(url, { headers: { authorization: `Bearer ${token}`, 'accept-encoding': encoding } })
    expect(answer.headers.get('content-length')).toBeNull()
    expect(answer.headers.get('content-encoding')).toBe(encoding === 'identity' ? null : encoding)
    const { messages } = (await answer.json()) as { messages: { content: string }[] }
    expect(messages.map(({ content }) => content.length)).toEqual(Array.from({ length: 10 }, () => 96_000))
  }
  // A reader who leaves in the middle.
  const gone = new AbortController()
  const left = await fetch(url, { headers: { authorization: `Bearer ${token}`, 'accept-encoding': 'identity' }, signal: gone.signal })
  await left.body!.getReader().read()
  gone.abort()
  expect((await app.call(conversations.get, { token, params: { id } })).body.messages).toHaveLength(10)
  expect(app.logs.filter((line) => /"level":(50|60)/.test(line))).toEqual([])
})
