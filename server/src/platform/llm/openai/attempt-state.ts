import type { ChunkEvent } from './chat-chunks.ts'
import type { LlmErrorCode, LlmResult } from '../port.ts'
import { mayRefuseLength, type LengthRefusal } from './too-long.ts'

/** About 100,000 tokens: an answer that goes on beyond is ended as if it had reached its limit. */
export const MAX_ANSWER_CHARS = 400_000

/** What undici says of requests caught by `close`, when the process stops. */
const CLOSED_BY_US = new Set(['UND_ERR_DESTROYED', 'UND_ERR_CLOSED'])

/** Why an attempt failed; `about` says more of the server, for the log. */
type AttemptFailure = { code: LlmErrorCode; about?: string; retryAfterMs?: number | undefined; cause?: unknown }

/** One POST and its streamed answer, as far as it is known. */
type AttemptState = {
  /** The model that answers, as the server names it. */
  model: string
  /** Of the answer, given so far. */
  chars: number
  /** Something of the protocol was read. */
  isReadable: boolean
  finish: LlmResult['finish'] | null
  usage: LlmResult['usage']
  /** The server began to answer. */
  isAnswering: boolean
  /** Why the answer is none, unless its beginning, being read, says that the prompt is too long. */
  refusal: AttemptFailure | null
  /** The result is known: nothing that comes late changes it. */
  isOver: boolean
}

export type AttemptEvent =
  | ChunkEvent
  /** The request has its connection. */
  | { type: 'started' }
  | { type: 'answered'; status: number; isStream: boolean; retryAfterMs: number | undefined }
  /** What the beginning of a refusal said: null when it is about something else than the length. */
  | { type: 'refusalRead'; refusal: LengthRefusal | null }
  /** An event that no chunk can be. */
  | { type: 'eventTooLong' }
  | { type: 'ended' }
  | { type: 'broke'; error: unknown }
  /** The end of the stream has been waited for long enough. */
  | { type: 'farewellOver' }
  /** Our own side gives the attempt up. */
  | { type: 'failed'; code: LlmErrorCode }
  /** Who receives the pieces threw. */
  | { type: 'threw'; error: unknown }

/** What is to be done, in this order. Only the first settling counts. */
export type AttemptEffect =
  | { type: 'give'; text: string }
  | { type: 'alive' }
  | { type: 'readRefusal'; status: number }
  | { type: 'tooLong'; limit: number | null }
  | { type: 'resolve'; result: LlmResult }
  | { type: 'reject'; failure: AttemptFailure; afterFirstDelta: boolean }
  | { type: 'throw'; error: unknown }
  /** The answer is complete but the server may still send its counts, or dawdle: its end is waited for a while. */
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

/** An attempt that asks this model. */
export const initialAttempt = (model: string): AttemptState => ({
  model,
  chars: 0,
  isReadable: false,
  finish: null,
  usage: null,
  isAnswering: false,
  refusal: null,
  isOver: false,
})

/** The whole behaviour of an attempt, without a socket or a clock. */
export function attemptReducer(state: AttemptState, event: AttemptEvent): Step {
  if (state.isOver) return { state, effects: late(event) }
  switch (event.type) {
    case 'model':
      return { state: { ...state, model: event.name }, effects: nothing }
    case 'text':
      return state.finish === null ? given(state, event.text) : { state, effects: nothing }
    case 'alive':
      return { state: readable(state), effects: alive }
    case 'finish':
      return state.finish === null ? { state: { ...readable(state), finish: event.reason }, effects: sayFarewell } : { state, effects: nothing }
    case 'usage':
      return { state: { ...state, usage: event.usage }, effects: nothing }
    case 'done':
      return complete(state, sayFarewell)
    case 'tooLong':
      return lengthRefused(state, event.refusal)
    case 'error':
      return fail(state, { code: event.code, about: 'error in the stream' })
    case 'started':
      return { state, effects: nothing }
    case 'answered':
      return answered(state, event)
    case 'refusalRead':
      return event.refusal === null ? fail(state, state.refusal!) : lengthRefused(state, event.refusal)
    case 'eventTooLong':
      return fail(state, { code: 'llm.bad_answer', about: 'event too long' })
    case 'ended':
      return ended(state)
    case 'broke':
      return broke(state, event.error)
    case 'farewellOver':
      return complete(state, hangUp)
    case 'failed':
      return fail(state, { code: event.code })
    case 'threw':
      return { state: { ...state, isOver: true }, effects: [{ type: 'throw', error: event.error }, ...hangUp] }
  }
}

/** What an event still asks for once the result is known. */
function late(event: AttemptEvent): readonly AttemptEffect[] {
  switch (event.type) {
    case 'started':
    case 'farewellOver':
      return hangUp
    case 'ended':
    case 'broke':
      return cancelFarewell
    // The last piece before the limit is given once the end is known.
    case 'threw':
      return [{ type: 'throw', error: event.error }, ...hangUp]
    default:
      return nothing
  }
}

const readable = (state: AttemptState): AttemptState => (state.isReadable ? state : { ...state, isReadable: true })

function given(state: AttemptState, text: string): Step {
  const next: AttemptState = { ...state, isReadable: true, chars: state.chars + text.length }
  const effect: AttemptEffect = { type: 'give', text }
  if (next.chars <= MAX_ANSWER_CHARS) return { state: next, effects: [effect] }
  const full = complete({ ...next, finish: 'length' }, hangUp)
  return { state: full.state, effects: [effect, ...full.effects] }
}

function answered(state: AttemptState, { status, isStream, retryAfterMs }: Extract<AttemptEvent, { type: 'answered' }>): Step {
  const next = { ...state, isAnswering: true }
  if (status === 200 && isStream) return { state: next, effects: nothing }
  const failure: AttemptFailure =
    status === 200
      ? { code: 'llm.bad_answer', about: 'not a stream' }
      : { code: codeOfStatus(status), about: `HTTP ${status}`, retryAfterMs, cause: new HttpStatusError(status) }
  // Its beginning may say that the prompt is too long, and is otherwise nobody's business.
  return mayRefuseLength(status) ? { state: { ...next, refusal: failure }, effects: [{ type: 'readRefusal', status }] } : fail(next, failure)
}

function lengthRefused(state: AttemptState, { limit }: LengthRefusal): Step {
  // Said in the middle of an answer, it is the answer that has no room left.
  const { state: next, effects } = fail(state, { code: state.chars > 0 ? 'llm.truncated' : 'llm.too_long' })
  return { state: next, effects: [{ type: 'tooLong', limit }, ...effects] }
}

function ended(state: AttemptState): Step {
  if (state.finish !== null) return complete(state, cancelFarewell)
  if (!state.isReadable) return fail(state, { code: 'llm.bad_answer', about: 'nothing readable' })
  return fail(state, { code: state.chars === 0 ? 'llm.empty' : 'llm.truncated' })
}

function broke(state: AttemptState, error: unknown): Step {
  if (state.finish !== null) return complete(state, cancelFarewell)
  if (CLOSED_BY_US.has(String((error as NodeJS.ErrnoException).code))) return fail(state, { code: 'llm.aborted' })
  return fail(state, { code: state.isAnswering ? 'llm.cut' : 'llm.unreachable', cause: error })
}

/** A normal end: without one character, it is a failure all the same. */
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

/** Status of the answer that failed, for the caller that decides to ask otherwise. */
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
