import { errorSentence, type ErrorBody, type ErrorCode } from '@parvis/contract'
import type { FastifyRequest } from 'fastify'
import { isForeignKeyViolation } from '../db/errors.ts'
import { CutAnswer } from '../answer-in-pieces.ts'
import { toAppError } from '../errors/to-app-error.ts'

/** The answer to a failure: never a stack, SQL or a path. */
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
      ...(details.challenge && { challenge: details.challenge }),
      ...(details.factors && { factors: details.factors }),
    },
    retryAfterSeconds: details.retryAfterSeconds ?? null,
    // What went at this very instant is no fault, a row that names what was never there is one.
    unexpected: code === 'server.unexpected' || isForeignKeyViolation(error),
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
