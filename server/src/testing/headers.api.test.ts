import { fillPath, routes, type Route } from '@parvis/contract'
import { mkdir, writeFile } from 'node:fs/promises'
import path from 'node:path'
import { beforeAll, describe, expect, test } from 'vitest'
import { readConfig } from '../platform/config/config.ts'
import { serveWeb } from '../platform/http/serve-web.ts'
import { createTestDatabase } from './databases/database.ts'
import { textFile } from './matrix/matrix-rule.ts'
import { pathParams } from './text-fields.ts'
import { openFolder } from './folder.ts'
import { openTestApp, people } from './open-test-app.ts'
import { createTestApp } from './test-app.ts'

// The application as served: the API, and pages from a small built folder.

const page = '<!doctype html><title>Parvis</title><style nonce="__NONCE__"></style><script type="module" src="/assets/app-1a2b.js"></script>'

const dist = openFolder('dist')
beforeAll(async () => {
  await mkdir(path.join(dist, 'assets'))
  await writeFile(path.join(dist, 'index.html'), page)
  await writeFile(path.join(dist, 'assets', 'app-1a2b.js'), 'export {}')
  await writeFile(path.join(dist, '.env'), 'SECRET=1')
})
const app = openTestApp({
  config: { ...readConfig({}), publicUrl: 'https://parvis.exemple.fr', securityContact: 'mailto:securite@ville.fr' },
  addPages: (http) => serveWeb(http, dist),
})
const { user } = people(app, { user: {} })

const served: Route[] = Object.values(routes).flatMap((group) => Object.values(group) as Route[])
const id = '00000000-0000-4000-8000-000000000001'
const addressOf = (route: Route) => `/api${fillPath(route.path, pathParams(id))}${route.kind === 'events' ? '?seconds=0' : ''}`
const corsNames = ['access-control-allow-origin', 'access-control-allow-credentials', 'access-control-allow-headers', 'access-control-allow-methods']

function expectHardened(headers: Record<string, unknown>, url: string): void {
  expect(headers, url).toMatchObject({
    'x-content-type-options': 'nosniff',
    'referrer-policy': 'no-referrer',
    'x-frame-options': 'DENY',
    'cross-origin-resource-policy': 'same-origin',
    'cross-origin-opener-policy': 'same-origin',
    'permissions-policy': expect.stringMatching(/camera=\(\).*geolocation=\(\).*usb=\(\), microphone=\(self\)$/),
    'strict-transport-security': 'max-age=31536000; includeSubDomains',
    'x-request-id': expect.stringMatching(/^[0-9a-f-]{36}$/),
  })
  for (const name of ['x-powered-by', 'server', 'set-cookie', 'via', ...corsNames]) expect(headers, url).not.toHaveProperty(name)
}

describe('NET-08 headers', () => {
  test.each(served.map((route) => ({ route, name: `${route.method} ${route.path}` })))('$name', async ({ route }) => {
    for (const authorization of [{}, { authorization: `Bearer ${(await app.createUser({ is_admin: true })).token}` }]) {
      const answer = await app.http.inject({ method: route.method, url: addressOf(route), headers: { origin: 'https://ailleurs.invalid', ...authorization } })
      expectHardened(answer.headers, route.path)
      expect(answer.headers['cache-control'], route.path).toMatch(/^no-store/)
    }
  })

  test('a streamed reply and a file carry them too', async () => {
    const stream = await app.call(routes.chat.stream, { token: user.token, body: { messageHistory: [{ role: 'user', content: 'Bonjour' }] } })
    expectHardened(stream.headers, 'stream')
    expect(stream.headers['cache-control']).toBe('no-store, no-transform')
    const form = textFile('file', 'page.html', '<!doctype html><html><body><script>alert(1)</script></body></html>')
    const { body } = await app.call(routes.documents.upload, { token: user.token, form })
    const file = await app.call(routes.documents.download, { token: user.token, params: { id: body.document.id } })
    expectHardened(file.headers, 'file')
    // INJ-08: a browser neither displays the file nor runs anything in it.
    expect(file.headers).toMatchObject({
      'content-type': 'application/octet-stream',
      'content-security-policy': "sandbox; default-src 'none'",
      'content-disposition': expect.stringMatching(/^attachment; /),
      'cache-control': 'no-store',
    })
  })

  test.each(['/api/%', '/api/inconnu', '/inconnu.php', '/%zz', '/', '/login', '/reset-password/un.jeton', '/assets/app-1a2b.js', '/assets/absent.js'])(
    '%s',
    async (url) => {
      const answer = await app.http.inject({ url })
      expectHardened(answer.headers, url)
      if (url.startsWith('/api/')) expect(answer.json()).toMatchObject({ code: expect.stringMatching(/^request\./), request_id: expect.any(String) })
    },
  )

  test('HSTS is only said where the instance is behind HTTPS', async () => {
    const plain = await createTestApp({ database: await createTestDatabase() })
    expect((await plain.call(routes.instance.health)).headers).not.toHaveProperty('strict-transport-security')
    await plain.close()
    await plain.database.close()
  })

  test('INJ-05 a page has a strict policy, with a nonce of its own', async () => {
    const [first, second] = [await app.http.inject({ url: '/' }), await app.http.inject({ url: '/' })]
    const policy = String(first.headers['content-security-policy'])
    const nonce = /'nonce-([^']+)'/.exec(policy)?.[1]
    expect(nonce).toMatch(/^[\w+/]{22}==$/)
    expect(first.body).toContain(`nonce="${nonce}"`)
    expect(second.body).not.toContain(nonce)
    expect(policy).toContain("default-src 'none'")
    expect(policy).toContain("script-src 'self';")
    for (const directive of ['object-src', 'base-uri', 'frame-ancestors']) expect(policy).toContain(`${directive} 'none'`)
    expect(policy).toContain("require-trusted-types-for 'script'")
    expect(policy).not.toMatch(/unsafe-|\*|https?:/)
  })
})

