import type { ModelLevel, ModelReason } from '@parvis/contract'

/** Image sent to a model. `data`: its bytes in base64. */
export type LlmImage = { media_type: 'image/png' | 'image/jpeg'; data: string }

/** Message sent to a model, with the roles of the OpenAI protocol. Only user messages have images. */
export type LlmMessage = { role: 'system' | 'user' | 'assistant'; content: string; images?: readonly LlmImage[] }

export type LlmRequest = {
  messages: readonly LlmMessage[]
  /** Aborts at once: the socket is destroyed, and `complete` rejects with `llm.aborted`. */
  signal: AbortSignal
  /**
   * Receives each non-empty chunk of the answer, in order; never called once `complete` has settled. A callback is faster than an async iterator on this
   * hot path (measured).
   */
  onDelta(text: string): void
  /**
   * Called once, before the first text of a request with images, by `Models`. `readsImages`: whether the answering model received them; otherwise it
   * received the text only.
   */
  onAnswering?(answer: { readsImages: boolean }): void
  /** Maximum length of the answer, in the model's tokens. */
  maxTokens?: number
  purpose: 'chat' | 'opening' | 'library' | 'reading'
}

declare const masked: unique symbol

/** Request with masked texts, or with texts that may be sent as they are. Only `completeMasked` makes one. */
export type MaskedRequest = LlmRequest & { readonly [masked]: true }

export type LlmResult = {
  /** `length`: the answer reached the maximum number of tokens; `filtered`: the server's content filter stopped it. */
  finish: 'stop' | 'length' | 'filtered'
  /** Null when the server does not count tokens. */
  usage: { prompt_tokens: number; completion_tokens: number } | null
} & AnsweringModel

/** Model that answered: its id in the settings (never the name that its server gives), and its level. */
export type AnsweringModel = {
  model: string
  level?: ModelLevel
  /** Reason why it is not the expected model; with it, the id of that model and the minimum level of the request. */
  reason?: ModelReason
  expected?: string
  needed?: ModelLevel
}

/** Language model that streams its answers. */
export type Llm = {
  /** Id of the model that is called first, and its level. */
  model: string
  level: ModelLevel
  /** Whether that model, and any candidate, reads images. A candidate that does not receives the messages without them. */
  readsImages: { first: boolean; any: boolean }
  /** Context window in tokens, for the prompt and the answer together: configured, stated by the server, or the default. Returns at once. */
  contextTokens(): number
  /** Runs a completion. Rejects with an LlmError, or with the error that `onDelta` threw. */
  complete(request: LlmRequest): Promise<LlmResult>
}

/** Client of one model server, or of the demonstration model. It receives masked requests only: another one is a type error. */
export type LlmClient = Pick<Llm, 'contextTokens'> & {
  complete(request: MaskedRequest): Promise<LlmResult>
  /** Host that receives the conversations; null when nothing leaves the process. */
  host: string | null
  /** Whether the server answers at all. Never rejects. */
  isUp(): Promise<boolean>
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
  | 'llm.no_model_for_level' // no model of the level is configured, or none answers
  | 'llm.masking_failed' // personal data could not be masked: nothing was sent
  | 'llm.aborted' // by the request's own signal

type LevelNeed = { level: ModelLevel; name: string; isConfigured: boolean }
type LlmErrorOptions = { afterFirstDelta?: boolean; retryAfterMs?: number; detail?: string; need?: LevelNeed; cause?: unknown }

/** Failure of a completion. The message contains at most the code, the host and the HTTP status: never the key or the server's own text. */
export class LlmError extends Error {
  override readonly name = 'LlmError'
  readonly code: LlmErrorCode
  /** True when part of the answer was already passed to `onDelta`: a retry is excluded. */
  readonly afterFirstDelta: boolean
  /** Delay requested by the server, in milliseconds. */
  readonly retryAfterMs: number | undefined

  /** Level that the request needs, with its name, for `llm.no_model_for_level`. `isConfigured`: such a model exists, and does not answer. */
  readonly need: LevelNeed | undefined
  /** Model that had begun to answer. */
  answeredBy?: AnsweringModel

  constructor(code: LlmErrorCode, options: LlmErrorOptions = {}) {
    super(options.detail === undefined ? code : `${code} (${options.detail})`, { cause: options.cause })
    this.code = code
    this.need = options.need
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
