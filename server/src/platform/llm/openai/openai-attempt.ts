import type { Dispatcher, Pool } from 'undici'
import { attemptReducer, initialAttempt, type AttemptEffect, type AttemptEvent } from './attempt-state.ts'
import { chatStream } from './chat-chunks.ts'
import type { Deadlines } from '../deadlines.ts'
import { LlmError, type LlmClock, type LlmErrorCode, type LlmRequest, type LlmResult } from '../port.ts'
import type { LateConnection, LateHandler } from './late-reading.ts'
import { EventTooLong } from './sse-events.ts'
import { readRefusal, type RefusalReader } from './refusals.ts'

/** Time to wait for the end of the stream after the finish reason or [DONE], in milliseconds, before the socket is destroyed. */
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
  /** Called when the prompt is refused as too long, with the context window in tokens if the server states it. */
  onTooLong(limit: number | null): void
}

/** Reads Retry-After, given in seconds or as a date. Returns milliseconds; undefined when it is absent or invalid. */
const retryAfterMs = (header: unknown, now: number): number | undefined => {
  if (typeof header !== 'string' || header === '') return undefined
  const wait = /^\d+$/.test(header) ? Number(header) * 1000 : Date.parse(header) - now
  return Number.isFinite(wait) ? Math.max(0, wait) : undefined
}

const llmError = (host: string, { failure, afterFirstDelta }: Extract<AttemptEffect, { type: 'reject' }>): LlmError => {
  const { code, about, ...options } = failure
  return new LlmError(code, { ...options, detail: about === undefined ? host : `${host}, ${about}`, afterFirstDelta })
}

/** Runs a step of the stream reader. Emits its failure. */
const runStep = (step: () => void, emit: (event: AttemptEvent) => void): void => {
  try {
    step()
  } catch (error) {
    emit(error instanceof EventTooLong ? { type: 'eventTooLong' } : { type: 'threw', error })
  }
}

/**
 * Sends one POST and reads its streamed answer. Events go to the reducer, whose effects are executed here. `fail` destroys the socket at once and settles
 * the result. Redirects are not followed (undici's dispatch never does), so that a model server cannot send the conversation to another host. Interim
 * responses of a proxy (102, 103) are ignored.
 */
export const startAttempt = ({ deadlines, clock, host, ...input }: AttemptInput): Attempt => {
  const { promise, resolve, reject } = Promise.withResolvers<LlmResult>()
  let state = initialAttempt(input.model)
  let controller: Dispatcher.DispatchController | null = null
  let connection: LateConnection | null = null
  let refusal: RefusalReader | null = null
  let cancelFarewell = () => {}

  const emit = (event: AttemptEvent): void => {
    const step = attemptReducer(state, event)
    state = step.state
    for (const effect of step.effects) play(effect)
  }

  const play = (effect: AttemptEffect): void => {
    switch (effect.type) {
      case 'give':
        deadlines.delta()
        connection?.answer()
        return input.onDelta(effect.text)
      case 'alive':
        return deadlines.alive()
      case 'readRefusal':
        refusal = readRefusal(effect.status, clock, (read) => emit({ type: 'refusalRead', refusal: read }))
        cancelFarewell = refusal.cancel
        return
      case 'tooLong':
        return input.onTooLong(effect.limit)
      case 'resolve':
        return resolve(effect.result)
      case 'reject':
        return reject(llmError(host, effect))
      case 'throw':
        return reject(effect.error)
      case 'sayFarewell':
        cancelFarewell()
        cancelFarewell = clock.after(FAREWELL_MS, () => {
          read(stream.flush)
          emit({ type: 'farewellOver' })
        })
        return
      case 'cancelFarewell':
        return cancelFarewell()
      case 'hangUp':
        cancelFarewell()
        controller?.abort(new Error('llm: no longer wanted'))
    }
  }

  const stream = chatStream(emit)
  const read = (step: () => void): void => (state.isOver ? undefined : runStep(step, emit))
  const handler: LateHandler = {
    onConnection: (given) => void (connection = given),
    onRequestStart: (given) => {
      controller = given
      emit({ type: 'started' })
    },
    onResponseStart: (_controller, status, headers) => {
      const isReadable = !/html/i.test(String(headers['content-type'] ?? ''))
      if (status >= 200) emit({ type: 'answered', status, isReadable, retryAfterMs: retryAfterMs(headers['retry-after'], clock.now()) })
    },
    onResponseData: (_controller, bytes) => {
      if (refusal !== null) return refusal.add(bytes)
      read(() => stream.feed(bytes))
    },
    onResponseEnd: () => {
      if (refusal !== null) return refusal.end()
      read(stream.end)
      emit({ type: 'ended' })
    },
    onResponseError: (_controller, error) => (refusal === null ? emit({ type: 'broke', error }) : refusal.end()),
  }
  promise.finally(() => connection?.release()).catch(() => {})
  input.pool.dispatch({ method: 'POST', path: input.path, headers: input.headers, body: input.body }, handler)
  return { result: promise, fail: (code) => emit({ type: 'failed', code }) }
}
