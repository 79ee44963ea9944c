import type { Pool } from 'undici'
import type { LlmClock } from './port.ts'
import { DEFAULT_CONTEXT_TOKENS, modelsUrl, plausibleWindow, type LlmServer } from './servers.ts'

const ASK_TIMEOUT_MS = 3_000
const MAX_ANSWER_BYTES = 1_048_576
/** After a server that did not answer, and after one that did: it may have been started again with another model. */
const ASK_AGAIN_MS = 5 * 60_000
const KNOWN_FOR_MS = 60 * 60_000

type ContextWindow = {
  /** What the model reads at once, question and answer together, in tokens. Never waits: the default until it is known. */
  tokens(): number
  /** The model refused a length; `limit` is what the server then said that it reads. */
  refused(limit: number | null): void
}

type Json = Record<string, unknown>
const isObject = (value: unknown): value is Json => typeof value === 'object' && value !== null && !Array.isArray(value)

/**
 * The window that a model's card tells, by the fields of LM Studio (loaded before possible), vLLM, Mistral and Albert,
 * OpenRouter, llama.cpp. What a model was trained for says nothing of how it was started: it can only lower the default.
 */
const windowOf = (card: Json): number | null => {
  const meta = isObject(card['meta']) ? card['meta'] : {}
  const told = [
    card['loaded_context_length'],
    card['max_model_len'],
    card['max_context_length'],
    card['context_length'],
    card['context_window'],
    meta['n_ctx'],
  ].map(plausibleWindow)
  const trained = plausibleWindow(meta['n_ctx_train'])
  return told.find((tokens) => tokens !== null) ?? (trained === null ? null : Math.min(trained, DEFAULT_CONTEXT_TOKENS))
}

/** The card of a model in the list of its server: by its name, by another of its names, or because it is alone. */
const cardIn = (list: unknown, model: string): Json | undefined => {
  const cards = (isObject(list) && Array.isArray(list['data']) ? list['data'] : []).filter(isObject)
  const isNamed = ({ id, aliases }: Json) => id === model || (Array.isArray(aliases) && aliases.includes(model))
  return cards.find(({ id }) => id === model) ?? cards.find(isNamed) ?? (cards.length === 1 ? cards[0] : undefined)
}

/**
 * How much a server's model reads: the operator's setting, else what the server tells at `/models` (asked in the
 * background, at the first need), else the default; and never more than what the server said when it refused a length.
 */
export const createContextWindow = (server: LlmServer, pool: Pool, headers: Record<string, string>, clock: LlmClock): ContextWindow => {
  const set = server.context_tokens ?? null
  let told: number | null = null
  let limit: number | null = null
  let askAgainAt = 0
  let asking = false

  /** The JSON of a page of the server; undefined when there is none. Redirections are not followed. */
  const get = async (url: URL): Promise<unknown> => {
    const controller = new AbortController()
    const cancel = clock.after(ASK_TIMEOUT_MS, () => controller.abort())
    try {
      const { statusCode, body } = await pool.request({ method: 'GET', path: url.pathname + url.search, headers, signal: controller.signal })
      const parts: Buffer[] = []
      let size = 0
      for await (const bytes of body as AsyncIterable<Buffer>) {
        size += bytes.length
        if (statusCode !== 200 || size > MAX_ANSWER_BYTES) return undefined
        parts.push(bytes)
      }
      return statusCode === 200 ? (JSON.parse(Buffer.concat(parts).toString()) as unknown) : undefined
    } catch {
      return undefined
    } finally {
      cancel()
    }
  }

  const ask = async () => {
    const list = await get(modelsUrl(server.base_url))
    const listed = windowOf(cardIn(list, server.model) ?? {})
    const card = listed === null ? await get(modelsUrl(server.base_url, server.model)) : undefined
    const found = listed ?? (isObject(card) ? windowOf(card) : null)
    // Another number than before: it is another server than the one that refused.
    if (found !== null && told !== null && found !== told) limit = null
    told = found ?? told
    askAgainAt = clock.now() + (isObject(list) || isObject(card) ? KNOWN_FOR_MS : ASK_AGAIN_MS)
    asking = false
  }

  return {
    tokens() {
      if (set === null && !asking && clock.now() >= askAgainAt) {
        asking = true
        void ask()
      }
      return Math.min(set ?? told ?? DEFAULT_CONTEXT_TOKENS, limit ?? Infinity)
    },
    refused(said) {
      limit = said ?? limit
    },
  }
}
