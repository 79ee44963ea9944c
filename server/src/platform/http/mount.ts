import { changedBy, type Route } from '@parvis/contract'
import type { Readable } from 'node:stream'
import type { FastifyInstance, FastifyReply, FastifyRequest } from 'fastify'
import { AnswerInPieces } from '../answer-in-pieces.ts'
import { AppError } from '../errors/app-error.ts'
import type { Caller, Context } from '../../context.ts'
import type { FairTurns } from '../db/fair-turns.ts'
import type { ReplyReading } from '../../replies/reply-runs.ts'
import { contentDisposition } from './content-disposition.ts'
import { compressLong } from './compress-long.ts'
import { noteError, type NoteFailure } from './error-handler.ts'
import type { Call, FileAnswer, Handler } from './handler.ts'
import { takesVersion } from '../errors/stale-write.ts'
import { atVersion, expectedVersion, versionTag, withVersion } from './if-match.ts'
import { readUpload } from './multipart.ts'
import type { SendReply } from './reply-stream.ts'
import { validate } from '../errors/validate.ts'

/** Runs the work of a request in the line of whom its access token names, verified or not; null: nobody. */
type InTurn = <T>(access_token: string | null, ip: string, work: () => T) => T
type Authenticate = (access_token: string) => Promise<Caller>
/** Counts a request to its address; what it answers counts it to its person instead, once they are known. @throws {AppError} `request.too_many`, both */
export type LimitRequests = (ip: string, route: Route) => (person_id: string) => void

/** Keeps that somebody asked for what only administrators may. */
type NoteRefusal = (caller: Caller, request: FastifyRequest, route: Route) => Promise<void>

/** What every route passes through; `isFull`: see the database. */
export type Gates = {
  inTurn: InTurn
  authenticate: Authenticate
  noteRefusal: NoteRefusal
  limit: LimitRequests
  isFull: () => boolean
  /** See `AnswerInPieces.text`. */
  pieceTurns: FairTurns
  sendReply: SendReply
  noteFailure: NoteFailure
}

const isHealth = ({ method, path }: Route): boolean => method === 'GET' && /^\/health(?:\/|$)/.test(path)

/** Puts one route of the contract on the server: limit, authenticate, authorise, validate, do, present. */
export function mount(
  app: FastifyInstance,
  context: Context,
  { route, handle }: Handler,
  { inTurn, authenticate, noteRefusal, limit, isFull, pieceTurns, sendReply, noteFailure }: Gates,
): void {
  const target = (place: FastifyInstance) =>
    place.route({
      method: route.method,
      url: `/api${route.path}`,
      // What watches a service often asks for its headers only.
      ...(isHealth(route) && { exposeHeadRoute: true }),
      ...(route.bodyLimit !== undefined && { bodyLimit: route.bodyLimit }),
      handler: async (request, reply) => {
        reply.header('Cache-Control', 'no-store')
        const isOf = limit(request.ip, route)
        return inTurn(tokenOf(route, request), request.ip, () => serve(request, reply, isOf))
      },
    })
  // Forms are read on this route alone: no other takes what a page of another site may send.
  if (route.form) void app.register(async (place) => (readForms(place), target(place)))
  else target(app)
  async function serve(request: FastifyRequest, reply: FastifyReply, isOf: (person_id: string) => void): Promise<unknown> {
    const gone = goneSignal(reply)
    const caller = await identify(route, request, { authenticate, noteRefusal, isOf })
    if (adds(route) && isFull()) throw new AppError('server.storage_full')
    const expected = takesVersion(route) ? expectedVersion(request.headers['if-match']) : null
    const call: Call<Route> = {
      params: route.params ? validateParams(route, request) : undefined,
      query: route.query ? validate(route.query, request.query) : undefined,
      body: route.body && !route.multipart ? validate(route.body, withVersion(request.body, expected), route.allowsUnreadable) : undefined,
      caller: caller as never,
      context,
      log: request.log,
      request_id: request.id,
      ip: request.ip,
      user_agent: request.headers['user-agent'] ?? '',
      bearer: route.access === 'refresh' ? bearerOf(request) : null,
      gone,
      lastEventId: lastEventId(request),
      upload: route.multipart ? readUpload(request, context.config) : null,
      setStatus: (status) => reply.code(status),
      setHeader: (name, value) => reply.header(name, value),
    } as Call<Route>
    if (route.status !== undefined) reply.code(route.status)
    const result = await atVersion(expected, () => handle(call))
    if (caller !== null && route.method !== 'GET') context.changes.tell(caller.id, changedBy(route), tabOf(request))
    if (route.kind === 'stream') return presentStream(reply, request, { reading: result as ReplyReading, gone }, sendReply, noteFailure)
    if (route.kind === 'events') return presentEvents(reply, result as Readable)
    if (result instanceof AnswerInPieces) {
      const cut = (error: unknown) => void noteError(error, request, noteFailure)
      const text = result.text((answer) => route.answer!.parse(answer), cut, pieceTurns)
      return reply.type('application/json; charset=utf-8').send(compressLong(text, request, reply))
    }
    return present(route, reply, result)
  }
}

