/** Message sent to a model, with the roles of the OpenAI protocol. */
export type LlmMessage = { role: 'system' | 'user' | 'assistant'; content: string }

export type LlmRequest = {
  messages: readonly LlmMessage[]
  /** Aborts at once: the socket is destroyed, and `complete` rejects with `llm.aborted`. */
  signal: AbortSignal
  /**
   * Receives each non-empty chunk of the answer, in order; never called once `complete` has settled. A callback is faster than an async iterator on this
   * hot path (measured).
   */
  onDelta(text: string): void
  /** Maximum length of the answer, in the model's tokens. */
  maxTokens?: number
  purpose: 'chat' | 'opening' | 'library' | 'reading'
}

export type LlmResult = {
  /** `length`: the answer reached the maximum number of tokens; `filtered`: the server's content filter stopped it. */
  finish: 'stop' | 'length' | 'filtered'
  /** Null when the server does not count tokens. */
  usage: { prompt_tokens: number; completion_tokens: number } | null
  /** Model that answered, as its server names it. */
  model: string
  /** A fallback model answered. */
  isFallback?: true
}

/** Language model that streams its answers. */
export type Llm = {
  /** Name for logs and metrics: `scripted`, or the host of the server. */
  name: string
  model: string
  /** True for the demonstration model, which the interface must present as such. */
  builtIn: boolean
  /** Host that receives the conversations; null when nothing leaves the process. */
  host: string | null
  /** Context window in tokens, for the prompt and the answer together: configured, stated by the server, or the default. Returns at once. */
  contextTokens(): number
  /** Runs a completion. Rejects with an LlmError, or with the error that `onDelta` threw. */
  complete(request: LlmRequest): Promise<LlmResult>
  close(): Promise<void>
}

export type LlmErrorCode =
  | 'llm.unreachable' // no connection, or a 5xx
  | 'llm.overloaded' // 429, 503, 529
  | 'llm.too_long' // the prompt is longer than what the model reads
  | 'llm.refused' // any other 4xx: key, model name
  | 'llm.bad_answer' // not the protocol: HTML, redirection, error object, line beyond 1 MB
  | 'llm.first_token_timeout'
  | 'llm.idle_timeout'
  | 'llm.total_timeout'
  | 'llm.cut' // the socket broke during the answer
  | 'llm.truncated' // a clean end that neither a finish reason nor [DONE] announced
  | 'llm.empty' // a normal end without one character
  | 'llm.aborted' // by the request's own signal

/** Failure of a completion. The message contains at most the code, the host and the HTTP status: never the key or the server's own text. */
export class LlmError extends Error {
  override readonly name = 'LlmError'
  readonly code: LlmErrorCode
  /** True when part of the answer was already passed to `onDelta`: a retry is excluded. */
  readonly afterFirstDelta: boolean
  /** Delay requested by the server, in milliseconds. */
  readonly retryAfterMs: number | undefined

  constructor(code: LlmErrorCode, options: { afterFirstDelta?: boolean; retryAfterMs?: number; detail?: string; cause?: unknown } = {}) {
    super(options.detail === undefined ? code : `${code} (${options.detail})`, { cause: options.cause })
    this.code = code
    this.afterFirstDelta = options.afterFirstDelta ?? false
    this.retryAfterMs = options.retryAfterMs
  }
}

/** Timeouts in milliseconds. `firstTokenMs` and `totalMs` include the retries on one server. */
export type LlmTimeouts = { connectMs: number; firstTokenMs: number; idleMs: number; totalMs: number }

/** Clock and random numbers, replaced in tests. */
export type LlmClock = {
  /** Monotonic time, in milliseconds since the epoch. */
  now(): number
  /** Calls `run` once after `ms`; returns a function that cancels it. */
  after(ms: number, run: () => void): () => void
  /** Random number in [0, 1[. */
  random(): number
}

/** System clock. Its timers do not keep the process alive. */
export const systemClock: LlmClock = {
  now: () => performance.timeOrigin + performance.now(),
  after: (ms, run) => {
    const timer = setTimeout(run, ms).unref()
    return () => clearTimeout(timer)
  },
  random: Math.random,
}
