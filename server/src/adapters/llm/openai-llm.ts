import { Pool } from 'undici'
import { HttpStatusError } from './attempt-state.ts'
import { createContextWindow } from './context-window.ts'
import { watchDeadlines } from './deadlines.ts'
import { startAttempt } from './openai-attempt.ts'
import type { Llm, LlmClock, LlmErrorCode, LlmRequest, LlmResult, LlmTimeouts } from './port.ts'
import { LlmError } from './port.ts'
import type { LlmServer } from './servers.ts'
import { completionsUrl } from './servers.ts'
import { strictTurns } from './strict-turns.ts'

const MAX_RETRIES = 2
const FIRST_BACK_OFF_MS = 300
/** Beyond this the caller does better with another server, or with telling the user. */
const MAX_WAIT_MS = 10_000

const TRANSIENT = new Set(['ECONNREFUSED', 'ECONNRESET', 'EPIPE', 'UND_ERR_SOCKET'])

const isTransient = (error: LlmError): boolean => {
  if (error.afterFirstDelta) return false
  if (error.code === 'llm.overloaded') return true
  const cause = error.cause as { code?: unknown } | undefined
  return (error.code === 'llm.unreachable' || error.code === 'llm.cut') && TRANSIENT.has(String(cause?.code))
}

/** A server that does not know `stream_options` says 400, or 422 when it validates strictly. */
const mayRefuseOptions = ({ code, cause }: LlmError): boolean =>
  code === 'llm.refused' && cause instanceof HttpStatusError && (cause.status === 400 || cause.status === 422)

/**
 * A server that speaks the OpenAI chat-completions protocol (Mistral, Albert, vLLM, llama.cpp, Ollama).
 *
 * At most two retries, all before the first delta, for 429, 503, a refused or a reset connection.
 * undici's `dispatch` costs 16 us of CPU a token at 1,000 streams, `node:http` 17.5, the bare socket 12.4.
 */
export const createOpenAiLlm = (server: LlmServer, timeouts: LlmTimeouts, clock: LlmClock): Llm => {
  const url = new URL(completionsUrl(server.base_url))
  // headersTimeout and bodyTimeout off: the deadlines are ours, a slow but living answer must pass.
  const pool = new Pool(url.origin, {
    headersTimeout: 0,
    bodyTimeout: 0,
    connect: { timeout: timeouts.connectMs },
    keepAliveTimeout: 30_000,
  })
  const key: Record<string, string> = server.api_key === null ? {} : { authorization: `Bearer ${server.api_key}` }
  const headers = { 'content-type': 'application/json', accept: 'text/event-stream', ...key }
  const window = createContextWindow(server, pool, { accept: 'application/json', ...key }, clock)
  let sendsStreamOptions = true

  const bodyOf = (request: LlmRequest, withOptions: boolean) =>
    JSON.stringify({
      model: server.model,
      messages: strictTurns(request.messages),
      stream: true,
      ...(withOptions && { stream_options: { include_usage: true } }),
      ...(request.maxTokens !== undefined && { max_tokens: request.maxTokens }),
    })

  const complete = (request: LlmRequest): Promise<LlmResult> => {
    const { promise, resolve, reject } = Promise.withResolvers<LlmResult>()
    let stop: (code: LlmErrorCode) => void = () => {}
    let over = false
    const end = (settle: () => void) => {
      over = true
      deadlines.stop()
      request.signal.removeEventListener('abort', onAbort)
      settle()
    }
    const onAbort = () => stop('llm.aborted')
    const deadlines = watchDeadlines(clock, timeouts, (code) => stop(code))
    request.signal.addEventListener('abort', onAbort, { once: true })

    const attempt = (retriesLeft: number, withOptions: boolean): void => {
      const { result, fail } = startAttempt({
        pool,
        path: url.pathname + url.search,
        headers,
        body: bodyOf(request, withOptions),
        host: url.host,
        model: server.model,
        clock,
        deadlines,
        onDelta: request.onDelta,
        onTooLong: window.refused,
      })
      stop = fail
      result.then(
        (value) => {
          if (!withOptions) sendsStreamOptions = false
          end(() => resolve(value))
        },
        (error: unknown) => {
          if (!(error instanceof LlmError)) return end(() => reject(error))
          if (withOptions && mayRefuseOptions(error)) return attempt(retriesLeft, false)
          if (retriesLeft === 0 || !isTransient(error)) return end(() => reject(error))
          waitThenRetry(error, retriesLeft, withOptions)
        },
      )
    }

    const waitThenRetry = (error: LlmError, retriesLeft: number, withOptions: boolean) => {
      const backOff = FIRST_BACK_OFF_MS * 2 ** (MAX_RETRIES - retriesLeft) * (0.5 + clock.random())
      const wait = Math.max(backOff, error.retryAfterMs ?? 0)
      if (wait > MAX_WAIT_MS) return end(() => reject(error))
      const cancel = clock.after(wait, () => attempt(retriesLeft - 1, withOptions))
      stop = (code) => {
        cancel()
        if (!over) end(() => reject(new LlmError(code, { detail: url.host, cause: error })))
      }
    }

    if (request.signal.aborted) end(() => reject(new LlmError('llm.aborted', { detail: url.host })))
    else attempt(MAX_RETRIES, sendsStreamOptions)
    return promise
  }

  return {
    name: url.host,
    model: server.model,
    builtIn: false,
    host: url.host,
    contextTokens: window.tokens,
    complete,
    close: () => pool.destroy(),
  }
}
