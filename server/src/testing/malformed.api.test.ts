import { pathParams } from './text-fields.ts'
import { errorCatalogue, fillPath, routes, type Route } from '@parvis/contract'
import fc from 'fast-check'
import { connect } from 'node:net'
import { beforeAll, beforeEach, expect, test } from 'vitest'
import { readConfig } from '../platform/config/config.ts'
import { jsonSchema } from '../features/instance/openapi.ts'
import { openTestApp, people } from './open-test-app.ts'

const app = openTestApp({ config: { ...readConfig({}), chat: { maxRunning: 1_000, maxPerMinute: 100_000 } } })
const { admin } = people(app, { admin: { is_admin: true } })
let port: number
beforeAll(async () => {
  port = Number(new URL(await app.listen()).port)
})
beforeEach(() => void (app.logs.length = 0))

const served: Route[] = Object.values(routes)
  .flatMap((group) => Object.values(group) as Route[])
  .filter((route) => route !== routes.auth.logout)
const withBody = served.filter((route) => route.body !== undefined && route.multipart === undefined)

type Fields = { properties?: Record<string, { type?: string; enum?: unknown[] }> }
const fieldsOf = (schema: Route['body']): Fields['properties'] & object =>
  schema === undefined ? {} : ((jsonSchema(schema, 'input') as Fields).properties ?? {})

const odd = fc.oneof(
  fc.jsonValue(),
  fc.string({ unit: 'binary', maxLength: 60 }),
  fc.constantFrom<unknown>(
    null,
    '',
    ' ',
    '\0',
    '\ud800',
    '%',
    '1e309',
    -0,
    1e308,
    [],
    {},
    [[]],
    "'; drop table app_user; --",
    '../../etc/passwd',
    '${7*7}',
    '=1+1',
    '<script>',
    'A'.repeat(120_000),
    { $ne: null },
    { toString: 1 },
  ),
)
const plausible = ({ type, enum: values }: { type?: string; enum?: unknown[] }): fc.Arbitrary<unknown> => {
  if (values !== undefined) return fc.constantFrom(...values)
  if (type === 'boolean') return fc.boolean()
  if (type === 'array')
    return fc.array(fc.record({ role: fc.constantFrom('user', 'assistant', 'robot'), content: fc.oneof(fc.string(), odd) }), { maxLength: 3 })
  return fc.oneof(fc.uuid(), fc.string({ maxLength: 30 }), fc.emailAddress())
}
/** Arbitrary bodies with the route's fields, valid or not, so that any validation may refuse them. */
const bodyOf = (route: Route): fc.Arbitrary<unknown> => {
  const record = fc.record(
    Object.fromEntries(
      Object.entries(fieldsOf(route.body)).map(([name, field]) => [name, fc.oneof({ weight: 3, arbitrary: plausible(field) }, { weight: 2, arbitrary: odd })]),
    ),
    { requiredKeys: [] },
  )
  return fc.oneof({ weight: 5, arbitrary: record }, { weight: 1, arbitrary: odd })
}

