import type { Dispatcher, Pool } from 'undici'
import { attemptReducer, initialAttempt, type AttemptEffect, type AttemptEvent } from './attempt-state.ts'
import { chatChunks } from './chat-chunks.ts'
import type { Deadlines } from '../deadlines.ts'
import { LlmError, type LlmClock, type LlmErrorCode, type LlmRequest, type LlmResult } from '../port.ts'
import { EventTooLong, sseEvents } from './sse-events.ts'
import { readRefusal, type RefusalReader } from './too-long.ts'

/** How long the end of the stream may follow the finish reason or [DONE] before the socket is dropped. */
const FAREWELL_MS = 2_000

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

/** Retry-After in seconds or as a date, in milliseconds; undefined when absent or unreadable. */
const retryAfterMs = (header: unknown, now: number): number | undefined => {
  if (typeof header !== 'string' || header === '') return undefined
  const wait = /^\d+$/.test(header) ? Number(header) * 1000 : Date.parse(header) - now
  return Number.isFinite(wait) ? Math.max(0, wait) : undefined
}

/**
 * One POST and its streamed answer: what happens goes to the reducer, and what it decides is done here. `fail` destroys
 * the socket at once and settles the result. Redirections are not followed (undici's dispatch never does), so that a
 * model server cannot lead the conversation to another host. What a proxy says before the answer (102 to have one wait, 103) is passed over.
 */
export const startAttempt = ({ deadlines, clock, host, ...input }: AttemptInput): Attempt => {
  const { promise, resolve, reject } = Promise.withResolvers<LlmResult>()
  let state = initialAttempt(input.model)
  let controller: Dispatcher.DispatchController | null = null
  let refusal: RefusalReader | null = null
  let cancelFarewell = () => {}

  const tell = (event: AttemptEvent): void => {
    const step = attemptReducer(state, event)
    state = step.state
    for (const effect of step.effects) play(effect)
  }

  const play = (effect: AttemptEffect): void => {
    switch (effect.type) {
      case 'give':
        deadlines.delta()
        return input.onDelta(effect.text)
      case 'alive':
        return deadlines.alive()
      case 'readRefusal':
        refusal = readRefusal(effect.status, clock, (read) => tell({ type: 'refusalRead', refusal: read }))
        cancelFarewell = refusal.cancel
        return
      case 'tooLong':
        return input.onTooLong(effect.limit)
      case 'resolve':
        return resolve(effect.result)
      case 'reject': {
        const { code, about, ...options } = effect.failure
        const detail = about === undefined ? host : `${host}, ${about}`
        return reject(new LlmError(code, { ...options, detail, afterFirstDelta: effect.afterFirstDelta }))
      }
      case 'throw':
        return reject(effect.error)
      case 'sayFarewell':
        cancelFarewell()
        cancelFarewell = clock.after(FAREWELL_MS, () => tell({ type: 'farewellOver' }))
        return
      case 'cancelFarewell':
        return cancelFarewell()
      case 'hangUp':
        cancelFarewell()
        controller?.abort(new Error('llm: no longer wanted'))
    }
  }

  const events = sseEvents(chatChunks(tell))
  const read = (some: () => void): void => {
    try {
      some()
    } catch (error) {
      tell(error instanceof EventTooLong ? { type: 'eventTooLong' } : { type: 'threw', error })
    }
  }
  const handler: Dispatcher.DispatchHandler = {
    onRequestStart: (given) => {
      controller = given
      tell({ type: 'started' })
    },
    onResponseStart: (_controller, status, headers) => {
      if (status < 200) return
      const isStream = !/html|json/i.test(String(headers['content-type'] ?? ''))
      tell({ type: 'answered', status, isStream, retryAfterMs: retryAfterMs(headers['retry-after'], clock.now()) })
    },
    onResponseData: (_controller, bytes) => {
      if (state.isOver) return
      if (refusal !== null) return refusal.add(bytes)
      read(() => events.feed(bytes))
    },
    onResponseEnd: () => {
      if (refusal !== null) return refusal.end()
      if (!state.isOver) read(events.end)
      tell({ type: 'ended' })
    },
    onResponseError: (_controller, error) => (refusal === null ? tell({ type: 'broke', error }) : refusal.end()),
  }
  input.pool.dispatch({ method: 'POST', path: input.path, headers: input.headers, body: input.body }, handler)
  return { result: promise, fail: (code) => tell({ type: 'failed', code }) }
}
