import compress from '@fastify/compress'
import multipart from '@fastify/multipart'
import fastify, { LogController, type FastifyInstance, type FastifyReply, type FastifyRequest } from 'fastify'
import { randomUUID } from 'node:crypto'
import type { Config } from '../config/config.ts'
import { limits } from '@parvis/contract'
import { endSlowBody, readForNothing, readNoMore } from './body-reading.ts'
import { answerError, answerOnTheWire, noteError, type NoteFailure } from './error-handler.ts'
import { largestUpload, longestUploadMs } from './multipart.ts'
import { AppError } from '../errors/app-error.ts'

const jsonLimit = 1024 * 1024
// A hostile client may open a connection and say nothing: this bounds what that costs, and `endSlowBody` what follows (trust case NET-06).
const headersTimeoutMs = 15_000
/** How often the limits of a connection are looked at. */
const checkConnectionsMs = 5_000

/** The HTTP server without its routes: limits, headers, errors, log lines. The only place that configures the framework. */
export async function createHttpServer(config: Config, logStream?: { write(line: string): void }, noteFailure?: NoteFailure): Promise<FastifyInstance> {
  const app = fastify({
    logger: {
      level: config.logLevel,
      base: null,
      messageKey: 'message',
      timestamp: () => `,"time":"${new Date().toISOString()}"`,
      ...(logStream && { stream: logStream }),
    },
    logController: new LogController({ disableRequestLogging: true, requestIdLogLabel: 'request_id' }),
    genReqId: () => randomUUID(),
    requestIdHeader: false,
    bodyLimit: jsonLimit,
    trustProxy: config.trustProxy.length > 0 ? config.trustProxy : false,
    forceCloseConnections: true,
    requestTimeout: longestUploadMs(config),
    keepAliveTimeout: 72_000,
    routerOptions: { ignoreTrailingSlash: false, caseSensitive: true, maxParamLength: 200 },
    http: { headersTimeout: headersTimeoutMs, connectionsCheckingInterval: checkConnectionsMs, maxHeaderSize: 16 * 1024, requireHostHeader: false },
    exposeHeadRoutes: false,
    // An address that cannot be decoded has no route, hence no hook: it gets the same headers and the same shape here.
    frameworkErrors: (error, request, typedReply) => {
      const reply = typedReply as FastifyReply
      reply.headers(commonHeaders(config, request.id))
      const { status, body } = answerError(error, request.id)
      return reply.code(status).header('Cache-Control', 'no-store').send(body)
    },
  })
  // Before the framework: what it answers without a hook is bounded as well.
  app.server.prependListener('request', (request) => endSlowBody(request, app.server))
  answerOnTheWire(app.server, (request_id) => commonHeaders(config, request_id))
  await app.register(multipart, {
    // Each piece waits until the one before has been taken: nothing is read ahead (trust case FIC-01).
    highWaterMark: 1,
    limits: { fileSize: config.maxUploadMb * 1024 * 1024, files: limits.files, fields: 20, parts: 70, headerPairs: 50 },
  })
  // Beyond a few kilobytes the plugin compresses on the threads beside: one person's long list delays nobody. In few turns of the loop.
  await app.register(compress, { threshold: 1_024, encodings: ['br', 'gzip'], brotliOptions: { chunkSize: 65_536, params: { 1: 4 } } })
  acceptOnlyJson(app)
  app.addHook('onRequest', async (request, reply) => {
    dropPorts(request)
    reply.headers(commonHeaders(config, request.id))
    if (request.raw.httpVersion === '1.1' && request.raw.headers.host === undefined) throw new AppError('request.malformed')
  })
  app.addHook('onResponse', async (request, reply) => {
    // The route's pattern and never the address: addresses may hold searches and reset tokens.
    request.log.info(
      { method: request.method, route: request.routeOptions.url ?? null, status: reply.statusCode, ms: Math.round(reply.elapsedTime) },
      'request',
    )
  })
  app.setErrorHandler(async (error, request, reply) => {
    const answer = noteError(error, request, noteFailure)
    // That of an answer which failed before its first byte.
    reply.removeHeader('Content-Encoding')
    if (answer.retryAfterSeconds !== null) reply.header('Retry-After', answer.retryAfterSeconds)
    if (mayStillSendMuch(request, config)) {
      reply.header('Connection', 'close')
      readNoMore(request.raw)
    } else {
      // Fastify closes on a body that it refuses; closing on a sender who goes on resets the connection, and the answer with it.
      reply.removeHeader('Connection')
      readForNothing(request.raw)
    }
    return reply.code(answer.status).header('Cache-Control', 'no-store').send(answer.body)
  })
  return app
}

/**
 * A kept connection reads the rest of a refused request before the next one. That is allowed to a body of an ordinary
 * upload, so that a browser still sending gets the answer; of anything longer, or of no announced length, nothing more is
 * read (trust case FIC-01).
 */
function mayStillSendMuch({ raw }: FastifyRequest, config: Config): boolean {
  if (raw.complete) return false
  return raw.headers['transfer-encoding'] !== undefined || Number(raw.headers['content-length'] ?? 0) > largestUpload(config)
}

/**
 * Takes the port off each address that proxies tell: IIS and Azure write it. It is another one for each connection: limits of an address would count
 * nobody twice, and no proxy of a chain would be known for one.
 */
function dropPorts({ raw: { headers } }: FastifyRequest): void {
  const told = headers['x-forwarded-for']
  if (typeof told !== 'string') return
  headers['x-forwarded-for'] = told.replace(/\[([\da-f:.]{2,45})\](?::\d{1,5})?|(\d{1,3}(?:\.\d{1,3}){3}):\d{1,5}/gi, '$1$2')
}

/** Devices and places that no page of ours asks for: whatever ran in one could not either (https://www.w3.org/TR/permissions-policy/). */
const permissionsPolicy = [
  'accelerometer',
  'camera',
  'display-capture',
  'geolocation',
  'gyroscope',
  'hid',
  'magnetometer',
  'microphone',
  'midi',
  'payment',
  'serial',
  'usb',
]
  .map((feature) => `${feature}=()`)
  .join(', ')

/** Headers of every answer (trust case NET-08). */
const commonHeaders = (config: Config, request_id: string): Record<string, string> => ({
  'X-Request-Id': request_id,
  'X-Content-Type-Options': 'nosniff',
  'Referrer-Policy': 'no-referrer',
  'X-Frame-Options': 'DENY',
  'Cross-Origin-Resource-Policy': 'same-origin',
  'Cross-Origin-Opener-Policy': 'same-origin',
  'Permissions-Policy': permissionsPolicy,
  ...(config.publicUrl?.startsWith('https:') && { 'Strict-Transport-Security': 'max-age=31536000; includeSubDomains' }),
})

/** Bodies are JSON or multipart, but on the one route that takes a form (mount.ts). Anything else is refused, which also keeps cross-site forms out (trust case NET-04). */
function acceptOnlyJson(app: FastifyInstance): void {
  app.removeContentTypeParser('text/plain')
  app.removeContentTypeParser('application/json')
  app.addContentTypeParser('application/json', { parseAs: 'string' }, (_request, body, done) => {
    if (body === '') return done(null, undefined)
    try {
      // `__proto__` and `constructor` keys are kept as plain own properties, then dropped by the contract's schemas.
      done(null, JSON.parse(body as string))
    } catch (error) {
      done(new AppError('request.malformed', {}, { cause: error }))
    }
  })
}
