import { createServer, type Server } from 'node:http'
import { connect } from 'node:net'
import { setTimeout as sleep } from 'node:timers/promises'
import { afterEach, expect, test, vi } from 'vitest'
import { readConfig } from '../config/config.ts'
import { listenLocally } from '../../testing/listen-locally.ts'
import { limitBodyTime, bodyTimeoutMs, cancelBodyTimeout } from './body-reading.ts'
import { readUpload } from './multipart.ts'
import { createHttpServer } from './server.ts'

const patience = 150

let server: Server
afterEach(() => {
  server?.closeAllConnections()
  server?.close()
})

/** A server that is patient for so long, and longer with what brings a file; it answers once the body is there, `afterMs` later. */
async function listen(afterMs = 0): Promise<number> {
  server = createServer(async (request, response) => {
    if (request.url === '/file') cancelBodyTimeout(request)
    await request
      .resume()
      .toArray()
      .catch(() => {})
    await sleep(afterMs)
    response.end('whole')
  })
  server.prependListener('request', (request) => limitBodyTime(request, server, patience))
  server.on('clientError', (error: NodeJS.ErrnoException, socket) => socket.end(`HTTP/1.1 408 Request Timeout\r\n\r\n${error.code}`))
  return listenLocally(server)
}

/** Sends a body of eleven bytes, one at a time. @returns what came back */
function drip(port: number, path: string, everyMs: number): Promise<string> {
  return new Promise((resolve) => {
    const socket = connect(port, '127.0.0.1')
    let [answer, sent] = ['', 0]
    const timer = setInterval(() => socket.writable && sent++ < 11 && socket.write('a'), everyMs)
    socket.on('error', () => {})
    socket.on('data', (chunk) => (answer += String(chunk)))
    socket.on('close', () => (clearInterval(timer), resolve(answer)))
    socket.write(`POST ${path} HTTP/1.1\r\nHost: x\r\nConnection: close\r\nContent-Length: 11\r\n\r\n`)
  })
}

test('NET-06 a body that drips is not waited for; that of a file is', async () => {
  const port = await listen()
  const [call, file] = await Promise.all([drip(port, '/call', patience / 3), drip(port, '/file', patience / 3)])
  expect(call).toMatch(/^HTTP\/1\.1 408 [\s\S]*ERR_HTTP_REQUEST_TIMEOUT$/)
  expect(file).toMatch(/^HTTP\/1\.1 200 [\s\S]*whole/)
})

test('a body that came in time has its answer, however late', async () => {
  expect(await drip(await listen(2 * patience), '/call', 1)).toMatch(/^HTTP\/1\.1 200 /)
})

test('NET-06 of two bodies that stop in the middle, only that of a file is still waited for after five minutes', async () => {
  const config = { ...readConfig({}), logLevel: 'silent' as const }
  const app = await createHttpServer(config)
  const heard = { '/call': Promise.withResolvers<void>(), '/file': Promise.withResolvers<void>() }
  app.addHook('onRequest', async ({ url }) => heard[url as keyof typeof heard].resolve())
  app.post('/call', () => 'read')
  app.route({
    method: 'POST',
    url: '/file',
    handler: async (request) => {
      for await (const { content } of readUpload(request, config).files()) await content.resume().toArray()
      return 'read'
    },
  })
  const port = Number(new URL(await app.listen({ port: 0, host: '127.0.0.1' })).port)
  vi.useFakeTimers({ toFake: ['setTimeout', 'clearTimeout'] })
  try {
    const open = (path: keyof typeof heard, type: string, body: string) => {
      const socket = connect(port, '127.0.0.1')
      socket.write(
        `POST ${path} HTTP/1.1\r\nHost: x\r\nConnection: close\r\nContent-Type: ${type}\r\nContent-Length: ${body.length}\r\n\r\n${body.slice(0, -5)}`,
      )
      return { answer: socket.toArray().then((pieces) => pieces.join('')), end: () => socket.write(body.slice(-5)) }
    }
    const call = open('/call', 'application/json', '{"name":"Voirie"}')
    const file = open(
      '/file',
      'multipart/form-data; boundary=b',
      '--b\r\nContent-Disposition: form-data; name="file"; filename="a.txt"\r\n\r\nUn texte.\r\n--b--\r\n',
    )
    await Promise.all([heard['/call'].promise, heard['/file'].promise])
    vi.advanceTimersByTime(bodyTimeoutMs)
    expect(await call.answer).toMatch(/^HTTP\/1\.1 408 /)
    file.end()
    expect(await file.answer).toMatch(/^HTTP\/1\.1 200 [\s\S]*read/)
  } finally {
    vi.useRealTimers()
    await app.close()
  }
})

test('a whole request has the time of the largest file on a slow line, its headers no more than before', async () => {
  const timeouts = async (mb: string) => {
    const app = await createHttpServer({ ...readConfig({ MAX_UPLOAD_MB: mb }), logLevel: 'silent' })
    await app.close()
    return [app.server.requestTimeout, app.server.headersTimeout]
  }
  expect(await timeouts('1')).toEqual([300_000, 15_000])
  expect(await timeouts('25')).toEqual([821_248, 15_000])
  expect(await timeouts('500')).toEqual([16_386_048, 15_000])
})
