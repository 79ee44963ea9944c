import { changedBy, type Route } from '@parvis/contract'
import { type Readable, pipeline } from 'node:stream'
import type { FastifyInstance, FastifyReply, FastifyRequest } from 'fastify'
import { StreamedAnswer } from '../streamed-answer.ts'
import { AppError } from '../errors/app-error.ts'
import type { Caller, Context } from '../../context.ts'
import type { FairQueue } from '../db/fair-queue.ts'
import type { ReplyReader } from '../../replies/run.ts'
import { contentDisposition } from './content-disposition.ts'
import { recordError, type RecordFailure } from './error-handler.ts'
import type { RouteCall, FileAnswer, RouteHandler } from './handler.ts'
import { hasOptimisticLock } from '../errors/stale-write.ts'
import { withPrecondition, expectedVersion, versionTag, withExpectedVersion } from './if-match.ts'
import { readUpload } from './multipart.ts'
import type { SendReply } from './reply-stream.ts'
import { validate } from '../errors/validate.ts'
import { constants, createBrotliCompress } from 'node:zlib'

/** Runs the work of a request in the fair queues, charged to the person named in its access token (not verified yet), or else to its IP address. */
type RunInQueue = <T>(access_token: string | null, ip: string, work: () => T) => T
type Authenticate = (access_token: string) => Promise<Caller>
/**
 * Counts a request to its IP address. The returned function, called once the person is known, counts it to the person instead.
 * @throws {AppError} `request.too_many`, from both
 */
export type LimitRequests = (ip: string) => (person_id: string) => void

/** Records a refused call to an administrator's route. */
type RecordRefusal = (caller: Caller, request: FastifyRequest, route: Route) => Promise<void>

/** Services that every route uses. `isFull`: see `Database`. */
export type RouteServices = {
  runInQueue: RunInQueue
  authenticate: Authenticate
  recordRefusal: RecordRefusal
  limit: LimitRequests
  isFull: () => boolean
  /** See `StreamedAnswer.text`. */
  streamQueue: FairQueue
  sendReply: SendReply
  recordFailure: RecordFailure
}

const isHealth = ({ method, path }: Route): boolean => method === 'GET' && /^\/health(?:\/|$)/.test(path)

/** Registers one route of the contract: rate limit, authentication, authorisation, validation, handler, answer. */
export function mount(
  app: FastifyInstance,
  context: Context,
  { route, handle }: RouteHandler,
  { runInQueue, authenticate, recordRefusal, limit, isFull, streamQueue, sendReply, recordFailure }: RouteServices,
): void {
  const register = (scope: FastifyInstance) =>
    scope.route({
      method: route.method,
      url: `/api${route.path}`,
      // Monitoring tools often request the headers only.
      ...(isHealth(route) && { exposeHeadRoute: true }),
      ...(route.bodyLimit !== undefined && { bodyLimit: route.bodyLimit }),
      handler: async (request, reply) => {
        reply.header('Cache-Control', 'no-store')
        const isOf = limit(request.ip)
        return runInQueue(tokenOf(route, request), request.ip, () => serve(request, reply, isOf))
      },
    })
  // Forms are parsed on this route only: other routes refuse what a page of another site could send.
  if (route.form) void app.register(async (place) => (readForms(place), register(place)))
  else register(app)
  async function serve(request: FastifyRequest, reply: FastifyReply, countFor: (person_id: string) => void): Promise<unknown> {
    const disconnected = disconnectSignal(reply)
    const caller = await identify(route, request, { authenticate, recordRefusal: recordRefusal, isOf: countFor })
    if (addsData(route) && isFull()) throw new AppError('server.storage_full')
    const expected = hasOptimisticLock(route) ? expectedVersion(request.headers['if-match']) : null
    const call: RouteCall<Route> = {
      params: route.params ? validateParams(route, request) : undefined,
      query: route.query ? validate(route.query, request.query) : undefined,
      body: route.body && !route.multipart ? validate(route.body, withExpectedVersion(request.body, expected), route.allowsUnreadable) : undefined,
      caller: caller as never,
      context,
      log: request.log,
      request_id: request.id,
      ip: request.ip,
      user_agent: request.headers['user-agent'] ?? '',
      bearer: route.access === 'refresh' ? bearerOf(request) : null,
      disconnected,
      lastEventId: lastEventId(request),
      upload: route.multipart ? readUpload(request, context.config) : null,
      setStatus: (status) => reply.code(status),
      setHeader: (name, value) => reply.header(name, value),
    } as RouteCall<Route>
    if (route.status !== undefined) reply.code(route.status)
    const result = await withPrecondition(expected, () => handle(call))
    if (caller !== null && route.method !== 'GET') context.changes.notify(caller.id, changedBy(route), tabOf(request))
    if (route.kind === 'stream') return presentStream(reply, request, { reading: result as ReplyReader, gone: disconnected }, sendReply, recordFailure)
    if (route.kind === 'events') return presentEvents(reply, result as Readable)
    if (result instanceof StreamedAnswer) {
      const onError = (error: unknown) => void recordError(error, request, recordFailure)
      const text = result.text((answer) => route.answer!.parse(answer), onError, streamQueue)
      return reply.type('application/json; charset=utf-8').send(compressLargeAnswer(text, request, reply))
    }
    return sendResult(route, reply, result)
  }
}

