import { errorCatalogue, errorSentence, type ErrorBody, type ErrorCode } from '@parvis/contract'
import type { FastifyRequest } from 'fastify'
import { randomUUID } from 'node:crypto'
import { STATUS_CODES, type Server, type ServerResponse } from 'node:http'
import type { Socket } from 'node:net'
import { isForeignKeyViolation } from '../db/errors.ts'
import { InterruptedAnswer } from '../streamed-answer.ts'
import { AppError } from '../errors/app-error.ts'
import { toAppError } from '../errors/to-app-error.ts'

/** Answer to an error. It never contains a stack, SQL or a path. */
type ErrorAnswer = { status: number; body: ErrorBody; retryAfterSeconds: number | null; unexpected: boolean }

export function answerError(error: unknown, request_id: string): ErrorAnswer {
  const appError = toAppError(error)
  const { code, details, status } = appError
  const sentence = appError.message || errorSentence(code)
  return {
    status,
    body: {
      error: sentence,
      message: sentence,
      code,
      request_id,
      ...(details.fields && { fields: details.fields }),
      ...(details.changed && { changed: details.changed }),
      ...(details.renews_at && { renews_at: details.renews_at }),
      ...(details.level !== undefined && { level: details.level }),
      ...(details.challenge && { challenge: details.challenge }),
      ...(details.factors && { factors: details.factors }),
    },
    retryAfterSeconds: details.retryAfterSeconds ?? null,
    // A foreign key violation is answered as `request.not_found`, and also logged: it may be a bug rather than a concurrent deletion.
    unexpected: code === 'server.unexpected' || isForeignKeyViolation(error),
  }
}

/** Records each failed call to a route of the contract. */
export type RecordFailure = (request: FastifyRequest, code: ErrorCode) => void

/** Builds the answer to an error and records the failure; logs unexpected errors. */
export function recordError(error: unknown, request: FastifyRequest, noteFailure?: RecordFailure): ErrorAnswer {
  const answer = answerError(error, request.id)
  // The failure that cut the answer has already been recorded.
  if (error instanceof InterruptedAnswer) return answer
  noteFailure?.(request, answer.body.code)
  if (answer.unexpected) request.log.error({ err: describeError(error) }, 'unexpected error')
  return answer
}

/** Describes an error for the log: name, code and stack, without the message, which could quote content. */
function describeError(error: unknown): object {
  if (!(error instanceof Error)) return { name: 'unknown' }
  const code = (error as { code?: unknown }).code
  const frames = (error.stack ?? '')
    .split('\n')
    .filter((line) => line.trimStart().startsWith('at '))
    .slice(0, 8)
    .map((line) => line.trim())
  const cause = error.cause instanceof Error ? { name: error.cause.name, code: (error.cause as { code?: unknown }).code } : undefined
  return { name: error.name, code, frames, cause }
}

type HeadersOf = (request_id: string) => Record<string, string>

/** Error codes of Node's HTTP parser; any other means a malformed request. */
const parserCodes: Record<string, ErrorCode> = {
  ERR_HTTP_REQUEST_TIMEOUT: 'request.timeout',
  HPE_HEADER_OVERFLOW: 'request.headers_too_large',
  HPE_CHUNK_EXTENSIONS_OVERFLOW: 'request.too_large',
}

/**
 * Answers the requests that Node refuses before any route (unreadable, too slow, headers too large, `Expect`, `CONNECT`), in the same form as other
 * errors. Closes the connection afterwards.
 */
export function answerParserErrors(server: Server, headersOf: HeadersOf): void {
  server.removeAllListeners('clientError')
  server.on('clientError', (error: Error & { code?: string }, socket) => {
    const connection = socket as Socket & { _httpMessage?: ServerResponse | null }
    // Another answer is being sent: anything written now would become part of it.
    const isAnswering = connection._httpMessage?.headersSent === true
    if (error.code === 'ECONNRESET' || !connection.writable || isAnswering) connection.destroy(error)
    else writeRefusal(connection, parserCodes[error.code ?? ''] ?? 'request.malformed', headersOf)
  })
  server.on('connect', (_request, socket: Socket) => writeRefusal(socket, 'request.malformed', headersOf))
  server.on('checkExpectation', (_request, response) => {
    const { status, headers, body } = refusal('request.expectation', headersOf)
    response.writeHead(status, headers).end(body)
  })
}

function writeRefusal(socket: Socket, code: ErrorCode, headersOf: HeadersOf): void {
  const { status, headers, body } = refusal(code, headersOf)
  const lines = Object.entries(headers).map(([name, value]) => `${name}: ${value}\r\n`)
  socket.on('error', () => socket.destroy())
  socket.end(`HTTP/1.1 ${status} ${STATUS_CODES[status]}\r\n${lines.join('')}\r\n${body}`, () => socket.destroy())
}

function refusal(code: ErrorCode, headersOf: HeadersOf): { status: number; headers: Record<string, string>; body: string } {
  const request_id = randomUUID()
  const body = JSON.stringify(answerError(new AppError(code), request_id).body)
  const headers = {
    ...headersOf(request_id),
    'Content-Type': 'application/json; charset=utf-8',
    'Content-Length': String(Buffer.byteLength(body)),
    'Cache-Control': 'no-store',
    Connection: 'close',
  }
  return { status: errorCatalogue[code][0], headers, body }
}
