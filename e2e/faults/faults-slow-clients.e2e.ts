import { connect, type Socket } from 'node:net'
import { routes } from '@parvis/contract'
import { setTimeout as sleep } from 'node:timers/promises'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { openFiles } from '../support/open-files.ts'
import { apiAs, type ApiClient } from '../support/api.ts'
import { startServer, type AppServer } from '../support/servers/server.ts'

// NET-06: connections that say little or nothing, under the real process.

/** Upload limit, in MB, with which a file is allowed nearly seven minutes, and another call five. With the default limit it would be a quarter of an hour. */
const largestMb = 12

let server: AppServer
let api: ApiClient
beforeAll(async () => {
  server = await startServer({ PARVIS_DEMO: 'false', MAX_UPLOAD_MB: String(largestMb) })
  api = await apiAs(server.url, server.root)
})
afterAll(() => server?.close())

/**
 * Opens connections that send `begin`, then one byte per second.
 * @returns the number of connections that the server has not closed yet
 */
function drip(count: number, begin: string): () => number {
  const sockets = Array.from({ length: count }, () => {
    const socket: Socket = connect(server.port, '127.0.0.1')
    socket.on('error', () => {})
    socket.resume()
    socket.write(begin)
    const timer = setInterval(() => begin !== '' && socket.writable && socket.write('a'), 1_000)
    socket.on('close', () => clearInterval(timer))
    return socket
  })
  return () => sockets.filter(({ closed }) => !closed).length
}

/** Returns the 95th percentile of the response times, in milliseconds. */
async function p95(): Promise<number> {
  const times: number[] = []
  for (let turn = 0; turn < 100; turn += 1) {
    const begun = performance.now()
    await (await fetch(`${server.url}/api/conversations`, { headers: { authorization: `Bearer ${api.token}` } })).json()
    times.push(performance.now() - begun)
  }
  return times.toSorted((a, b) => a - b)[94]!
}

/** Checks that a person can work at the same time: reading answers come within five seconds, and a conversation can be created. */
async function others(): Promise<void> {
  const ask = async (path: string, headers = {}) => (await fetch(`${server.url}${path}`, { headers, signal: AbortSignal.timeout(5_000) })).status
  expect(await ask('/api/health/ready')).toBe(200)
  expect(await ask('/api/conversations', { authorization: `Bearer ${api.token}` })).toBe(200)
  expect((await api(routes.conversations.findOrCreate, { body: {} })).id).toEqual(expect.any(String))
}

test('NET-06 a thousand connections that say nothing or drip their headers are closed, and nobody waits for them', async () => {
  // Times are only compared on a machine that does nothing else: in a full proof (npm run prove).
  const isProof = Boolean(process.env['PARVIS_PROVE'])
  const usual = isProof ? await p95() : 0
  const before = openFiles(server.pid).sockets
  const mute = drip(500, '')
  const slowHeaders = drip(500, 'GET /api/health HTTP/1.1\r\nHost: essai\r\nX-Lent: ')
  await expect.poll(() => openFiles(server.pid).sockets, { timeout: 10_000 }).toBeGreaterThanOrEqual(before + 1_000)
  for (let turn = 0; turn < 10; turn += 1) {
    await others()
    await sleep(200)
  }
  if (isProof) expect(await p95()).toBeLessThanOrEqual(2 * usual + 5)
  // Fifteen seconds for headers, looked at every five.
  await expect.poll(() => [mute(), slowHeaders()], { timeout: 60_000, interval: 500 }).toEqual([0, 0])
  expect(openFiles(server.pid).sockets).toBeLessThanOrEqual(before + 5)
})

test('NET-06 hundreds of bodies that drip, of calls and of files, hold up nobody', async () => {
  const before = openFiles(server.pid).sockets
  const call = drip(200, 'POST /api/auth/login HTTP/1.1\r\nHost: essai\r\nContent-Type: application/json\r\nContent-Length: 900\r\n\r\n{"username":"')
  const head = `Host: essai\r\nAuthorization: Bearer ${api.token}\r\nContent-Type: multipart/form-data; boundary=lent\r\nContent-Length: 900000`
  const file = drip(
    100,
    `POST /api/upload HTTP/1.1\r\n${head}\r\n\r\n--lent\r\nContent-Disposition: form-data; name="document"; filename="a.txt"\r\n\r\nLa voirie.`,
  )
  for (let turn = 0; turn < 10; turn += 1) {
    await others()
    await sleep(200)
  }
  expect([call(), file()]).toEqual([200, 100])
  if (!process.env['PARVIS_PROVE']) return
  // Five minutes for a whole call, and for a file the time of the largest one on a slow line: only a full proof (npm run prove) waits for that.
  await expect.poll(call, { timeout: 330_000, interval: 2_000 }).toBe(0)
  expect(file()).toBe(100)
  await expect.poll(file, { timeout: 120_000, interval: 2_000 }).toBe(0)
  expect(openFiles(server.pid).sockets).toBeLessThanOrEqual(before + 5)
  await others()
}, 500_000)
