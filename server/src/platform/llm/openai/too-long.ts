import type { LlmClock } from '../port.ts'
import { plausibleWindow } from '../servers.ts'

/** Of a refusal, what is read at most, and how long its body is waited for. */
const MAX_BODY_BYTES = 16_384
const MAX_WAIT_MS = 2_000
/** Of a body that is no JSON, what may be the reason. */
const REASON_CHARS = 2_000

/** Why a server says no, and never what it repeats of the request (`input`): those are a person's words. */
const FIELDS = ['message', 'error', 'detail', 'msg', 'code', 'type', 'n_ctx']
const MAX_DEPTH = 4

/** How servers say that a prompt is longer than what their model reads. */
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

/** Where those sentences tell what the model reads, in tokens. */
const LIMITS = [
  /max(?:imum)? (?:context|model) length (?:is |of )(\d[\d,]*)/,
  /with (\d[\d,]*) maximum context/,
  /context (?:length|window|size) (?:is |of only |of )?\(?(\d[\d,]*) tokens/,
  /\bn_ctx\b\D{1,4}(\d+)/,
  /max_model_len\D{1,4}(\d+)/,
  /(?:must be <=|less than) (\d+)/,
  /> (\d+) maximum/,
]

/** A prompt refused for its length. `limit`: the tokens that the model reads, where the server tells. */
export type LengthRefusal = { limit: number | null }

/**
 * Whether an error of a server, as JSON or as text, refuses the length of the prompt; null when it is about something
 * else. None of its words goes any further.
 */
export const lengthRefusal = (error: unknown): LengthRefusal | null => {
  const words = wordsOf(error, MAX_DEPTH).toLowerCase()
  if (!TOO_LONG.some((pattern) => pattern.test(words))) return null
  for (const pattern of LIMITS) {
    const limit = plausibleWindow(Number(pattern.exec(words)?.[1]?.replaceAll(',', '')))
    if (limit !== null) return { limit }
  }
  return { limit: null }
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

/** Statuses by which servers refuse a length; 500 is that of some llama.cpp. */
const STATUSES: ReadonlySet<number> = new Set([200, 400, 413, 422, 500])

export const mayRefuseLength = (status: number): boolean => STATUSES.has(status)

export type RefusalReader = { add(bytes: Buffer): void; end(): void; cancel(): void }

/**
 * Reads the beginning of an error answer and says once whether it refuses the length of the prompt. 413 always does:
 * what was sent is too large, whoever on the way says so.
 */
export const readRefusal = (status: number, clock: LlmClock, onRead: (refusal: LengthRefusal | null) => void): RefusalReader => {
  const parts: Buffer[] = []
  let size = 0
  let over = false
  const end = () => {
    if (over) return
    over = true
    cancel()
    const refusal = lengthRefusal(parsed(Buffer.concat(parts).toString('utf8', 0, MAX_BODY_BYTES)))
    onRead(refusal ?? (status === 413 ? { limit: null } : null))
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