describe('NET-04 other sites', () => {
  test('no preflight is granted, on any address', async () => {
    for (const route of served) {
      const answer = await app.http.inject({
        method: 'OPTIONS',
        url: addressOf(route),
        headers: {
          origin: 'https://ailleurs.invalid',
          'access-control-request-method': route.method,
          'access-control-request-headers': 'authorization, content-type',
        },
      })
      expect(answer.statusCode).toBeGreaterThanOrEqual(400)
      for (const name of corsNames) expect(answer.headers).not.toHaveProperty(name)
    }
  })

  test.each(['text/plain', 'text/plain; charset=utf-8', 'application/x-www-form-urlencoded', 'application/xml', 'text/json'])(
    'a body in %s is refused as such',
    async (type) => {
      const isForm = type === 'application/x-www-form-urlencoded'
      // One route accepts forms, from another server and not from a page: oidc/session-ends.api.test.ts.
      for (const route of served.filter(({ method, body, multipart, form }) => method !== 'GET' && body && !multipart && !(form && isForm))) {
        const answer = await app.http.inject({
          method: route.method,
          url: addressOf(route),
          payload: '{"username":"a","password":"b"}',
          headers: { 'content-type': type, authorization: `Bearer ${user.token}` },
        })
        expect(answer.statusCode, `${route.path} ${answer.body}`).toBe(415)
        expect(answer.json()).toMatchObject({ code: 'request.unsupported_type' })
      }
    },
  )

  test('a form of another site never acts: no cookie carries a session', async () => {
    for (const route of served.filter(({ method, access }) => method === 'POST' && access !== 'public')) {
      const answer = await app.http.inject({
        method: 'POST',
        url: addressOf(route),
        payload: '--b--\r\n',
        headers: { 'content-type': 'multipart/form-data; boundary=b', origin: 'https://ailleurs.invalid', cookie: `accessToken=${user.token}` },
      })
      expect(answer.statusCode, route.path).toBe(401)
    }
  })
})

const folders = ['', 'api/', 'assets/', 'static/', '.well-known/', 'data/', 'server/', 'web/']
const files = `
  .git/config .git/HEAD .gitignore .env .env.local .env.production .npmrc .DS_Store .htaccess .aws/credentials .ssh/id_rsa
  package.json package-lock.json index.html.bak config.json config.yml docker-compose.yml Dockerfile.bak web.config
  server-status.php phpinfo.php wp-login.php app-1a2b.js.map main.ts secret.txt backup.sql dump.tar.gz base.pgdata.zip actuator.json swagger.json`
  .trim()
  .split(/\s+/)
const traversals = ['/assets/../../package.json', '/assets/..%2f..%2fpackage.json', '/assets/%2e%2e/index.html%00.js', '//etc/passwd', '/assets//app-1a2b.js']
// The client normalises these into paths of pages: the application answers with its « page introuvable » and status 404.
const tidied = [
  '/../../etc/passwd',
  '/%2e%2e/%2e%2e/etc/passwd',
  '/..\\..\\etc\\passwd',
  '/assets/',
  '/assets/.',
  '/Dockerfile',
  '/phpmyadmin',
  '/server-status',
  '/actuator',
]

