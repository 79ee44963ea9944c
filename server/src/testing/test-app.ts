import { fillPath, type RouteAnswer, type ErrorBody, type Route, type SentRouteBody, type SentRouteQuery } from '@parvis/contract'
import type { FastifyInstance } from 'fastify'
import { mkdtemp, rm } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import path from 'node:path'
import { setTimeout } from 'node:timers/promises'
import { createModels, type Models } from '../platform/llm/index.ts'
import type { Mail, Mailer } from '../platform/mail/port.ts'
import { createApp } from '../app.ts'
import { readConfig, type Config } from '../platform/config/config.ts'
import type { Context } from '../context.ts'
import type { Database } from '../platform/db/types.ts'
import type { RouteHandler } from '../platform/http/handler.ts'
import { createTestDatabase } from './databases/database.ts'
import { modelsOf, type TestLlm } from './test-llm.ts'
import { userFactory, type NewTestUser, type TestUser } from './test-users.ts'
import { isFullRun } from './full-run.ts'

export type TestAppOptions = {
  /** Settings that replace those of an empty environment with a temporary data directory. */
  config?: Partial<Config>
  /** Omitted: all features. */
  handlers?: RouteHandler[]
  /** Omitted: the demonstration model at full speed. */
  llm?: TestLlm
  /** Models of another application, which closes them. */
  models?: Models
  mailer?: Mailer
  /** Hashes passwords at their real cost, as `npm run prove` always does. */
  realPasswords?: boolean
  /** Maximum duration of a request that follows changes, in seconds; by default 0.1. Tests that try every route must not wait for ten minutes. */
  followSeconds?: number
  /** Database of another application, to act as a second instance. The other one closes it. */
  database?: Database
  /** Adds the pages to the API, as the product does; omitted: no pages. */
  addPages?(http: FastifyInstance): Promise<void>
}

/** A call as a client of the contract makes it. The type of `Route` gives those of body and answer. */
type CallOptions<R> = {
  params?: Record<string, string>
  query?: SentRouteQuery<R> | Record<string, string | string[]>
  body?: SentRouteBody<R>
  /** Bearer token: an access token, or the refresh value for `refresh` routes. */
  token?: string
  headers?: Record<string, string>
  /** Sent as multipart instead of a JSON body. */
  form?: FormData
  /** Network address of the caller; by default 127.0.0.1. */
  ip?: string
}

type TestAnswer<R> = {
  status: number
  headers: Record<string, string | number | string[] | undefined>
  /** Body of a success, typed by the contract. Check `status` first. */
  body: RouteAnswer<R>
  /** The response body, typed as an error. */
  error: ErrorBody
  /** Raw body. */
  text: string
  bytes: Buffer
}

export type TestApp = {
  http: FastifyInstance
  context: Context
  db: Context['db']
  database: Database
  /** Mails sent so far, in order. */
  mails: Mail[]
  /** Log lines so far, as JSON texts. */
  logs: string[]
  /** Delays imposed on responses so far, in milliseconds. They are real only with `npm run prove`. */
  waits: number[]
  /** Time of the application: that of the machine plus the milliseconds given to `travel`. */
  now(): Date
  travel(ms: number): void
  call<R extends Route>(route: R, options?: CallOptions<R>): Promise<TestAnswer<R>>
  /** Creates an account with an open session directly in the database: no rate limits, and one password hash for all. */
  createUser(user?: NewTestUser): Promise<TestUser>
  /** Listens on a free port and returns the base URL, for what injected calls cannot test: streams, disconnections, slow readers. */
  listen(): Promise<string>
  close(): Promise<void>
}

/** Cheap password hashing for tests; the real cost is tested by sessions.api.test.ts. */
const minimalCost = { memoryCost: 8, timeCost: 1, parallelism: 1 }

