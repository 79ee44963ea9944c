import { errorSentence, isErrorCode } from '@parvis/contract'
import type { ErrorBody, ErrorCode } from '@parvis/contract'
import type { FastifyRequest } from 'fastify'
import { CutAnswer } from '../answer-in-pieces.ts'
import { AppError } from '../app-error.ts'

/** The answer to a failure: never a stack, SQL or a path. */
export type ErrorAnswer = { status: number; body: ErrorBody; retryAfterSeconds: number | null; unexpected: boolean }

/** Codes of the framework and of the database's driver that mean something to the caller. */
const knownCodes: Record<string, ErrorCode> = {
  FST_ERR_CTP_BODY_TOO_LARGE: 'request.too_large',
  FST_ERR_CTP_INVALID_MEDIA_TYPE: 'request.unsupported_type',
  FST_ERR_CTP_INVALID_JSON_BODY: 'request.malformed',
  FST_ERR_CTP_EMPTY_JSON_BODY: 'request.malformed',
  FST_ERR_CTP_INVALID_CONTENT_LENGTH: 'request.malformed',
  FST_ERR_BAD_URL: 'request.malformed',
  FST_REQ_FILE_TOO_LARGE: 'documents.too_large',
  FST_INVALID_MULTIPART_CONTENT_TYPE: 'request.unsupported_type',
  FST_FILES_LIMIT: 'request.too_large',
  FST_PARTS_LIMIT: 'request.too_large',
  FST_FIELDS_LIMIT: 'request.too_large',
  'db.unavailable': 'server.unavailable',
  'db.unreachable': 'server.unavailable',
  ENOSPC: 'server.storage_full',
  '53100': 'server.storage_full',
  '57P01': 'server.unavailable',
  '57P03': 'server.unavailable',
  '57014': 'server.unavailable',
  '55P03': 'server.unavailable',
  ECONNREFUSED: 'server.unavailable',
  // What the database's own rules refuse.
  PA001: 'users.last_admin',
  PA002: 'projects.quota',
  PA003: 'conversations.quota',
  PA004: 'conversations.messages_quota',
  PA005: 'conversations.full',
}

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
    },
    retryAfterSeconds: details.retryAfterSeconds ?? null,
    unexpected: code === 'server.unexpected',
  }
}

/** Told of each failure on a route of the contract. */
export type NoteFailure = (request: FastifyRequest, code: ErrorCode) => void

/** The answer to a failure, which is noted; the log has what nobody foresaw. */
export function noteError(error: unknown, request: FastifyRequest, noteFailure?: NoteFailure): ErrorAnswer {
  const answer = answerError(error, request.id)
  // What cut an answer was noted then.
  if (error instanceof CutAnswer) return answer
  noteFailure?.(request, answer.body.code)
  if (answer.unexpected) request.log.error({ err: describe(error) }, 'unexpected error')
  return answer
}

export function toAppError(error: unknown): AppError {
  if (error instanceof AppError) return error
  const { code, statusCode } = (typeof error === 'object' && error !== null ? error : {}) as { code?: unknown; statusCode?: unknown }
  if (isErrorCode(code)) return new AppError(code, {}, { cause: error })
  const known = typeof code === 'string' ? knownCodes[code] : undefined
  if (known !== undefined) return new AppError(known, {}, { cause: error })
  if (statusCode === 408) return new AppError('request.timeout', {}, { cause: error })
  if (typeof statusCode === 'number' && statusCode >= 400 && statusCode < 500) return new AppError('request.malformed', {}, { cause: error })
  return new AppError('server.unexpected', {}, { cause: error })
}

/** Name, code and stack: where it broke, without the message, which could quote content. */
function describe(error: unknown): object {
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
