import type { LlmClock } from '../port.ts'
import { plausibleContextTokens } from '../servers.ts'

/** Limits on reading an error body, in bytes and in milliseconds. */
const MAX_BODY_BYTES = 16_384
const MAX_WAIT_MS = 2_000
/** Number of characters of each text in which a reason is searched. */
const REASON_CHARS = 2_000

/** JSON fields that may give the reason. The request that a server repeats (`input`) is never read: it is a person's text. */
const FIELDS = ['message', 'error', 'detail', 'msg', 'code', 'type', 'status', 'n_ctx']
const MAX_DEPTH = 4

/** Sentences by which servers refuse a prompt longer than the model's context window. */
const TOO_LONG = [
  /context_length_exceeded|exceed_context_size|context_window_exceeded|prompt_too_long/,
  /maximum (context|model|prompt|input) length/, // OpenAI, vLLM, SGLang
  /reduce the length of/,
  /exceed\w*\b[^.]{0,60}\b(context|max_model_len)/, // llama.cpp, Ollama, vLLM
  /context (length|window|size)\b[^.]{0,30}\bexceed/,
  /too large for model with/, // Mistral
  /(longer|greater) than the (model's )?(maximum )?context/, // SGLang, LM Studio
  /context length of only|n_keep\b.{0,12}>=|configured context size/, // LM Studio, Ollama
  /prompt (is )?too long/,
  /`?inputs`? (tokens \+|must have less than)/, // TGI
]

/** Patterns that find the context window in those sentences, in tokens. */
const LIMITS = [
  /max(?:imum)? (?:context|model) length (?:is |of )(\d[\d,]*)/,
  /with (\d[\d,]*) maximum context/,
  /context (?:length|window|size) (?:is |of only |of )?\(?(\d[\d,]*) tokens/,
  /\bn_ctx\b\D{1,4}(\d+)/,
  /max_model_len\D{1,4}(\d+)/,
  /(?:must be <=|less than) (\d+)/,
  /> (\d+) maximum/,
]

/** Sentences that always mean an exhausted quota: someone must pay or raise a limit. */
const CERTAIN_QUOTA =
  /insufficient[_ ](quota|balance|credits?|funds)|not enough (balance|credits?|funds|quota)|billing[_ ](hard[_ ]limit|not[_ ]active)|out of credits|no credits?\b|credits? (exhausted|depleted)|arrearage|(cr[ée]dits?|solde|quota) (insuffisant|[ée]puis[ée])/
/** Sentences that may mean an exhausted quota, but that servers also use for a limit per minute or day. */
const POSSIBLE_QUOTA =
  /billing|payment|credit balance|(hard|spending|monthly|budget|usage)( usage)? limit|budget (is |has been )?exceeded|exceeded your current quota|quota[_ ](exhausted|d[ée]pass[ée]|atteint)|subscription|(upgrade|check) your plan|top[- ]?up|recharge/
/** Words of a limit that is reset every minute or day. */
const TEMPORARY_LIMIT = /(retry|try again) (in|after)|per[_ ]?(second|min|minute|hour|day)\b|rate[_ ]?limit|requests? rate|\b[rt]p[md]\b/

/**
 * Reason of a refusal, more precise than its status. `length`: the prompt is too long; `limit` is the context window in tokens, if the server states it.
 * `quota`: the quota is exhausted; when `isCertain` is false, a Retry-After means that waiting helps.
 */
export type Refusal = { kind: 'length'; limit: number | null } | { kind: 'quota'; isCertain: boolean }

/** Finds the reason in an error, given as JSON or text; null for any other reason. Nothing else of the error is returned. */
export const refusalOf = (error: unknown): Refusal | null => {
  const words = textOf(error, MAX_DEPTH).toLowerCase()
  if (CERTAIN_QUOTA.test(words)) return { kind: 'quota', isCertain: true }
  if (POSSIBLE_QUOTA.test(words) && !TEMPORARY_LIMIT.test(words)) return { kind: 'quota', isCertain: false }
  if (!TOO_LONG.some((pattern) => pattern.test(words))) return null
  for (const pattern of LIMITS) {
    const limit = plausibleContextTokens(Number(pattern.exec(words)?.[1]?.replaceAll(',', '')))
    if (limit !== null) return { kind: 'length', limit }
  }
  return { kind: 'length', limit: null }
}

const textOf = (value: unknown, depth: number): string => {
  if (typeof value === 'string') return value.slice(0, REASON_CHARS)
  if (typeof value !== 'object' || value === null || depth === 0) return ''
  if (Array.isArray(value)) return value.map((item) => textOf(item, depth - 1)).join(' ')
  const fields = value as Record<string, unknown>
  return FIELDS.map((name) => (typeof fields[name] === 'number' ? `${name}: ${fields[name]}` : textOf(fields[name], depth - 1))).join(' ')
}

const parsed = (body: string): unknown => {
  try {
    return JSON.parse(body)
  } catch {
    return body
  }
}

/** Statuses by which servers refuse a length (500: some versions of llama.cpp) or an exhausted quota (429). */
const STATUSES: ReadonlySet<number> = new Set([400, 413, 422, 429, 500])

/** Whether the body of an error with this status may give a more precise reason. */
export const hasReason = (status: number): boolean => STATUSES.has(status)

export type RefusalReader = { add(bytes: Buffer): void; end(): void; cancel(): void }

/**
 * Creates a reader of the beginning of an error body. It calls `onRead` once, with the reason or null. Status 413 always means the length, even when a
 * proxy sends it.
 */
export const readRefusal = (status: number, clock: LlmClock, onRead: (refusal: Refusal | null) => void): RefusalReader => {
  const parts: Buffer[] = []
  let size = 0
  let over = false
  const end = () => {
    if (over) return
    over = true
    cancel()
    const refusal = refusalOf(parsed(Buffer.concat(parts).toString('utf8', 0, MAX_BODY_BYTES)))
    onRead(refusal ?? (status === 413 ? { kind: 'length', limit: null } : null))
  }
  const cancel = clock.after(MAX_WAIT_MS, end)
  return {
    add(bytes) {
      parts.push(bytes)
      size += bytes.length
      if (size >= MAX_BODY_BYTES) end()
    },
    end,
    cancel,
  }
}