/** Creates the whole application on a private migrated database, with a model, a mailer and a clock under the test's control. */
export async function createTestApp(options: TestAppOptions = {}): Promise<TestApp> {
  const dataDir = await mkdtemp(path.join(tmpdir(), 'parvis-test-'))
  const database = options.database ?? (await createTestDatabase())
  const release = async () => {
    if (options.database === undefined) await database.close()
    await rm(dataDir, { recursive: true, force: true })
  }
  try {
    return await startTestApp(options, { dataDir, database, release })
  } catch (error) {
    await release()
    throw error
  }
}

type TestResources = { dataDir: string; database: Database; release(): Promise<void> }

async function startTestApp(options: TestAppOptions, { dataDir, database, release }: TestResources): Promise<TestApp> {
  const mails: Mail[] = []
  const logs: string[] = []
  const waits: number[] = []
  let ahead = 0
  const now = () => new Date(Date.now() + ahead)
  const app = await createApp({
    config: { ...readConfig({ PARVIS_DATA_DIR: dataDir, PUBLIC_URL: 'http://parvis.test' }), ...options.config },
    database,
    models: options.models ?? (options.llm === undefined ? createModels({ kind: 'scripted', pace: 0 }) : modelsOf(options.llm)),
    mailer: options.mailer ?? { kind: 'outbox', send: async (mail) => void mails.push(mail), close: async () => {} },
    secret: testSecret,
    now,
    wait: async (ms) => {
      waits.push(ms)
      if (isFullRun) await setTimeout(ms)
    },
    ...(options.handlers && { handlers: options.handlers }),
    logStream: { write: (line) => void logs.push(line) },
  })
  const { http, context } = app
  const { follow } = context.changes
  context.changes.follow = (person_id, { tab, seconds }) => follow(person_id, { tab, seconds: Math.min(seconds, options.followSeconds ?? 0.1) })
  if (!options.realPasswords && !isFullRun) context.passwordCost = minimalCost
  await options.addPages?.(http)
  await http.ready()
  return {
    http,
    context,
    db: database.db,
    database,
    mails,
    logs,
    waits,
    now,
    travel: (ms) => void (ahead += ms),
    call: (route, callOptions) => call(http, route, callOptions),
    createUser: userFactory(context),
    listen: () => http.listen({ host: '127.0.0.1', port: 0 }),
    async close() {
      await app.close()
      await release()
    },
  }
}

/** Secret of the access tokens of all test applications, so that two of them act as two instances of one installation. */
export const testSecret: Uint8Array = Buffer.from('b5a7c0f1d2e3948576a1b2c3d4e5f60718293a4b5c6d7e8f9001122334455667', 'hex')

async function call<R extends Route>(http: FastifyInstance, route: R, options: CallOptions<R> = {}): Promise<TestAnswer<R>> {
  const { params, query, body, token, headers = {}, form, ip } = options
  const sent = form === undefined ? encodeJson(body) : await encodeForm(form)
  const response = await http.inject({
    method: route.method,
    url: `/api${fillPath(route.path, params)}`,
    ...(query !== undefined && { query: query as Record<string, string> }),
    ...(sent.body !== undefined && { payload: sent.body }),
    ...(ip !== undefined && { remoteAddress: ip }),
    headers: { ...(token !== undefined && { authorization: `Bearer ${token}` }), ...(sent.type !== undefined && { 'content-type': sent.type }), ...headers },
  })
  const parsed = readJson(response.body)
  return {
    status: response.statusCode,
    headers: response.headers,
    body: parsed as RouteAnswer<R>,
    error: parsed as ErrorBody,
    text: response.body,
    bytes: response.rawPayload,
  }
}

type Sent = { body?: string | Buffer; type?: string }

function encodeJson(body: unknown): Sent {
  return body === undefined ? {} : { body: JSON.stringify(body), type: 'application/json' }
}

async function encodeForm(form: FormData): Promise<Sent> {
  const encoded = new Response(form)
  return { body: Buffer.from(await encoded.arrayBuffer()), type: encoded.headers.get('content-type')! }
}

function readJson(text: string): unknown {
  try {
    return JSON.parse(text)
  } catch {
    return null
  }
}
