import compress from '@fastify/compress'
import multipart from '@fastify/multipart'
import fastify, { LogController, type FastifyInstance, type FastifyReply, type FastifyRequest } from 'fastify'
import { randomUUID } from 'node:crypto'
import type { Config } from '../config/config.ts'
import { limits } from '@parvis/contract'
import { limitBodyTime, discardBody, stopReading } from './body-reading.ts'
import { answerError, answerParserErrors, recordError, type RecordFailure } from './error-handler.ts'
import { maxUploadBytes, uploadTimeoutMs } from './multipart.ts'
import { AppError } from '../errors/app-error.ts'

const jsonLimit = 1024 * 1024
// Limits the cost of a connection that sends nothing; `limitBodyTime` limits what follows the headers (trust case NET-06).
const headersTimeoutMs = 15_000
/** Interval of the checks of these timeouts, in milliseconds. */
const checkConnectionsMs = 5_000

/** Creates the HTTP server without its routes: limits, headers, errors, request log. The only place that configures Fastify. */
export async function createHttpServer(config: Config, logStream?: { write(line: string): void }, noteFailure?: RecordFailure): Promise<FastifyInstance> {
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
    requestTimeout: uploadTimeoutMs(config),
    keepAliveTimeout: 72_000,
    routerOptions: { ignoreTrailingSlash: false, caseSensitive: true, maxParamLength: 200 },
    http: { headersTimeout: headersTimeoutMs, connectionsCheckingInterval: checkConnectionsMs, maxHeaderSize: 16 * 1024, requireHostHeader: false },
    exposeHeadRoutes: false,
    // An undecodable URL matches no route and runs no hook: give it the same headers and form here.
    frameworkErrors: (error, request, typedReply) => {
      const reply = typedReply as FastifyReply
      reply.headers(commonHeaders(config, request.id))
      const { status, body } = answerError(error, request.id)
      return reply.code(status).header('Cache-Control', 'no-store').send(body)
    },
  })
  // Before Fastify's own listener, so that what it answers without a hook is limited as well.
  app.server.prependListener('request', (request) => limitBodyTime(request, app.server))
  answerParserErrors(app.server, (request_id) => commonHeaders(config, request_id))
  await app.register(multipart, {
    // A chunk is read once the previous one has been consumed: nothing is read ahead (trust case FIC-01).
    highWaterMark: 1,
    limits: { fileSize: config.maxUploadMb * 1024 * 1024, files: limits.files, fields: 20, parts: 70, headerPairs: 50 },
  })
  // From 1 kB on, the plugin compresses in worker threads, so that a long list delays no other request. The large chunks save event loop ticks.
  await app.register(compress, { threshold: 1_024, encodings: ['br', 'gzip'], brotliOptions: { chunkSize: 65_536, params: { 1: 4 } } })
  acceptOnlyJson(app)
  app.addHook('onRequest', async (request, reply) => {
    dropPorts(request)
    reply.headers(commonHeaders(config, request.id))
    if (request.raw.httpVersion === '1.1' && request.raw.headers.host === undefined) throw new AppError('request.malformed')
  })
  app.addHook('onResponse', async (request, reply) => {
    // Log the pattern of the route, never the address: it may contain a search or a reset token.
    request.log.info(
      { method: request.method, route: request.routeOptions.url ?? null, status: reply.statusCode, ms: Math.round(reply.elapsedTime) },
      'request',
    )
  })
  app.setErrorHandler(async (error, request, reply) => {
    const answer = recordError(error, request, noteFailure)
    // Headers of a file or of a compressed answer that failed before its first byte.
    for (const name of ['Content-Encoding', 'Content-Type', 'Content-Disposition', 'Content-Length']) reply.removeHeader(name)
    if (answer.retryAfterSeconds !== null) reply.header('Retry-After', answer.retryAfterSeconds)
    endBody(request, reply, config)
    return reply.code(answer.status).header('Cache-Control', 'no-store').send(answer.body)
  })
  return app
}

/** Ends the reading of the body of a refused request: discards the rest, or closes the connection after the answer when it is too long. */
export function endBody(request: FastifyRequest, reply: FastifyReply, config: Config): void {
  if (isBodyTooLongToDiscard(request, config)) {
    reply.header('Connection', 'close')
    stopReading(request.raw)
  } else {
    // Fastify closes the connection when it refuses a body: closing while the client still sends resets the connection and loses the answer.
    reply.removeHeader('Connection')
    discardBody(request.raw)
  }
}

/**
 * Whether the client may still send more of a refused request than the server will discard. Up to the size of an ordinary upload, the rest is read and
 * discarded, so that the browser gets the answer; a longer body, or one without a length, is not read (trust case FIC-01).
 */
function isBodyTooLongToDiscard({ raw }: FastifyRequest, config: Config): boolean {
  if (raw.complete) return false
  return raw.headers['transfer-encoding'] !== undefined || Number(raw.headers['content-length'] ?? 0) > maxUploadBytes(config)
}

/**
 * Removes the ports that proxies such as IIS and Azure add to forwarded addresses. The port changes with each connection: rate limits would never count
 * the same address twice, and trusted proxies would not be recognised.
 */
function dropPorts({ raw: { headers } }: FastifyRequest): void {
  const forwarded = headers['x-forwarded-for']
  if (typeof forwarded !== 'string') return
  headers['x-forwarded-for'] = forwarded.replace(/\[([\da-f:.]{2,45})\](?::\d{1,5})?|(\d{1,3}(?:\.\d{1,3}){3}):\d{1,5}/gi, '$1$2')
}

/**
 * `Permissions-Policy` that refuses the device features no page uses, so that an injected script could not use them either
 * (https://www.w3.org/TR/permissions-policy/). The microphone is for the dictation of our own pages, not of a frame.
 */
const refusedFeatures = ['accelerometer', 'camera', 'display-capture', 'geolocation', 'gyroscope', 'hid', 'magnetometer', 'midi', 'payment', 'serial', 'usb']
const permissionsPolicy = [...refusedFeatures.map((feature) => `${feature}=()`), 'microphone=(self)'].join(', ')

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

/** Accepts only JSON and multipart bodies, except on the one route that accepts a form (mount.ts). This also refuses cross-site forms (trust case NET-04). */
function acceptOnlyJson(app: FastifyInstance): void {
  app.removeContentTypeParser('text/plain')
  app.removeContentTypeParser('application/json')
  app.addContentTypeParser('application/json', { parseAs: 'string' }, (_request, body, done) => {
    if (body === '') return done(null, undefined)
    try {
      // `__proto__` and `constructor` become ordinary own properties, which the contract's schemas then drop.
      done(null, JSON.parse(body as string))
    } catch (error) {
      done(new AppError('request.malformed', {}, { cause: error }))
    }
  })
}
