import { pathParams } from '../../server/src/testing/text-fields.ts'
import { fillPath, pages, routes, type Route } from '@parvis/contract'
import { unzipSync } from 'fflate'
import { randomBytes } from 'node:crypto'
import { readFileSync, readdirSync, statSync } from 'node:fs'
import { createServer, type IncomingMessage, type Server } from 'node:http'
import type { AddressInfo } from 'node:net'
import { join } from 'node:path'
import { fileURLToPath } from 'node:url'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { postgresPrograms, startPostgresServer, type PostgresServer } from '../../server/src/testing/databases/postgres-server.ts'
import { startFakeS3, type FakeS3Server } from '../../server/src/testing/fakes/fake-s3-server.ts'
import { makeWav } from '../../server/src/testing/fakes/fake-transcription-server.ts'
import { accessToken, apiAs, createAccount } from '../support/api.ts'
import type { Credentials } from '../support/pages.ts'
import { startServer, type AppServer } from '../support/servers/server.ts'
import { isFullProof } from '../support/whole.ts'

// Every secret of the settings has a value that is nowhere else; all that leaves the process, and all that a browser is given, is searched
// for them (trust case PRV-04).

/** Credentials of the initial administrator. */
const boss = () => ({ username: 'admin', password: secrets['PARVIS_ADMIN_PASSWORD']! })
const draw = () => randomBytes(24).toString('hex')
const secrets: Record<string, string> = {
  PARVIS_SECRET: draw(),
  PARVIS_ADMIN_PASSWORD: draw(),
  LLM_API_KEY: draw(),
  LLM_FALLBACKS: draw(),
  MISTRAL_API_KEY: draw(),
  EMBEDDINGS_API_KEY: draw(),
  TRANSCRIPTION_API_KEY: draw(),
  SMTP_URL: draw(),
  DATABASE_URL: draw(),
  BACKUP_PASSPHRASE: draw(),
  S3_ACCESS_KEY_ID: draw(),
  S3_SECRET_ACCESS_KEY: draw(),
}
/** Secrets as they are, and in the encodings that programs often use. */
const written = Object.entries(secrets).flatMap(([name, value]) => [
  [name, value] as const,
  [`${name} (base64)`, Buffer.from(value).toString('base64').slice(0, 40)] as const,
])

const dist = fileURLToPath(new URL('../../web/dist', import.meta.url))
const every: Route[] = Object.values(routes).flatMap((group) => Object.values(group) as Route[])
const found: string[] = []
let searched = 0
function search(where: string, text: string): void {
  searched += 1
  for (const [name, value] of written) if (text.includes(value)) found.push(`${name}: ${where}`)
}

let postgres: PostgresServer | null = null
let store: FakeS3Server
let storeSettings: Record<string, string>
let talkative: Server
let server: AppServer
let agent: Credentials
const asked: string[] = []
beforeAll(async () => {
  // A server of models that repeats what it was sent, its key first.
  talkative = createServer((request: IncomingMessage, response) => {
    asked.push(String(request.headers.authorization))
    request.resume()
    response.writeHead(401, { 'content-type': 'application/json' })
    response.end(JSON.stringify({ error: { message: `Incorrect API key provided: ${request.headers.authorization}` } }))
  })
  await new Promise<void>((resolve) => void talkative.listen(0, '127.0.0.1', resolve))
  const base = `http://127.0.0.1:${(talkative.address() as AddressInfo).port}/v1`
  store = await startFakeS3()
  const keys = { S3_ACCESS_KEY_ID: secrets['S3_ACCESS_KEY_ID']!, S3_SECRET_ACCESS_KEY: secrets['S3_SECRET_ACCESS_KEY']! }
  Object.assign(store.settings, { accessKeyId: keys.S3_ACCESS_KEY_ID, secretAccessKey: keys.S3_SECRET_ACCESS_KEY })
  storeSettings = { S3_ENDPOINT: store.settings.endpoint, S3_BUCKET: store.settings.bucket, ...keys }
  if (postgresPrograms() !== undefined) postgres = await startPostgresServer()
  server = await startServer({
    LOG_LEVEL: 'debug',
    PARVIS_DEMO: String(isFullProof),
    PARVIS_SECRET: secrets['PARVIS_SECRET']!,
    PARVIS_ADMIN_PASSWORD: secrets['PARVIS_ADMIN_PASSWORD']!,
    BACKUP_PASSPHRASE: secrets['BACKUP_PASSPHRASE']!,
    LLM_BASE_URL: base,
    LLM_API_KEY: secrets['LLM_API_KEY']!,
    MISTRAL_API_KEY: secrets['MISTRAL_API_KEY']!,
    LLM_FALLBACKS: JSON.stringify([{ base_url: base, api_key: secrets['LLM_FALLBACKS'], model: 'secours' }]),
    EMBEDDINGS_BASE_URL: base,
    EMBEDDINGS_MODEL: 'essai',
    EMBEDDINGS_API_KEY: secrets['EMBEDDINGS_API_KEY']!,
    TRANSCRIPTION_BASE_URL: base,
    TRANSCRIPTION_MODEL: 'essai',
    TRANSCRIPTION_API_KEY: secrets['TRANSCRIPTION_API_KEY']!,
    ...storeSettings,
    // Nobody listens there: the failure is in the log.
    SMTP_URL: `smtp://parvis:${secrets['SMTP_URL']}@127.0.0.1:9`,
    // This one lets anybody in: the password is only carried.
    ...(postgres && { DATABASE_URL: postgres.url.replace('postgres@', `postgres:${secrets['DATABASE_URL']}@`) }),
  })
  agent = await createAccount(await apiAs(server.url, boss()), 'nora')
})
afterAll(async () => {
  await server?.close()
  await postgres?.remove()
  await store?.close()
  talkative?.close()
})

