import type { Pool } from 'undici'
import type { LlmClock } from './port.ts'
import { DEFAULT_CONTEXT_TOKENS, modelsUrl, plausibleContextTokens, type LlmServer } from './servers.ts'

const ASK_TIMEOUT_MS = 3_000
const MAX_ANSWER_BYTES = 1_048_576
/** Delays before the server is asked again, in milliseconds: after no answer, and after an answer (the server may have been restarted with another model). */
const RETRY_MS = 5 * 60_000
const REFRESH_MS = 60 * 60_000

type ContextWindow = {
  /** Context window in tokens, for the question and the answer together. Returns at once: the default until the server has answered. */
  tokens(): number
  /** Records that the server refused a prompt as too long. @param limit context window that the refusal stated, if any */
  recordRefusal(limit: number | null): void
  /** Whether the server answers `/models`, even with a refusal. Never rejects. */
  isUp(): Promise<boolean>
}

type Json = Record<string, unknown>
const isObject = (value: unknown): value is Json => typeof value === 'object' && value !== null && !Array.isArray(value)

/**
 * Reads the context window in a model's card, in the fields of LM Studio (loaded value before the maximum), vLLM, Mistral, Albert, OpenRouter and
 * llama.cpp. The length that a model was trained for does not say how the server was started: it can only lower the default.
 */
const contextWindowOf = (card: Json): number | null => {
  const meta = isObject(card['meta']) ? card['meta'] : {}
  const stated = [
    card['loaded_context_length'],
    card['max_model_len'],
    card['max_context_length'],
    card['context_length'],
    card['context_window'],
    meta['n_ctx'],
  ].map(plausibleContextTokens)
  const trained = plausibleContextTokens(meta['n_ctx_train'])
  return stated.find((tokens) => tokens !== null) ?? (trained === null ? null : Math.min(trained, DEFAULT_CONTEXT_TOKENS))
}

/** Finds the card of a model in the server's list: by name, by alias, or because it is the only one. */
const cardIn = (list: unknown, model: string): Json | undefined => {
  const cards = (isObject(list) && Array.isArray(list['data']) ? list['data'] : []).filter(isObject)
  const isNamed = ({ id, aliases }: Json) => id === model || (Array.isArray(aliases) && aliases.includes(model))
  return cards.find(({ id }) => id === model) ?? cards.find(isNamed) ?? (cards.length === 1 ? cards[0] : undefined)
}

/**
 * Tracks the context window of a server's model: the configured value, or else the one that the server gives at `/models` (asked in the background, when
 * first needed), or else the default. It never exceeds the limit stated by a refusal.
 */
export const createContextWindow = (server: LlmServer, pool: Pool, headers: Record<string, string>, clock: LlmClock): ContextWindow => {
  const set = server.context_tokens ?? null
  let stated: number | null = null
  let limit: number | null = null
  let nextFetchAt = 0
  let isFetching = false

  /** Fetches JSON from the server; undefined on any failure. Redirects are not followed. */
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

  const fetchWindow = async () => {
    const list = await get(modelsUrl(server.base_url))
    const listed = contextWindowOf(cardIn(list, server.model) ?? {})
    const card = listed === null ? await get(modelsUrl(server.base_url, server.model)) : undefined
    const found = listed ?? (isObject(card) ? contextWindowOf(card) : null)
    // A different value means a restarted server: the limit that the former one stated no longer applies.
    if (found !== null && stated !== null && found !== stated) limit = null
    stated = found ?? stated
    nextFetchAt = clock.now() + (isObject(list) || isObject(card) ? REFRESH_MS : RETRY_MS)
    isFetching = false
  }

  return {
    tokens() {
      if (set === null && !isFetching && clock.now() >= nextFetchAt) {
        isFetching = true
        void fetchWindow()
      }
      return Math.min(set ?? stated ?? DEFAULT_CONTEXT_TOKENS, limit ?? Infinity)
    },
    recordRefusal(said) {
      limit = said ?? limit
    },
    async isUp() {
      const url = modelsUrl(server.base_url)
      const controller = new AbortController()
      const cancel = clock.after(ASK_TIMEOUT_MS, () => controller.abort())
      try {
        const { statusCode, body } = await pool.request({ method: 'GET', path: url.pathname + url.search, headers, signal: controller.signal })
        await body.dump({ limit: MAX_ANSWER_BYTES }).catch(() => {})
        return statusCode < 500
      } catch {
        return false
      } finally {
        cancel()
      }
    },
  }
}
