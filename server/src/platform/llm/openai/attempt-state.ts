import type { ChunkEvent } from './chat-chunks.ts'
import type { LlmErrorCode, LlmResult } from '../port.ts'
import { hasReason, type Refusal } from './refusals.ts'

/** Maximum length of an answer, in characters: about 100,000 tokens. A longer one is cut, with the finish reason `length`. */
export const MAX_ANSWER_CHARS = 400_000

/** Error codes of undici for requests that `close` ends, when the process stops. */
const CLOSED_BY_US = new Set(['UND_ERR_DESTROYED', 'UND_ERR_CLOSED'])

/** Failure of an attempt. `about`: detail for the log. */
type AttemptFailure = { code: LlmErrorCode; about?: string; retryAfterMs?: number | undefined; cause?: unknown }

/** State of one POST and its streamed answer. */
type AttemptState = {
  /** Name of the model, as the server gives it. */
  model: string
  /** Characters of the answer passed on so far. */
  chars: number
  /** At least one chunk of the protocol was read. */
  isReadable: boolean
  /** Finish reason, null before it. Text that follows cancels it, as the server had not really finished. */
  finish: LlmResult['finish'] | null
  /** The finish reason came in a chunk without text. */
  isFinishBare: boolean
  /** Text followed a finish reason: this server repeats one beside its text, so only one in a chunk without text counts. */
  repeatsReasons: boolean
  usage: LlmResult['usage']
  /** The status and headers of the answer were received. */
  isAnswering: boolean
  /** Failure derived from the status, while the body is read for its reason. */
  refusal: AttemptFailure | null
  /** The result is settled: later events do not change it. */
  isOver: boolean
}

export type AttemptEvent =
  | ChunkEvent
  /** The request has its connection. */
  | { type: 'started' }
  /** `isReadable`: the content type is not HTML. */
  | { type: 'answered'; status: number; isReadable: boolean; retryAfterMs: number | undefined }
  /** Reason found in the body of an error answer; null when it gives none. */
  | { type: 'refusalRead'; refusal: Refusal | null }
  /** An event longer than any chunk. */
  | { type: 'eventTooLong' }
  /** Normal end of the response. */
  | { type: 'ended' }
  | { type: 'broke'; error: unknown }
  /** The wait for the end of the stream is over, after a complete answer. */
  | { type: 'farewellOver' }
  /** A deadline or the caller ends the attempt. */
  | { type: 'failed'; code: LlmErrorCode }
  /** `onDelta` threw. */
  | { type: 'threw'; error: unknown }

/** Effects of an event, in order. Only the first `resolve`, `reject` or `throw` counts. */
export type AttemptEffect =
  | { type: 'give'; text: string }
  | { type: 'alive' }
  | { type: 'readRefusal'; status: number }
  | { type: 'tooLong'; limit: number | null }
  | { type: 'resolve'; result: LlmResult }
  | { type: 'reject'; failure: AttemptFailure; afterFirstDelta: boolean }
  | { type: 'throw'; error: unknown }
  /** Starts the wait for the end of the stream: the answer is complete, its token counts may follow. */
  | { type: 'sayFarewell' }
  | { type: 'cancelFarewell' }
  /** Destroys the socket. */
  | { type: 'hangUp' }

type Step = { state: AttemptState; effects: readonly AttemptEffect[] }

const nothing: readonly AttemptEffect[] = []
const alive: readonly AttemptEffect[] = [{ type: 'alive' }]
const hangUp: readonly AttemptEffect[] = [{ type: 'hangUp' }]
const sayFarewell: readonly AttemptEffect[] = [{ type: 'sayFarewell' }]
const cancelFarewell: readonly AttemptEffect[] = [{ type: 'cancelFarewell' }]

/** Returns the state before the request is sent. */
export const initialAttempt = (model: string): AttemptState => ({
  model,
  chars: 0,
  isReadable: false,
  finish: null,
  isFinishBare: false,
  repeatsReasons: false,
  usage: null,
  isAnswering: false,
  refusal: null,
  isOver: false,
})

/** Decides the effects of an event: the behaviour of an attempt, without a socket or a clock. */
export function attemptReducer(state: AttemptState, event: AttemptEvent): Step {
  if (state.isOver) return { state, effects: late(event) }
  switch (event.type) {
    case 'model':
      return { state: { ...state, model: event.name }, effects: nothing }
    case 'text':
      return given(state, event.text)
    case 'rest':
      return { state: { ...state, chars: state.chars + event.text.length }, effects: [{ type: 'give', text: event.text }] }
    case 'alive':
      // After the finish reason, chunks that only repeat it must not keep the stream open.
      return { state: readable(state), effects: state.finish === null ? alive : nothing }
    case 'comment':
      return { state, effects: alive }
    case 'finish':
      return finished(state, event)
    case 'usage':
      return { state: { ...state, usage: event.usage }, effects: nothing }
    case 'done':
      return complete(state, sayFarewell)
    case 'tooLong':
      return lengthRefused(state, event.limit)
    case 'error':
      return fail(state, { code: event.code, about: 'error in the stream' })
    case 'started':
      return { state, effects: nothing }
    case 'answered':
      return answered(state, event)
    case 'refusalRead':
      return refusalRead(state, event.refusal)
    case 'eventTooLong':
      return fail(state, { code: 'llm.bad_answer', about: 'event too long' })
    case 'ended':
      return ended(state)
    case 'broke':
      return broke(state, event.error)
    case 'farewellOver':
      return complete(state, hangUp)
    case 'failed':
      // The server gave its finish reason, then neither ended the stream nor sent anything.
      return event.code === 'llm.idle_timeout' && state.finish !== null ? complete(state, hangUp) : fail(state, { code: event.code })
    case 'threw':
      return { state: { ...state, isOver: true }, effects: [{ type: 'throw', error: event.error }, ...hangUp] }
  }
}

