import { HttpStatusError } from './openai/attempt-state.ts'
import type { LlmError } from './port.ts'

const MAX_RETRIES = 2
const FIRST_BACK_OFF_MS = 300
/** Beyond this the caller does better with another server, or with telling the user. */
const MAX_WAIT_MS = 10_000

const TRANSIENT = new Set(['ECONNREFUSED', 'ECONNRESET', 'EPIPE', 'UND_ERR_SOCKET'])

/** One asking of a server, and how many times it may be asked again. */
export type Try = { retriesLeft: number; withOptions: boolean }

/** The first asking: at most two retries follow, all before the first delta, for 429, 503, a refused or a reset connection. */
export const firstTry = (withOptions: boolean): Try => ({ retriesLeft: MAX_RETRIES, withOptions })

/**
 * How to ask again after this failure, and how long to wait before; null when it is to be told.
 * @param random in [0, 1[
 */
export const nextTry = ({ retriesLeft, withOptions }: Try, error: LlmError, random: number): (Try & { waitMs: number }) | null => {
  if (withOptions && mayRefuseOptions(error)) return { retriesLeft, withOptions: false, waitMs: 0 }
  if (retriesLeft === 0 || !isTransient(error)) return null
  const backOff = FIRST_BACK_OFF_MS * 2 ** (MAX_RETRIES - retriesLeft) * (0.5 + random)
  const waitMs = Math.max(backOff, error.retryAfterMs ?? 0)
  return waitMs > MAX_WAIT_MS ? null : { retriesLeft: retriesLeft - 1, withOptions, waitMs }
}

const isTransient = (error: LlmError): boolean => {
  if (error.afterFirstDelta) return false
  if (error.code === 'llm.overloaded') return true
  const cause = error.cause as { code?: unknown } | undefined
  return (error.code === 'llm.unreachable' || error.code === 'llm.cut') && TRANSIENT.has(String(cause?.code))
}

/** A server that does not know `stream_options` says 400, or 422 when it validates strictly. */
const mayRefuseOptions = ({ code, cause }: LlmError): boolean =>
  code === 'llm.refused' && cause instanceof HttpStatusError && (cause.status === 400 || cause.status === 422)
