/** One turn given to a model, in the OpenAI vocabulary. */
export type LlmMessage = { role: 'system' | 'user' | 'assistant'; content: string }

export type LlmRequest = {
  messages: readonly LlmMessage[]
  /** Cancels upstream at once: the socket is destroyed, `complete` rejects with `llm.aborted`. */
  signal: AbortSignal
  /**
   * Each non-empty piece of the answer, in order; never called again once `complete` has settled.
   * A callback and not an async iterator: this is the measured hot path.
   */
  onDelta(text: string): void
  /** Upper bound of the answer, in tokens of the model. */
  maxTokens?: number
  purpose: 'chat' | 'opening' | 'library' | 'reading'
}

export type LlmResult = {
  /** `length`: the model stopped at its limit, the text is valid but unfinished. */
  finish: 'stop' | 'length' | 'filtered'
  /** Null where the server does not count. */
  usage: { prompt_tokens: number; completion_tokens: number } | null
  /** The model that answered, as the server names it. */
  model: string
  /** Another model than the first one answered. */
  isFallback?: true
}

/** A language model that streams its answer. */
export type Llm = {
  /** For logs and metrics: `scripted`, or the host of the server. */
  name: string
  model: string
  /** True for the demonstration model, which the interface must present as such. */
  builtIn: boolean
  /** The host that receives the conversations; null when nothing leaves the process. */
  host: string | null
  /** What the model reads at once, prompt and answer together, in tokens: as set, as told by the server, or by default. Never waits. */
  contextTokens(): number
  /** Settles once; rejects with an LlmError (or with what `onDelta` threw). */
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

/**
 * Why a completion failed. The message names the code, the host and the HTTP status at most:
 * never the key, never a word of the upstream body.
 */
export class LlmError extends Error {
  override readonly name = 'LlmError'
  readonly code: LlmErrorCode
  /** True when part of the answer was already given to `onDelta`: nothing may be retried. */
  readonly afterFirstDelta: boolean
  /** What the server asked to wait, in milliseconds. */
  readonly retryAfterMs: number | undefined

  constructor(code: LlmErrorCode, options: { afterFirstDelta?: boolean; retryAfterMs?: number; detail?: string; cause?: unknown } = {}) {
    super(options.detail === undefined ? code : `${code} (${options.detail})`, { cause: options.cause })
    this.code = code
    this.afterFirstDelta = options.afterFirstDelta ?? false
    this.retryAfterMs = options.retryAfterMs
  }
}

/** All in milliseconds. `firstToken` and `total` cover the retries of one server. */
export type LlmTimeouts = { connectMs: number; firstTokenMs: number; idleMs: number; totalMs: number }

/** Time and chance, given so that tests neither wait nor vary. */
export type LlmClock = {
  /** Monotonic, milliseconds since the epoch. */
  now(): number
  /** Runs once after `ms`; the answer cancels it. */
  after(ms: number, run: () => void): () => void
  /** In [0, 1[. */
  random(): number
}

/** The machine's own clock. Its timers never keep a stopping process alive. */
export const systemClock: LlmClock = {
  now: () => performance.timeOrigin + performance.now(),
  after: (ms, run) => {
    const timer = setTimeout(run, ms).unref()
    return () => clearTimeout(timer)
  },
  random: Math.random,
}