// Only on routes that verify the token before any query: otherwise a forged token could queue as someone else.
function tokenOf(route: Route, request: FastifyRequest): string | null {
  return route.access === 'user' || route.access === 'admin' ? (/^Bearer +(\S+)$/i.exec(request.headers.authorization ?? '')?.[1] ?? null) : null
}

/** Whether a route adds data: refused on a full disk, so that existing data can still be read (trust case REL-19). */
const addsData = ({ method, whenFull }: Route): boolean => method !== 'GET' && method !== 'DELETE' && whenFull !== true

function validateParams(route: Route, request: FastifyRequest) {
  const result = route.params!.safeParse(request.params)
  // An impossible id is answered like a missing one.
  if (!result.success || Object.values(request.params as object).some((value) => String(value).includes('\0'))) throw new AppError('request.not_found')
  return result.data
}

interface Identifying extends Pick<RouteServices, 'authenticate' | 'recordRefusal'> {
  /** Counts the request to its person, even if it is then refused. */
  isOf: (person_id: string) => void
}

async function identify(route: Route, request: FastifyRequest, { authenticate, recordRefusal, isOf }: Identifying): Promise<Caller | null> {
  if (route.access === 'public' || route.access === 'refresh') return null
  if (route.access === 'loopback_or_admin' && isLoopback(request)) return null
  const caller = await authenticate(bearerOf(request))
  isOf(caller.id)
  if (caller.must_change_password && route.beforePasswordChange !== true) throw new AppError('auth.must_change_password')
  const isForBoth = route.beforePasswordChange === true || route.beforeSecondFactor === true
  if (caller.must_set_second_factor && !isForBoth) throw new AppError('auth.second_factor_due')
  if (route.access !== 'user' && !caller.is_admin) {
    await recordRefusal(caller, request, route)
    throw new AppError(route.forbidden ?? 'auth.forbidden')
  }
  return caller
}

// Checks the socket's own address: a forwarded header cannot pretend to be local.
function isLoopback(request: FastifyRequest): boolean {
  const address = request.socket.remoteAddress ?? ''
  return request.headers['x-forwarded-for'] === undefined && (address === '127.0.0.1' || address === '::1' || address === '::ffff:127.0.0.1')
}

/** Returns a signal that is aborted when the connection of an answer closes, before or after its end. */
export function disconnectSignal(reply: FastifyReply): AbortSignal {
  const disconnection = new AbortController()
  // With a reason of our own: otherwise an error and its stack would be built at the end of each call.
  reply.raw.once('close', () => disconnection.abort('closed'))
  return disconnection.signal
}

function bearerOf(request: FastifyRequest): string {
  const header = request.headers.authorization
  if (header === undefined || header === '') throw new AppError('auth.missing')
  const match = /^Bearer +([\w.~+/=-]+)$/i.exec(header)
  if (match === null) throw new AppError('auth.invalid')
  return match[1]!
}