/** Returns the effects of an event that comes after the result. */
function late(event: AttemptEvent): readonly AttemptEffect[] {
  switch (event.type) {
    case 'started':
    case 'farewellOver':
      return hangUp
    case 'ended':
    case 'broke':
      return cancelFarewell
    // The chunk that exceeds the maximum length is passed on after the result is settled.
    case 'threw':
      return [{ type: 'throw', error: event.error }, ...hangUp]
    default:
      return nothing
  }
}

const readable = (state: AttemptState): AttemptState => (state.isReadable ? state : { ...state, isReadable: true })

function given(state: AttemptState, text: string): Step {
  const next: AttemptState = { ...readable(state), chars: state.chars + text.length }
  const effect: AttemptEffect = { type: 'give', text }
  if (next.chars > MAX_ANSWER_CHARS) {
    const full = complete({ ...next, finish: 'length' }, hangUp)
    return { state: full.state, effects: [effect, ...full.effects] }
  }
  if (state.finish === null) return { state: next, effects: [effect] }
  return { state: { ...next, finish: null, repeatsReasons: true }, effects: [effect, ...cancelFarewell] }
}

function finished(state: AttemptState, { reason, isBare }: Extract<AttemptEvent, { type: 'finish' }>): Step {
  if (state.repeatsReasons && !isBare) return { state, effects: nothing }
  const isFirst = state.finish === null
  const next = { ...readable(state), finish: state.finish ?? reason, isFinishBare: isBare || state.isFinishBare }
  // A finish reason beside text, or before any text, may be repeated by the server: only the end of the stream confirms it.
  return { state: next, effects: isFirst && isBare && state.chars > 0 && !state.repeatsReasons ? sayFarewell : nothing }
}

function answered(state: AttemptState, { status, isReadable, retryAfterMs }: Extract<AttemptEvent, { type: 'answered' }>): Step {
  const next = { ...state, isAnswering: true }
  if (status === 200) return isReadable ? { state: next, effects: nothing } : fail(next, { code: 'llm.bad_answer', about: 'not a stream' })
  const failure: AttemptFailure = { code: codeOfStatus(status), about: `HTTP ${status}`, retryAfterMs, cause: new HttpStatusError(status) }
  return hasReason(status) ? { state: { ...next, refusal: failure }, effects: [{ type: 'readRefusal', status }] } : fail(next, failure)
}

function refusalRead(state: AttemptState, refusal: Refusal | null): Step {
  const failure = state.refusal!
  // Refusals for a rate in tokens per minute use the same words as refusals for a length.
  if (refusal?.kind === 'length' && failure.code !== 'llm.overloaded') return lengthRefused(state, refusal.limit)
  const isExhausted = refusal?.kind === 'quota' && (refusal.isCertain || failure.retryAfterMs === undefined)
  return fail(state, isExhausted ? { ...failure, code: 'llm.refused', about: `${failure.about}, no quota left` } : failure)
}

function lengthRefused(state: AttemptState, limit: number | null): Step {
  // In the middle of an answer, the context window is full.
  const { state: next, effects } = fail(state, { code: state.chars > 0 ? 'llm.truncated' : 'llm.too_long' })
  return { state: next, effects: [{ type: 'tooLong', limit }, ...effects] }
}

function ended(state: AttemptState): Step {
  if (state.finish !== null) return complete(state, cancelFarewell)
  if (!state.isReadable) return fail(state, { code: 'llm.bad_answer', about: 'nothing readable' })
  return fail(state, { code: state.chars === 0 ? 'llm.empty' : 'llm.truncated' })
}

function broke(state: AttemptState, error: unknown): Step {
  if (state.finish !== null && state.isFinishBare) return complete(state, cancelFarewell)
  if (CLOSED_BY_US.has(String((error as NodeJS.ErrnoException).code))) return fail(state, { code: 'llm.aborted' })
  return fail(state, { code: state.isAnswering ? 'llm.cut' : 'llm.unreachable', cause: error })
}

/** Settles a normal end; an answer without any character is a failure. */
function complete(state: AttemptState, effects: readonly AttemptEffect[]): Step {
  const { chars, finish, usage, model } = state
  const settle: AttemptEffect =
    chars === 0
      ? { type: 'reject', failure: { code: 'llm.empty' }, afterFirstDelta: false }
      : { type: 'resolve', result: { finish: finish ?? 'stop', usage, model } }
  return { state: { ...state, isOver: true }, effects: [settle, ...effects] }
}

function fail(state: AttemptState, failure: AttemptFailure): Step {
  return { state: { ...state, isOver: true }, effects: [{ type: 'reject', failure, afterFirstDelta: state.chars > 0 }, ...hangUp] }
}

/** Error status of an answer, from which the caller decides whether to retry. */
export class HttpStatusError extends Error {
  readonly status: number
  constructor(status: number) {
    super(`HTTP ${status}`)
    this.status = status
  }
}

const codeOfStatus = (status: number): LlmErrorCode => {
  if (status === 429 || status === 503 || status === 529) return 'llm.overloaded'
  if (status >= 500) return 'llm.unreachable'
  return status >= 400 ? 'llm.refused' : 'llm.bad_answer'
}