async function look(path: string, init: RequestInit = {}): Promise<Buffer> {
  const answer = await fetch(`${server.url}${path}`, { redirect: 'manual', ...init })
  const body = Buffer.from(await answer.arrayBuffer())
  search(`${init.method ?? 'GET'} ${path}, headers`, JSON.stringify([...answer.headers]))
  search(`${init.method ?? 'GET'} ${path}, ${answer.status}`, body.toString('utf8'))
  return body
}
const bearer = (token: string | null): Record<string, string> => (token === null ? {} : { authorization: `Bearer ${token}` })

test('PRV-04 each secret of the settings is searched for', () => {
  const guide = readFileSync(fileURLToPath(new URL('../../docs/exploitation.md', import.meta.url)), 'utf8')
  const settings = [...guide.matchAll(/^\| `([A-Z0-9_]+)` \|/gm)].map(([, name]) => name!)
  expect(settings.length).toBeGreaterThan(40)
  // A number of tokens is no token, and the keys that back-ups are sealed for are public ones.
  const secretive = settings.filter((name) => /KEY(?!S)|SECRET|PASSWORD|PASSPHRASE|TOKEN(?!S)|FALLBACKS|SMTP_URL|DATABASE_URL/.test(name))
  expect(secretive.filter((name) => name !== 'PASSWORD_POLICY' && !name.endsWith('_MS')).sort()).toEqual(Object.keys(secrets).sort())
  search('itself', `x${secrets['LLM_API_KEY']}y`)
  expect(found).toEqual(['LLM_API_KEY: itself'])
  found.length = 0
})

test('PRV-04 no page, no file of the application, no map of its sources holds one', async () => {
  const files = readdirSync(dist, { recursive: true, encoding: 'utf8' }).filter((name) => statSync(join(dist, name)).isFile())
  expect(files.filter((name) => name.endsWith('.js')).length).toBeGreaterThan(10)
  for (const name of files) {
    const text = readFileSync(join(dist, name)).toString('latin1')
    search(`web/dist/${name}`, text)
    expect([name, /sourceMappingURL=|process\.env\.|import\.meta\.env|-----BEGIN/.test(text)]).toEqual([name, false])
    await look(`/${name}`)
    if (name.endsWith('.js')) expect((await fetch(`${server.url}/${name}.map`)).status).toBe(404)
  }
  const addresses = [
    ...Object.values(pages).map((pattern) => pattern.replace(/:\w+/g, 'x')),
    '/nulle-part',
    '/.env',
    '/data/secret',
    '/%2e%2e/.env',
    '/api/nulle-part',
    '/api/%zz',
  ]
  for (const path of addresses) await look(path)
  expect(found).toEqual([])
})