describe('NET-09 exposure', () => {
  test(`${folders.length * files.length + traversals.length} addresses that scanners try are not there`, async () => {
    const seen: string[] = []
    for (const url of [...folders.flatMap((folder) => files.map((file) => `/${folder}${file}`)), ...traversals]) {
      const answer = await app.http.inject({ url })
      if (![400, 404, 405].includes(answer.statusCode)) seen.push(`${url} ${answer.statusCode}`)
      expect(answer.body).not.toMatch(/SECRET=1|root:x|"dependencies"/)
    }
    expect(seen).toEqual([])
  })

  test.each(tidied)('%s is at most the application itself', async (url) => {
    const { body, headers, statusCode } = await app.http.inject({ url })
    expect(statusCode).toBe(404)
    expect(headers['content-type']).toBe('text/html; charset=utf-8')
    expect(body.replace(/nonce="[^"]*"/, 'nonce="__NONCE__"')).toBe(page)
  })

  test('a page of the application, with its query or a parameter, is found', async () => {
    for (const url of ['/', '/login', '/login?from=%2Fusers', '/projects/1', '/reset-password/un.jeton', '/tableau-de-bord/erreurs/'])
      expect((await app.http.inject({ url })).statusCode, url).toBe(200)
  })

  test('TRACE and other verbs are refused; a folder is not listed', async () => {
    for (const method of ['TRACE', 'PROPFIND', 'PATCH', 'DELETE', 'PUT'] as const) {
      for (const url of ['/', '/api/health', '/assets/app-1a2b.js'])
        expect([404, 405]).toContain((await app.http.inject({ method: method as 'PUT', url })).statusCode)
    }
    expect((await app.http.inject({ url: '/assets' })).body).not.toContain('app-1a2b.js</a>')
  })

  test('the metrics are for the machine itself and for administrators', async () => {
    expect((await app.call(routes.instance.metrics, { ip: '192.0.2.1' })).status).toBe(401)
    expect((await app.call(routes.instance.metrics, { headers: { 'x-forwarded-for': '192.0.2.1' } })).status).toBe(401)
    expect((await app.call(routes.instance.metrics)).text).toContain('parvis_http_request_seconds')
  })
})

test('NET-11 health says that it lives and whether it can work, and no version', async () => {
  const broken = await createTestApp({ database: await createTestDatabase() })
  expect((await broken.call(routes.instance.ready)).text).toBe('{"status":"ok"}')
  await broken.database.close()
  const ready = await broken.call(routes.instance.ready)
  expect([ready.status, ready.text]).toEqual([503, '{"status":"unavailable"}'])
  const live = await broken.call(routes.instance.health)
  expect([live.status, live.text]).toEqual([200, '{"status":"ok"}'])
  await broken.close()
  for (const route of [routes.instance.health, routes.instance.ready, routes.instance.info])
    expect((await app.call(route)).text).not.toMatch(/\d+\.\d+\.\d+|node|fastify|postgres/i)
})

describe('A13 HEAD answers as GET, without the body', () => {
  test.each(['/', '/assistants', '/page-inconnue', '/assets/app-1a2b.js', '/api/health', '/api/health/ready'])('%s', async (url) => {
    const [get, head] = [await app.http.inject({ method: 'GET', url }), await app.http.inject({ method: 'HEAD', url })]
    const told = ({ headers, statusCode }: typeof get) => [statusCode, headers['content-type'], headers['content-length'], headers['cache-control']]
    expect(told(head)).toEqual(told(get))
    expect(head.body).toBe('')
  })

  test.each(['/.env', '/api/users', '/api/nulle-part'])('%s gives nothing', async (url) => {
    const head = await app.http.inject({ method: 'HEAD', url })
    expect([head.statusCode >= 400, head.body]).toEqual([true, ''])
  })
})

test('security.txt says where to report a weakness, for less than a year (RFC 9116)', async () => {
  const answer = await app.http.inject({ url: '/.well-known/security.txt' })
  expectHardened(answer.headers, 'security.txt')
  expect(answer.headers['content-type']).toBe('text/plain; charset=utf-8')
  const lines = answer.body.trim().split('\n')
  const fields = new Map(lines.map((line) => line.split(/: (.*)/s) as [string, string]))
  expect(fields.get('Contact')).toBe('mailto:securite@ville.fr')
  expect(fields.get('Canonical')).toBe('https://parvis.exemple.fr/.well-known/security.txt')
  const days = (Date.parse(fields.get('Expires')!) - app.now().getTime()) / 86_400_000
  expect(days).toBeGreaterThan(30)
  expect(days).toBeLessThan(365)
})
