import type { Dispatcher, Pool } from 'undici'
import { chatChunks } from './chat-chunks.ts'
import type { Deadlines } from './deadlines.ts'
import type { LlmClock, LlmErrorCode, LlmRequest, LlmResult } from './port.ts'
import { LlmError } from './port.ts'
import { LineTooLong, sseLines } from './sse-lines.ts'
import type { LengthRefusal, RefusalReader } from './too-long.ts'
import { mayRefuseLength, readRefusal } from './too-long.ts'

/** About 100,000 tokens: an answer that goes on beyond is ended as if it had reached its limit. */
const MAX_ANSWER_CHARS = 400_000

/** How long the end of the stream may follow the finish reason or [DONE] before the socket is dropped. */
const FAREWELL_MS = 2_000

/** What undici says of requests caught by `close`, when the process stops. */
const CLOSED_BY_US = new Set(['UND_ERR_DESTROYED', 'UND_ERR_CLOSED'])

type Attempt = { result: Promise<LlmResult>; fail(code: LlmErrorCode): void }

type AttemptInput = {
  pool: Pool
  path: string
  headers: Record<string, string>
  body: string
  host: string
  model: string
  clock: LlmClock
  deadlines: Pick<Deadlines, 'alive' | 'delta'>
  onDelta: LlmRequest['onDelta']
  /** The prompt was refused for its length; the tokens that the model reads, where the server tells. */
  onTooLong(limit: number | null): void
}

const codeOfStatus = (status: number): LlmErrorCode => {
  if (status === 429 || status === 503 || status === 529) return 'llm.overloaded'
  if (status >= 500) return 'llm.unreachable'
  return status >= 400 ? 'llm.refused' : 'llm.bad_answer'
}

/** Retry-After in seconds or as a date, in milliseconds; undefined when absent or unreadable. */
const retryAfterMs = (header: unknown, now: number): number | undefined => {
  if (typeof header !== 'string' || header === '') return undefined
  const wait = /^\d+$/.test(header) ? Number(header) * 1000 : Date.parse(header) - now
  return Number.isFinite(wait) ? Math.max(0, wait) : undefined
}

/** Status of the answer that failed, for the caller that decides to ask otherwise. */
export class HttpStatusError extends Error {
  readonly status: number
  constructor(status: number) {
    super(`HTTP ${status}`)
    this.status = status
  }
}

/**
 * One POST and its streamed answer. `fail` destroys the socket at once and settles the result.
 * Redirections are not followed (undici's dispatch never does), so that a model server cannot lead
 * the conversation to another host.
 */
export const startAttempt = (input: AttemptInput): Attempt => {
  const { deadlines, clock } = input
  const { promise, resolve, reject } = Promise.withResolvers<LlmResult>()
  let controller: Dispatcher.DispatchController | null = null
  let settled = false
  let cancelFarewell = () => {}
  let answering = false
  let chars = 0
  let chunks = 0
  let finish: LlmResult['finish'] | null = null
  let usage: LlmResult['usage'] = null
  let model = input.model
  let refusal: RefusalReader | null = null

  const hangUp = () => {
    cancelFarewell()
    controller?.abort(new Error('llm: no longer wanted'))
  }
  const settle = (error: unknown) => {
    if (settled) return
    settled = true
    if (error !== null) reject(error)
    else if (chars === 0) reject(new LlmError('llm.empty', { detail: input.host }))
    else resolve({ finish: finish ?? 'stop', usage, model })
  }
  const fail = (code: LlmErrorCode, options: { detail?: string; retryAfterMs?: number; cause?: unknown } = {}) => {
    settle(new LlmError(code, { detail: input.host, ...options, afterFirstDelta: chars > 0 }))
    hangUp()
  }
  const refuseLength = ({ limit }: LengthRefusal) => {
    input.onTooLong(limit)
    // Said in the middle of an answer, it is the answer that has no room left.
    fail(chars > 0 ? 'llm.truncated' : 'llm.too_long')
  }
  /** An answer that is no stream: its beginning may say that the prompt is too long, and is otherwise nobody's business. */
  const refuse = (status: number, failAsUsual: () => void) => {
    if (!mayRefuseLength(status)) return failAsUsual()
    refusal = readRefusal(status, clock, (read) => (read === null ? failAsUsual() : refuseLength(read)))
    cancelFarewell = refusal.cancel
  }
  /** The answer is complete but the server may still send its counts, or dawdle. */
  const sayFarewell = () => {
    cancelFarewell()
    cancelFarewell = clock.after(FAREWELL_MS, () => {
      settle(null)
      hangUp()
    })
  }

  const feed = sseLines(
    chatChunks({
      text: (text) => {
        if (settled || finish !== null) return
        chunks++
        chars += text.length
        deadlines.delta()
        input.onDelta(text)
        if (chars > MAX_ANSWER_CHARS) {
          finish = 'length'
          settle(null)
          hangUp()
        }
      },
      alive: () => {
        chunks++
        deadlines.alive()
      },
      finish: (reason) => {
        chunks++
        if (finish !== null) return
        finish = reason
        sayFarewell()
      },
      usage: (counts) => {
        usage = counts
      },
      model: (name) => {
        model = name
      },
      done: () => {
        chunks++
        settle(null)
        sayFarewell()
      },
      tooLong: refuseLength,
      error: (code) => fail(code, { detail: `${input.host}, error in the stream` }),
    }),
  )

  const handler: Dispatcher.DispatchHandler = {
    onRequestStart: (given) => {
      controller = given
      if (settled) hangUp()
    },
    onResponseStart: (_controller, status, headers) => {
      answering = true
      if (settled) return
      if (status !== 200) {
        const wait = retryAfterMs(headers['retry-after'], clock.now())
        const detail = `${input.host}, HTTP ${status}`
        refuse(status, () => fail(codeOfStatus(status), { detail, retryAfterMs: wait, cause: new HttpStatusError(status) }))
      } else if (/html|json/i.test(String(headers['content-type'] ?? ''))) {
        refuse(status, () => fail('llm.bad_answer', { detail: `${input.host}, not a stream` }))
      }
    },
    onResponseData: (_controller, bytes) => {
      if (settled) return
      if (refusal !== null) return refusal.add(bytes)
      try {
        feed(bytes)
      } catch (error) {
        if (error instanceof LineTooLong) return fail('llm.bad_answer', { detail: `${input.host}, line too long` })
        settle(error)
        hangUp()
      }
    },
    onResponseEnd: () => {
      if (refusal !== null) return refusal.end()
      cancelFarewell()
      if (finish !== null) settle(null)
      else if (chunks === 0) fail('llm.bad_answer', { detail: `${input.host}, nothing readable` })
      else if (chars === 0) fail('llm.empty')
      else fail('llm.truncated')
    },
    onResponseError: (_controller, error) => {
      if (settled) return cancelFarewell()
      if (refusal !== null) return refusal.end()
      if (finish !== null) return settle(null)
      if (CLOSED_BY_US.has(String((error as NodeJS.ErrnoException).code))) return fail('llm.aborted')
      fail(answering ? 'llm.cut' : 'llm.unreachable', { cause: error })
    },
  }
  input.pool.dispatch({ method: 'POST', path: input.path, headers: input.headers, body: input.body }, handler)
  return { result: promise, fail }
}
