import type { LlmTimeouts } from './port.ts'

/** A model server as the operator names it. `context_tokens`: what its model reads at once; without it, the server tells. */
export type LlmServer = { base_url: string; api_key: string | null; model: string; context_tokens?: number | null }

export type LlmConfig =
  | { kind: 'scripted'; /** Words a second; 0 as fast as the loop allows. */ pace?: number; timeouts?: LlmTimeouts }
  | { kind: 'openai'; servers: readonly LlmServer[]; timeouts: LlmTimeouts }

export const DEFAULT_TIMEOUTS: LlmTimeouts = {
  connectMs: 10_000,
  firstTokenMs: 60_000,
  idleMs: 60_000,
  totalMs: 600_000,
}

/** Of a model that nobody tells anything of. */
export const DEFAULT_CONTEXT_TOKENS = 32_000
const SMALLEST_WINDOW = 2_000
/** No model reads more; the demonstration model, which has no network to feed, reads as much. */
export const LARGEST_WINDOW = 2_000_000

/** A number of tokens that a model may really read; null for anything else that a server tells. */
export const plausibleWindow = (value: unknown): number | null =>
  Number.isSafeInteger(value) && (value as number) >= SMALLEST_WINDOW ? Math.min(value as number, LARGEST_WINDOW) : null

const VERSION_SEGMENT = /\/v\d+[a-z0-9]*(\/|$)/i

/**
 * The address that completions are posted to.
 *
 * `…/chat/completions` is kept; a path with a version (`/v1`, `/v1beta/openai`) receives
 * `/chat/completions`; any other receives `/v1/chat/completions`. A query is kept.
 *
 * @throws TypeError when it is no http(s) address, or carries a user, a password or a fragment
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

/** Where the same server tells of its models, or of one of them. */
export const modelsUrl = (baseUrl: string, model?: string): URL => {
  const url = new URL(completionsUrl(baseUrl))
  const name = model === undefined ? '' : `/${model.split('/').map(encodeURIComponent).join('/')}`
  url.pathname = url.pathname.replace(/\/chat\/completions$/, `/models${name}`)
  return url
}
