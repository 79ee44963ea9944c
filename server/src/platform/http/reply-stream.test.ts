import { Agent, createServer, get, type Server } from 'node:http'
import { connect, type Socket } from 'node:net'
import { text } from 'node:stream/consumers'
import { afterEach, expect, test } from 'vitest'
import type { ReplyReader } from '../../replies/run.ts'
import { listenLocally } from '../../testing/listen-locally.ts'
import { sendReply } from './reply-stream.ts'

let server: Server
let socket: Socket
afterEach(() => {
  socket?.destroy()
  server?.close()
})

/** A reply that is over, of so many characters. */
function reading(length: number, status = 'complete'): ReplyReader {
  const events = [
    { type: 'delta', id: length, text: 'x'.repeat(length) },
    { type: 'done', id: length + 1, status, finish_reason: 'stop', message_id: null },
  ]
  const pull = (after: number) => ({ events: after === 0 ? events : [], next: length + 1, isEnded: true })
  return { stream_id: 'essai', after: 0, pull, subscribe: () => () => {}, waitForFirstEvent: async () => {} } as ReplyReader
}

/** Asks for a reply and reads nothing of it. @returns whether it is still being sent */
async function ask(length: number, patienceMs: number): Promise<() => boolean> {
  let open = true
  server = createServer((_request, response) => {
    response.on('close', () => void (open = false))
    sendReply(response, reading(length), 'events', () => {}, patienceMs)
  })
  socket = connect(await listenLocally(server), '127.0.0.1')
  socket.on('error', () => {})
  socket.pause()
  socket.write('GET / HTTP/1.1\r\nHost: essai\r\n\r\n')
  return () => open
}

test('a cut reply gives all that was received, then breaks the connection: it never looks complete', async () => {
  server = createServer((_request, response) => sendReply(response, reading(20, 'interrompue'), 'text', () => {}))
  socket = connect(await listenLocally(server), '127.0.0.1')
  let received = ''
  socket.on('data', (chunk) => void (received += String(chunk))).on('error', () => {})
  socket.write('GET / HTTP/1.1\r\nHost: essai\r\n\r\n')
  await new Promise((resolve) => socket.on('close', resolve))
  expect(received).toContain('x'.repeat(20))
  expect(received).not.toContain('\r\n0\r\n')
})

/** A reply with an accent in it, sent to whoever asks. @returns the port */
async function listen(): Promise<number> {
  const done = { type: 'done', id: 6, status: 'complete', finish_reason: 'stop', message_id: null } as const
  const accented: ReplyReader = { ...reading(1), pull: () => ({ events: [{ type: 'delta', id: 5, text: 'Été 😀' }, done], next: 6, isEnded: true }) }
  server = createServer((_request, response) => sendReply(response, accented, 'text', () => {}))
  return listenLocally(server)
}

test('a reply leaves its connection open for the next call, whole and by chunks', async () => {
  const port = await listen()
  const agent = new Agent({ keepAlive: true, maxSockets: 1 })
  const ask = () =>
    new Promise<[string, boolean]>((resolve) => {
      const call = get({ port, host: '127.0.0.1', agent }, async (answer) => resolve([await text(answer), call.reusedSocket]))
    })
  expect([await ask(), await ask()]).toEqual([
    ['Été 😀', false],
    ['Été 😀', true],
  ])
  agent.destroy()
})

test('a proxy that speaks HTTP/1.0 gets the text alone, and the end of the connection', async () => {
  socket = connect(await listen(), '127.0.0.1')
  socket.write('GET / HTTP/1.0\r\n\r\n')
  const [head, body] = (await text(socket)).split('\r\n\r\n')
  expect(head).not.toMatch(/transfer-encoding/i)
  expect(body).toBe('Été 😀')
})

test('a failure is told once the reply is over, though its end comes later than what it says of it', async () => {
  const batches: ReturnType<ReplyReader['pull']>[] = [
    { events: [{ type: 'error', id: 1, code: 'llm.cut', error: 'Coupé.' }], next: 1, isEnded: false },
    { events: [{ type: 'done', id: 2, status: 'interrompue', finish_reason: 'stop', message_id: null }], next: 2, isEnded: true },
  ]
  let change = () => {}
  const cut = { ...reading(1), pull: () => batches.shift()!, subscribe: (listener: () => void) => ((change = listener), () => {}) } as ReplyReader
  const told: string[] = []
  server = createServer((_request, response) => sendReply(response, cut, 'events', (code) => void told.push(code)))
  const received = fetch(`http://127.0.0.1:${await listenLocally(server)}`).then((answer) => answer.text())
  await expect.poll(() => batches.length).toBe(1)
  change()
  expect(await received).toContain('event: done')
  expect(told).toEqual(['llm.cut'])
})

const large = 30_000_000

test('REL-29 NET-06 a reader that takes nothing is given up', async () => {
  const isOpen = await ask(large, 200)
  await expect.poll(isOpen).toBe(true)
  await expect.poll(isOpen, { timeout: 10_000 }).toBe(false)
})

test('REL-29 NET-06 a slow reader is not: it reads a little at a time, to the end', async () => {
  const isOpen = await ask(large, 1_500)
  let read = 0
  socket.on('data', (chunk) => void (read += chunk.length))
  const sip = setInterval(() => {
    socket.resume()
    setTimeout(() => socket.pause(), 2)
  }, 150)
  await expect.poll(() => read, { timeout: 25_000 }).toBeGreaterThan(large)
  clearInterval(sip)
  socket.resume()
  await expect.poll(isOpen).toBe(false)
})
