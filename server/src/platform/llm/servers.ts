import type { ModelLevel } from '@parvis/contract'
import type { ModelFacts } from './models.ts'
import type { LlmTimeouts } from './port.ts'

/**
 * Configured model server. `context_tokens`: context window in tokens; without it, the server is asked. `parameters`: fields added to the body of each
 * request. Without an `id` or a `label`, the name of the model; without a level, 1.
 */
export type LlmServer = {
  base_url: string
  api_key: string | null
  model: string
  context_tokens?: number | null
  id?: string
  label?: string
  level?: ModelLevel
  images?: boolean
  parameters?: Record<string, unknown>
  facts?: ModelFacts
}

export type LlmConfig = (
  | { kind: 'scripted'; /** Words per second; 0: as fast as possible. */ pace?: number; timeouts?: LlmTimeouts }
  | { kind: 'openai'; servers: readonly LlmServer[]; timeouts: LlmTimeouts }
) & { levelNames?: readonly string[] }

export const DEFAULT_LEVEL_NAMES = ['externe', 'souverain', 'interne']

export const DEFAULT_TIMEOUTS: LlmTimeouts = {
  connectMs: 10_000,
  firstTokenMs: 60_000,
  idleMs: 60_000,
  totalMs: 600_000,
}

/** Context window, in tokens, when neither the settings nor the server give it. */
export const DEFAULT_CONTEXT_TOKENS = 32_000
const MIN_CONTEXT_TOKENS = 2_000
/** Maximum context window, in tokens: no model has more. It is also the demonstration model's. */
export const MAX_CONTEXT_TOKENS = 2_000_000

/** Returns a plausible context window, capped at `MAX_CONTEXT_TOKENS`; null for any other value. */
export const plausibleContextTokens = (value: unknown): number | null =>
  Number.isSafeInteger(value) && (value as number) >= MIN_CONTEXT_TOKENS ? Math.min(value as number, MAX_CONTEXT_TOKENS) : null

const VERSION_SEGMENT = /\/v\d+[a-z0-9]*(\/|$)/i

/**
 * Builds the address of the completions endpoint. A path that ends with `/chat/completions` is left as it is; one with a version (`/v1`, `/v1beta/openai`)
 * gets `/chat/completions`; any other gets `/v1/chat/completions`. The query string is kept.
 * @throws {TypeError} when the address is not http(s), or contains a user, a password or a fragment
 */
export const completionsUrl = (baseUrl: string): string => {
  const url = new URL(baseUrl.trim())
  if (url.protocol !== 'https:' && url.protocol !== 'http:') throw new TypeError('not an http(s) address')
  if (url.username !== '' || url.password !== '' || url.hash !== '') throw new TypeError('user or fragment in the address')
  const path = url.pathname.replace(/\/+$/, '')
  if (path.endsWith('/chat/completions')) url.pathname = path
  else url.pathname = `${path}${VERSION_SEGMENT.test(path) ? '' : '/v1'}/chat/completions`
  return url.href
}

/** Builds the address of the server's list of models, or of one of them. */
export const modelsUrl = (baseUrl: string, model?: string): URL => {
  const url = new URL(completionsUrl(baseUrl))
  const name = model === undefined ? '' : `/${model.split('/').map(encodeURIComponent).join('/')}`
  url.pathname = url.pathname.replace(/\/chat\/completions$/, `/models${name}`)
  return url
}