function readForms(app: FastifyInstance): void {
  app.addContentTypeParser('application/x-www-form-urlencoded', { parseAs: 'string' }, (_request, body, done) => {
    done(null, Object.fromEntries(new URLSearchParams(body as string)))
  })
}

/** Reads the name of the calling tab (`X-Tab`), which is not notified of its own changes; undefined without one. */
function tabOf(request: FastifyRequest): string | undefined {
  const name = request.headers['x-tab']
  return typeof name === 'string' && name !== '' ? name.slice(0, 64) : undefined
}

function lastEventId(request: FastifyRequest): number {
  const value = Number(request.headers['last-event-id'])
  return Number.isSafeInteger(value) && value > 0 ? value : 0
}

async function sendResult(route: Route, reply: FastifyReply, result: unknown): Promise<unknown> {
  if (route.kind === 'file') {
    const file = result as FileAnswer
    if (file.size !== null) reply.header('Content-Length', file.size)
    return reply
      .header('Content-Type', file.media_type)
      .header('Content-Disposition', contentDisposition(file.filename))
      .header('Content-Security-Policy', "sandbox; default-src 'none'")
      .send(file.content)
  }
  if (route.kind === 'text') return reply.type('text/plain; charset=utf-8').send(result)
  const answer = route.answer!.parse(result)
  const tag = versionTag(answer)
  if (tag !== null) reply.header('ETag', tag)
  return answer
}

function presentEvents(reply: FastifyReply, events: Readable): FastifyReply {
  return reply
    .header('Content-Type', 'text/event-stream; charset=utf-8')
    .header('Cache-Control', 'no-store, no-transform')
    .header('X-Accel-Buffering', 'no')
    .send(events)
}

async function presentStream(
  reply: FastifyReply,
  request: FastifyRequest,
  { reading, gone: disconnected }: { reading: ReplyReader; gone: AbortSignal },
  sendReply: SendReply,
  noteFailure: RecordFailure,
): Promise<unknown> {
  const kind = (request.headers.accept ?? '').includes('text/event-stream') ? 'events' : 'text'
  await reading.waitForFirstEvent(kind, disconnected)
  if (reply.raw.destroyed) {
    // The client left before the first text: subscribe and unsubscribe, so that an unsaved reply finds out that it has no reader.
    reading.subscribe(() => {})()
    return reply
  }
  reply.hijack()
  // Fastify no longer writes this answer: copy the headers that it had set.
  for (const [name, value] of Object.entries(reply.getHeaders())) if (value !== undefined) reply.raw.setHeader(name, value)
  // A call that only follows a reply again does not record its failure a second time.
  sendReply(reply.raw, reading, kind, (code) => request.method === 'POST' && noteFailure(request, code))
  return reply
}

const { BROTLI_PARAM_QUALITY } = constants

/** Matches an `Accept-Encoding` that accepts Brotli; `q=0` refuses it (RFC 9110, 12.4.2). */
const acceptsBrotli = /(?:^|,)\s*br\s*(?:;\s*q=(?!0(?:\.0*)?\s*(?:,|$))[\d.]+\s*)?(?:,|$)/

/**
 * Compresses an answer of several megabytes with Brotli's first level, if the client accepts Brotli; otherwise the server's plugin compresses it. The
 * plugin's level gives a text a tenth smaller for five times the processor time, which would slow down everyone when ten people open such a conversation
 * at once.
 * @param text ended or destroyed together with the returned stream
 */
function compressLargeAnswer(text: Readable, request: FastifyRequest, reply: FastifyReply): Readable {
  if (!acceptsBrotli.test(request.headers['accept-encoding'] ?? '')) return text
  reply.header('Content-Encoding', 'br').header('Vary', 'accept-encoding')
  return pipeline(text, createBrotliCompress({ chunkSize: 65_536, params: { [BROTLI_PARAM_QUALITY]: 1 } }), () => {})
}