test('PRV-04 no answer of any call holds one, whoever asks, however badly', async () => {
  const tokens = [null, await accessToken(server.url, agent), await accessToken(server.url, boss())]
  const id = '00000000-0000-4000-8000-000000000000'
  for (const route of every.filter((one) => one !== routes.auth.logout && one !== routes.rights.deleteOwnAccount)) {
    const path = `/api${fillPath(route.path, pathParams(id))}${route.kind === 'events' ? '?seconds=0' : ''}`
    for (const token of route.method === 'GET' || isFullProof ? tokens : [null, tokens.at(-1)!]) {
      if (route.method === 'GET') await look(path, { headers: bearer(token) })
      else
        for (const body of token === tokens.at(-1) || isFullProof ? ['{}', '{"', 'null'] : ['{}'])
          await look(path, { method: route.method, body, headers: { ...bearer(token), 'content-type': 'application/json' } })
    }
  }
  expect(searched).toBeGreaterThan(500)
  expect(found).toEqual([])
})

test('PRV-04 a server of models that repeats its key is not repeated; nor does a copy, a pack or the journal hold one', async () => {
  const token = await accessToken(server.url, boss())
  const json = { ...bearer(token), 'content-type': 'application/json' }
  const send = (route: Route, body: object, headers = {}) =>
    look(`/api${route.path}`, { method: route.method, body: JSON.stringify(body), headers: { ...json, ...headers } })
  const turns = { messageHistory: [{ role: 'user', content: 'Bonjour' }] }
  await send(routes.chat.stream, turns)
  await send(routes.chat.stream, turns, { accept: 'text/event-stream' })
  await send(routes.chat.simple, { message: 'Bonjour' })
  const form = new FormData()
  form.set('file', new Blob(['Les horaires de la piscine municipale.']), 'note.txt')
  form.set('category', 'Notes')
  await look(`/api${routes.documents.upload.path}`, { method: 'POST', body: form, headers: bearer(token) })
  await send(routes.auth.forgotPassword, { email: 'nora@ville.example' })
  await expect.poll(() => server.output()).toContain('password reset mail not sent')
  await expect.poll(() => asked.length, { timeout: 30_000 }).toBeGreaterThan(3)
  const sound = new FormData()
  sound.set('file', new Blob([new Uint8Array(makeWav())]), 'dictee.wav')
  await look(`/api${routes.transcriptions.create.path}`, { method: 'POST', body: sound, headers: bearer(token) })
  // The keys are the real ones: they were sent where they must be.
  for (const name of ['LLM_API_KEY', 'LLM_FALLBACKS', 'EMBEDDINGS_API_KEY', 'TRANSCRIPTION_API_KEY'])
    await expect.poll(() => asked.join(' '), { timeout: 30_000 }).toContain(secrets[name])

  const copy = unzipSync(await look(`/api${routes.rights.download.path}`, { headers: bearer(token) }))
  for (const [name, content] of Object.entries(copy)) search(`copy of one’s data, ${name}`, Buffer.from(content).toString('utf8'))
  await send(routes.packs.export, {})
  for (const route of [routes.audit.export, routes.instance.metrics, routes.recentErrors.list, routes.instance.info])
    await look(`/api${route.path}`, { headers: bearer(token) })
  expect(found).toEqual([])
})

test('PRV-04 neither the log, at its most talkative, nor a start that fails says one', async () => {
  await server.stop()
  expect(server.output().length).toBeGreaterThan(1_000)
  search('log', server.output())
  const starts: Record<string, string>[] = [
    { DATABASE_URL: `postgres://parvis:${secrets['DATABASE_URL']}@127.0.0.1:9/parvis` },
    { DATABASE_URL: `postgres://parvis:${secrets['DATABASE_URL']}@hôte faux` },
    { SMTP_URL: `http://parvis:${secrets['SMTP_URL']}@127.0.0.1` },
    { ...storeSettings, S3_ENDPOINT: 'http://127.0.0.1:9' },
    { LLM_FALLBACKS: `[{"api_key":"${secrets['LLM_FALLBACKS']}"` },
    { PARVIS_SECRET: secrets['LLM_API_KEY']!.slice(0, 20), LLM_API_KEY: secrets['LLM_API_KEY']!, LLM_BASE_URL: 'ftp://x' },
  ]
  for (const refused of starts) {
    const why = await startServer(refused).then(
      async (started) => (await started.close(), 'it started'),
      (error: Error) => error.message,
    )
    expect(why).toMatch(/stopped before it was ready[\s\S]*\b(DATABASE_URL|SMTP_URL|LLM_FALLBACKS|LLM_BASE_URL|PARVIS_SECRET|S3_ENDPOINT)\b/)
    search(`start refused for ${Object.keys(refused)[0]}`, why)
  }
  expect(found).toEqual([])
})