const shape = { error: expect.any(String), message: expect.any(String), code: expect.any(String), request_id: expect.any(String) }
const leak = /\bat \S+ \(|\.ts:\d+|node_modules|\/tmp\/|select .* from|insert into|syntax error|ENOENT|postgres|kysely/i

function expectRefusal(status: number, text: string, contentType: unknown): void {
  expect(status, text.slice(0, 500)).toBeLessThan(500)
  if (status < 400 || !String(contentType).startsWith('application/json')) return
  const body = JSON.parse(text)
  expect(body).toEqual({ ...body, ...shape })
  expect(Object.keys(body).filter((key) => !['error', 'message', 'code', 'request_id', 'fields'].includes(key))).toEqual([])
  expect(Object.keys(errorCatalogue)).toContain(body.code)
  expect(`${body.error} ${Object.values(body.fields ?? {}).join(' ')}`).not.toMatch(leak)
}

async function alive(): Promise<void> {
  expect((await app.call(routes.instance.ready)).status).toBe(200)
  expect(app.logs.filter((line) => line.includes('unexpected error'))).toEqual([])
  expect((Object.prototype as Record<string, unknown>)['polluted']).toBeUndefined()
}

test.each(withBody.map((route) => ({ route, name: `${route.method} ${route.path}` })))(
  'NET-05 $name refuses what it cannot read, and breaks on nothing',
  async ({ route }) => {
    await fc.assert(
      fc.asyncProperty(bodyOf(route), fc.uuid(), async (body, id) => {
        const answer = await app.call(route, { token: admin.token, params: pathParams(id), body: body as never })
        expectRefusal(answer.status, answer.text, answer.headers['content-type'])
      }),
      { numRuns: 25, seed: 20261121 },
    )
    await alive()
  },
)

const bytes = fc.oneof(
  fc.string({ unit: 'binary', maxLength: 200 }),
  fc.constantFrom(
    '{',
    '[',
    '{"a":',
    '{"a":1}}',
    'null',
    '""',
    'NaN',
    '{"a":1,}',
    '\ufeff{}',
    `${'['.repeat(50_000)}`,
    `${'{"a":'.repeat(20_000)}1${'}'.repeat(20_000)}`,
    '{"__proto__":{"polluted":1}}',
  ),
)
const types = fc.constantFrom(
  'application/json',
  'application/json; charset=utf-16',
  'application/json;',
  'text/plain',
  'application/x-www-form-urlencoded',
  'multipart/form-data',
  'multipart/form-data; boundary=x',
  'application/xml',
  'x',
  'application/json, text/plain',
)

/** Sends a raw body to a route. */
const sendBytes = ({ method, path }: Route, type: string, payload: string, id = admin.id) => {
  const headers = { 'content-type': type, authorization: `Bearer ${admin.token}` }
  return app.http.inject({ method, url: `/api${fillPath(path, pathParams(id))}`, payload, headers })
}

test('NET-05 bytes that are no JSON, whatever they call themselves', async () => {
  await fc.assert(
    fc.asyncProperty(fc.constantFrom(...served.filter(({ method }) => method !== 'GET')), types, bytes, fc.uuid(), async (route, type, payload, id) => {
      const answer = await sendBytes(route, type, payload, id)
      expectRefusal(answer.statusCode, answer.body, answer.headers['content-type'])
    }),
    { numRuns: 300, seed: 20261121 },
  )
  await alive()
})

test('NET-05 addresses, queries and headers', async () => {
  const word = fc.oneof(
    fc.string({ unit: 'binary', maxLength: 30 }).map((text) => encodeURIComponent(text.toWellFormed())),
    fc.constantFrom('%', '%zz', '%00', '%ff', '..%2f..', 'a'.repeat(300), '[]', '__proto__', ''),
  )
  const header = fc.oneof(
    fc.string({ maxLength: 30 }).map((text) => text.replace(/[^\x20-\x7e]/g, '')),
    fc.constantFrom('-1', '1e999', 'NaN', '9'.repeat(40), '*/*', 'text/event-stream;q=x'),
  )
  await fc.assert(
    fc.asyncProperty(
      fc.constantFrom(...served),
      word,
      fc.array(fc.tuple(fc.oneof(fc.constantFrom('search', 'page', 'ids', 'category', 'is_active', 'from', 'passage'), word), word), { maxLength: 4 }),
      fc.dictionary(fc.constantFrom('accept', 'last-event-id', 'accept-encoding', 'if-none-match', 'range', 'x-forwarded-for', 'content-length'), header),
      async (route, param, query, headers) => {
        delete headers['content-length']
        const path = route.path.replace(/:[a-z_]+/g, () => param)
        const answer = await app.http.inject({
          method: route.method,
          url: `/api${path}?${query.map(([name, value]) => `${name}=${value}`).join('&')}`,
          headers: { ...headers, authorization: `Bearer ${admin.token}` },
        })
        expect(answer.statusCode, answer.body).toBeLessThan(500)
      },
    ),
    { numRuns: 500, seed: 20261121 },
  )
  await alive()
})

test.each([
  ['no boundary', 'multipart/form-data', 'x'],
  ['half a part', 'multipart/form-data; boundary=b', '--b\r\nContent-Disposition: form-data; name="file"; filename="a.txt"\r\n\r\nmoit'],
  ['no name', 'multipart/form-data; boundary=b', '--b\r\nContent-Disposition: form-data; filename="a.txt"\r\n\r\nx\r\n--b--\r\n'],
  ['a name of the language', 'multipart/form-data; boundary=b', '--b\r\nContent-Disposition: form-data; name="__proto__"\r\n\r\nx\r\n--b--\r\n'],
  [
    'ten thousand fields',
    'multipart/form-data; boundary=b',
    `${Array.from({ length: 10_000 }, (_, i) => `--b\r\nContent-Disposition: form-data; name="f${i}"\r\n\r\nx\r\n`).join('')}--b--\r\n`,
  ],
  ['nothing', 'multipart/form-data; boundary=b', ''],
  ['a header without end', 'multipart/form-data; boundary=b', `--b\r\n${'X: y\r\n'.repeat(5_000)}`],
])('FIC-10 a multipart body with %s is refused and the service goes on', async (_, type, payload) => {
  for (const route of [routes.documents.upload, routes.library.upload, routes.letterheads.upload]) {
    const answer = await sendBytes(route, type, payload)
    expect(answer.statusCode, answer.body).toBeGreaterThanOrEqual(400)
    expectRefusal(answer.statusCode, answer.body, answer.headers['content-type'])
  }
  await alive()
})

test('INJ-11 no key of a body reaches the prototype of objects', async () => {
  for (const payload of [
    '{"__proto__":{"polluted":1},"name":"x"}',
    '{"constructor":{"prototype":{"polluted":1}},"name":"x"}',
    '{"name":"x","description":{"__proto__":{"polluted":1}}}',
  ]) {
    for (const route of withBody) await sendBytes(route, 'application/json', payload)
  }
  expect(({} as Record<string, unknown>)['polluted']).toBeUndefined()
  await alive()
})

/** Returns what the server writes to a connection that sends these bytes. @param ms how long a silent connection is awaited */
const wire = (sent: string, ms = 1_000): Promise<string> =>
  new Promise((resolve) => {
    let text = ''
    const socket = connect(port, '127.0.0.1', () => socket.write(sent))
    socket.setTimeout(ms, () => socket.destroy())
    socket.on('data', (chunk) => (text += String(chunk)))
    socket.on('error', () => {})
    socket.on('close', () => resolve(text))
  })

test.each([
  ['a lie on its length', 400, 'POST /api/auth/login HTTP/1.1\r\nHost: x\r\nContent-Type: application/json\r\nContent-Length: 2\r\n\r\n{"username":"a"}'],
  ['two lengths', 400, 'POST /api/auth/login HTTP/1.1\r\nHost: x\r\nContent-Length: 2\r\nContent-Length: 3\r\n\r\n{}'],
  ['a length and chunks', 400, 'POST /api/auth/login HTTP/1.1\r\nHost: x\r\nContent-Length: 4\r\nTransfer-Encoding: chunked\r\n\r\n0\r\n\r\n'],
  ['wrong chunks', 400, 'POST /api/auth/login HTTP/1.1\r\nHost: x\r\nContent-Type: application/json\r\nTransfer-Encoding: chunked\r\n\r\nzz\r\n{}\r\n'],
  [
    'an endless chunk extension',
    413,
    `POST /api/auth/login HTTP/1.1\r\nHost: x\r\nTransfer-Encoding: chunked\r\n\r\n2;${'a'.repeat(20_000)}\r\n{}\r\n0\r\n\r\n`,
  ],
  ['no HTTP at all', 400, 'bonjour\r\n\r\n'],
  ['a newer HTTP', 400, 'PRI * HTTP/2.0\r\n\r\nSM\r\n\r\n'],
  ['a header of 64 kB', 431, `GET /api/health HTTP/1.1\r\nHost: x\r\nX: ${'a'.repeat(65_536)}\r\n\r\n`],
  ['an address of 20 kB', 431, `GET /api/${'a'.repeat(20_000)} HTTP/1.1\r\nHost: x\r\n\r\n`],
  ['no host', 400, 'GET /api/health HTTP/1.1\r\nConnection: close\r\n\r\n'],
  ['an unknown verb', 400, 'PRENDRE /api/health HTTP/1.1\r\nHost: x\r\n\r\n'],
  ['an expectation', 417, 'POST /api/auth/login HTTP/1.1\r\nHost: x\r\nExpect: du-the\r\n\r\n'],
  ['a tunnel', 400, 'CONNECT ailleurs.invalid:443 HTTP/1.1\r\nHost: x\r\n\r\n'],
  ['an unknown encoding', 400, 'POST /api/auth/login HTTP/1.1\r\nHost: x\r\nTransfer-Encoding: gzip\r\n\r\n{}'],
  ['an absolute address', 401, 'GET http://ailleurs.invalid/api/users HTTP/1.1\r\nHost: x\r\nConnection: close\r\n\r\n'],
])('NET-05 on the wire: %s is refused in the shape of every refusal', async (_, status, sent) => {
  const answer = await wire(sent)
  const last = answer.slice(answer.lastIndexOf('HTTP/1.1 '))
  expect(last).toMatch(new RegExp(`^HTTP/1\\.1 ${status} `))
  expect(answer).not.toMatch(leak)
  const [headers, body] = last.split('\r\n\r\n') as [string, string]
  expect(headers).toMatch(/content-type: application\/json/i)
  expect(headers).toMatch(/x-content-type-options: nosniff/i)
  expect(JSON.parse(body)).toEqual(shape)
  expect(headers).toContain(JSON.parse(body).request_id)
  await alive()
})

test('NET-05 on the wire: headers that do not end are refused in time, in the same shape', async () => {
  const { headersTimeout } = app.http.server
  app.http.server.headersTimeout = 200
  const answer = await wire('GET /api/health HTTP/1.1\r\nHost: x\r\nX: ', 10_000)
  app.http.server.headersTimeout = headersTimeout
  expect(answer).toMatch(/^HTTP\/1\.1 408 /)
  expect(JSON.parse(answer.split('\r\n\r\n')[1]!)).toEqual({ ...shape, code: 'request.timeout', error: 'La demande a mis trop de temps à arriver.' })
})