// Only where the token is verified before anything is asked of the database: a forged one must not wait in another's line.
function tokenOf(route: Route, request: FastifyRequest): string | null {
  return route.access === 'user' || route.access === 'admin' ? (/^Bearer +(\S+)$/i.exec(request.headers.authorization ?? '')?.[1] ?? null) : null
}

/** Trust case REL-19: on a full disk nothing more is taken, so that what is there can still be read. */
const adds = ({ method, whenFull }: Route): boolean => method !== 'GET' && method !== 'DELETE' && whenFull !== true

function validateParams(route: Route, request: FastifyRequest) {
  const result = route.params!.safeParse(request.params)
  // An id that cannot exist and an id that does not exist are the same answer.
  if (!result.success || Object.values(request.params as object).some((value) => String(value).includes('\0'))) throw new AppError('request.not_found')
  return result.data
}

interface Identifying extends Pick<Gates, 'authenticate' | 'noteRefusal'> {
  /** Counts the request to its person, what they may not do included. */
  isOf: (person_id: string) => void
}

async function identify(route: Route, request: FastifyRequest, { authenticate, noteRefusal, isOf }: Identifying): Promise<Caller | null> {
  if (route.access === 'public' || route.access === 'refresh') return null
  if (route.access === 'loopback_or_admin' && isLoopback(request)) return null
  const caller = await authenticate(bearerOf(request))
  isOf(caller.id)
  if (caller.must_change_password && route.beforePasswordChange !== true) throw new AppError('auth.must_change_password')
  const isForBoth = route.beforePasswordChange === true || route.beforeSecondFactor === true
  if (caller.must_set_second_factor && !isForBoth) throw new AppError('auth.second_factor_due')
  if (route.access !== 'user' && !caller.is_admin) {
    await noteRefusal(caller, request, route)
    throw new AppError(route.forbidden ?? 'auth.forbidden')
  }
  return caller
}

// The address of the socket itself: a forwarded header cannot pretend to be here.
function isLoopback(request: FastifyRequest): boolean {
  const address = request.socket.remoteAddress ?? ''
  return request.headers['x-forwarded-for'] === undefined && (address === '127.0.0.1' || address === '::1' || address === '::ffff:127.0.0.1')
}

function goneSignal(reply: FastifyReply): AbortSignal {
  const gone = new AbortController()
  // A reason of our own: without one an error is made, with its stack, for each call that ends.
  reply.raw.once('close', () => gone.abort('closed'))
  return gone.signal
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

/** How the tab that calls names itself, if it does: what it changes is not told to it. */
function tabOf(request: FastifyRequest): string | undefined {
  const name = request.headers['x-tab']
  return typeof name === 'string' && name !== '' ? name.slice(0, 64) : undefined
}

function lastEventId(request: FastifyRequest): number {
  const value = Number(request.headers['last-event-id'])
  return Number.isSafeInteger(value) && value > 0 ? value : 0
}

async function present(route: Route, reply: FastifyReply, result: unknown): Promise<unknown> {
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
  { reading, gone }: { reading: ReplyReading; gone: AbortSignal },
  sendReply: SendReply,
  noteFailure: NoteFailure,
): Promise<unknown> {
  const kind = (request.headers.accept ?? '').includes('text/event-stream') ? 'events' : 'text'
  await reading.begun(kind, gone)
  if (reply.raw.destroyed) {
    // The reader left before the first word: it comes and goes, so that a reply that nobody keeps knows that it is alone.
    reading.subscribe(() => {})()
    return reply
  }
  reply.hijack()
  // The framework no longer writes this answer: the headers that it had ready go with it.
  for (const [name, value] of Object.entries(reply.getHeaders())) if (value !== undefined) reply.raw.setHeader(name, value)
  // Whoever only reads a reply again is not told of another failure.
  sendReply(reply.raw, reading, kind, (code) => request.method === 'POST' && noteFailure(request, code))
  return reply
}
