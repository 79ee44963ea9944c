import type { LlmClock } from '../port.ts'
import { plausibleWindow } from '../servers.ts'

/** Largest part of a refusal that is read, and time that its body is waited for. */
const MAX_BODY_BYTES = 16_384
const MAX_WAIT_MS = 2_000
/** Characters of a body without JSON in which the reason is looked for. */
const REASON_CHARS = 2_000

/** Fields that give the reason of a refusal. The request that a server repeats (`input`) is never read: it is a person's text. */
const FIELDS = ['message', 'error', 'detail', 'msg', 'code', 'type', 'status', 'n_ctx']
const MAX_DEPTH = 4

/** Sentences by which servers refuse a prompt longer than the context of their model. */
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

/** Places of those sentences that give the context length, in tokens. */
const LIMITS = [
  /max(?:imum)? (?:context|model) length (?:is |of )(\d[\d,]*)/,
  /with (\d[\d,]*) maximum context/,
  /context (?:length|window|size) (?:is |of only |of )?\(?(\d[\d,]*) tokens/,
  /\bn_ctx\b\D{1,4}(\d+)/,
  /max_model_len\D{1,4}(\d+)/,
  /(?:must be <=|less than) (\d+)/,
  /> (\d+) maximum/,
]

/** Sentences by which servers refuse a request until somebody pays or raises a limit, whatever else they say. */
const SURELY_NO_QUOTA =
  /insufficient[_ ](quota|balance|credits?|funds)|not enough (balance|credits?|funds|quota)|billing[_ ](hard[_ ]limit|not[_ ]active)|out of credits|no credits?\b|credits? (exhausted|depleted)|arrearage|(cr[ée]dits?|solde|quota) (insuffisant|[ée]puis[ée])/
/** The same, in words that servers also use for a quota of the minute or the day. */
const NO_QUOTA =
  /billing|payment|credit balance|(hard|spending|monthly|budget|usage)( usage)? limit|budget (is |has been )?exceeded|exceeded your current quota|quota[_ ](exhausted|d[ée]pass[ée]|atteint)|subscription|(upgrade|check) your plan|top[- ]?up|recharge/
/** Words of a quota that the next minute or day gives back. */
const COMES_BACK = /(retry|try again) (in|after)|per[_ ]?(second|min|minute|hour|day)\b|rate[_ ]?limit|requests? rate|\b[rt]p[md]\b/

/**
 * Reason of a refusal that its status does not give. `length`: the prompt is too long, `limit` being the context length in
 * tokens where the server gives it. `quota`: nothing is left to spend; unless `isCertain`, a Retry-After of the server says
 * that waiting helps.
 */
export type Refusal = { kind: 'length'; limit: number | null } | { kind: 'quota'; isCertain: boolean }

/** Reads the reason of an error, given as JSON or as text. Null for any other reason. Nothing else of the error is returned. */
export const refusalOf = (error: unknown): Refusal | null => {
  const words = wordsOf(error, MAX_DEPTH).toLowerCase()
  if (SURELY_NO_QUOTA.test(words)) return { kind: 'quota', isCertain: true }
  if (NO_QUOTA.test(words) && !COMES_BACK.test(words)) return { kind: 'quota', isCertain: false }
  if (!TOO_LONG.some((pattern) => pattern.test(words))) return null
  for (const pattern of LIMITS) {
    const limit = plausibleWindow(Number(pattern.exec(words)?.[1]?.replaceAll(',', '')))
    if (limit !== null) return { kind: 'length', limit }
  }
  return { kind: 'length', limit: null }
}

const wordsOf = (value: unknown, depth: number): string => {
  if (typeof value === 'string') return value.slice(0, REASON_CHARS)
  if (typeof value !== 'object' || value === null || depth === 0) return ''
  if (Array.isArray(value)) return value.map((item) => wordsOf(item, depth - 1)).join(' ')
  const fields = value as Record<string, unknown>
  return FIELDS.map((name) => (typeof fields[name] === 'number' ? `${name}: ${fields[name]}` : wordsOf(fields[name], depth - 1))).join(' ')
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

/** Whether the body of a refusal may give a reason that its status does not. */
export const hasReason = (status: number): boolean => STATUSES.has(status)

export type RefusalReader = { add(bytes: Buffer): void; end(): void; cancel(): void }

/**
 * Reads the beginning of an error answer and calls `onRead` once, with its reason or null. 413 always refuses the length,
 * whichever server on the way says so.
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
