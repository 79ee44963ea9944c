import { HttpStatusError } from './openai/attempt-state.ts'
import type { LlmError } from './port.ts'

const MAX_RETRIES = 2
const FIRST_BACK_OFF_MS = 300
/** Maximum delay before a retry, in milliseconds. Beyond it, another server or an error message is better. */
const MAX_RETRY_DELAY_MS = 10_000

const TRANSIENT = new Set(['ECONNREFUSED', 'ECONNRESET', 'EPIPE', 'UND_ERR_SOCKET'])

/** Attempt on a server: number of retries left, and whether it sends `stream_options`. */
export type LlmAttempt = { retriesLeft: number; withOptions: boolean }

/** Returns the first attempt. Two retries at most may follow, before the first text only, after 429, 503, or a refused or reset connection. */
export const firstAttempt = (withOptions: boolean): LlmAttempt => ({ retriesLeft: MAX_RETRIES, withOptions })

/**
 * Returns the next attempt after a failure and the delay before it, in milliseconds; null when there is none, and the error is to be reported.
 * @param random in [0, 1[
 */
export const nextAttempt = ({ retriesLeft, withOptions }: LlmAttempt, error: LlmError, random: number): (LlmAttempt & { waitMs: number }) | null => {
  if (withOptions && mayRefuseOptions(error)) return { retriesLeft, withOptions: false, waitMs: 0 }
  if (retriesLeft === 0 || !isTransient(error)) return null
  const backOff = FIRST_BACK_OFF_MS * 2 ** (MAX_RETRIES - retriesLeft) * (0.5 + random)
  const waitMs = Math.max(backOff, error.retryAfterMs ?? 0)
  return waitMs > MAX_RETRY_DELAY_MS ? null : { retriesLeft: retriesLeft - 1, withOptions, waitMs }
}

const isTransient = (error: LlmError): boolean => {
  if (error.afterFirstDelta) return false
  if (error.code === 'llm.overloaded') return true
  const cause = error.cause as { code?: unknown } | undefined
  return (error.code === 'llm.unreachable' || error.code === 'llm.cut') && TRANSIENT.has(String(cause?.code))
}

/** Whether the server may have refused `stream_options`: one that does not know it answers 400, or 422 with strict validation. */
const mayRefuseOptions = ({ code, cause }: LlmError): boolean =>
  code === 'llm.refused' && cause instanceof HttpStatusError && (cause.status === 400 || cause.status === 422)
