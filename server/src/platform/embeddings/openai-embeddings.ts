import { setTimeout as sleep } from 'node:timers/promises'
import { Pool } from 'undici'
import { EmbeddingsError, type EmbedPurpose, type Embeddings } from './port.ts'
import { readVectors } from './read-vectors.ts'

type EmbeddingsServer = { base_url: string; api_key: string | null; model: string }

/** `totalMs` covers one try; `backOffMs` is the first wait, doubled each time. */
type EmbeddingsPatience = { totalMs: number; retries: number; backOffMs: number }

/** A person waits for a question: what does not come at once is done without. */
const defaultPatience: Record<EmbedPurpose, EmbeddingsPatience> = {
  question: { totalMs: 2_500, retries: 1, backOffMs: 50 },
  passage: { totalMs: 60_000, retries: 3, backOffMs: 500 },
}

const LONGEST_WAIT_MS = 20_000
/** 64 vectors of 4,096 numbers written in full stay far below. */
const LARGEST_ANSWER = 16_000_000

const VERSION_SEGMENT = /\/v\d+[a-z0-9]*$/i
const CLOSED_BY_US = new Set(['UND_ERR_DESTROYED', 'UND_ERR_CLOSED'])

/** `…/embeddings` is kept, a path that ends with a version receives `/embeddings`, any other `/v1/embeddings`. */
export const embeddingsUrl = (baseUrl: string): URL => {
  const url = new URL(baseUrl.trim())
  const path = url.pathname.replace(/\/+$/, '')
  if (!path.endsWith('/embeddings')) url.pathname = `${path}${VERSION_SEGMENT.test(path) ? '' : '/v1'}/embeddings`
  return url
}

/** Models of the E5 family were trained with these words before each text and lose much without them. */
const E5 = /(^|[/-])(multilingual-)?e5-(small|base|large)(-v2)?$/i
const prefixed = (model: string, purpose: EmbedPurpose, text: string): string =>
  E5.test(model) ? `${purpose === 'question' ? 'query' : 'passage'}: ${text}` : text

/**
 * A server that speaks the OpenAI embeddings protocol (Mistral, Albert, vLLM, TEI, llama.cpp, Ollama). Redirections are not
 * followed, so that a server cannot lead texts to another host.
 */
export const createOpenAiEmbeddings = ({ base_url, api_key, model }: EmbeddingsServer, patience = defaultPatience): Embeddings => {
  const url = embeddingsUrl(base_url)
  const { host } = url
  const pool = new Pool(url.origin, { connect: { timeout: 5_000 }, keepAliveTimeout: 30_000, connections: 4 })
  const headers: Record<string, string> = { 'content-type': 'application/json', accept: 'application/json' }
  if (api_key !== null) headers['authorization'] = `Bearer ${api_key}`

  const attempt = async (body: string, expected: number, signal: AbortSignal, totalMs: number): Promise<Float32Array[]> => {
    const late = AbortSignal.timeout(totalMs)
    try {
      const answer = await pool.request({ method: 'POST', path: url.pathname + url.search, headers, body, signal: AbortSignal.any([signal, late]) })
      const { statusCode: status } = answer
      if (status !== 200) {
        // Read to the end, within reason, so that the connection can serve again; nothing of it is kept.
        await answer.body.dump({ limit: 100_000 }).catch(() => {})
        const wait = Number(answer.headers['retry-after'])
        const code =
          status === 429 || status === 503 ? 'embeddings.overloaded' : status >= 500 ? 'embeddings.unreachable' : status >= 400 ? 'embeddings.refused' : null
        throw new EmbeddingsError(code ?? 'embeddings.bad_answer', host, { status, retryAfterMs: Number.isFinite(wait) ? Math.max(0, wait * 1_000) : 0 })
      }
      const parts: Buffer[] = []
      let size = 0
      for await (const part of answer.body) {
        parts.push(part as Buffer)
        size += (part as Buffer).length
        if (size > LARGEST_ANSWER) throw new EmbeddingsError('embeddings.bad_answer', host)
      }
      const vectors = readVectors(parsed(Buffer.concat(parts).toString()), expected)
      if (vectors === null) throw new EmbeddingsError('embeddings.bad_answer', host)
      return vectors
    } catch (cause) {
      if (cause instanceof EmbeddingsError) throw cause
      const isOurs = signal.aborted || CLOSED_BY_US.has(String((cause as NodeJS.ErrnoException).code))
      throw new EmbeddingsError(isOurs ? 'embeddings.aborted' : late.aborted ? 'embeddings.timeout' : 'embeddings.unreachable', host, { cause })
    }
  }

  return {
    server: base_url,
    host,
    model,
    async embed(texts, { purpose, signal = new AbortController().signal, model: asked = model }) {
      if (texts.length === 0) return []
      const { totalMs, retries, backOffMs } = patience[purpose]
      const body = JSON.stringify({ model: asked, input: texts.map((text) => prefixed(asked, purpose, text)), encoding_format: 'float' })
      for (let left = retries; ; left--) {
        try {
          return await attempt(body, texts.length, signal, totalMs)
        } catch (error) {
          if (!(error instanceof EmbeddingsError) || left === 0 || !isTransient(error, purpose)) throw error
          const wait = Math.max(backOffMs * 2 ** (retries - left) * (0.5 + Math.random()), error.retryAfterMs)
          if (wait > (purpose === 'question' ? totalMs : LONGEST_WAIT_MS)) throw error
          await sleep(wait, undefined, { signal, ref: false }).catch((cause: unknown) => {
            throw new EmbeddingsError('embeddings.aborted', host, { cause })
          })
        }
      }
    },
    close: () => pool.destroy(),
  }
}

/** Worth another try: for a person who waits, only what failed at once. */
const isTransient = ({ code }: EmbeddingsError, purpose: EmbedPurpose): boolean =>
  code === 'embeddings.unreachable' || (purpose === 'passage' && (code === 'embeddings.overloaded' || code === 'embeddings.timeout'))

const parsed = (text: string): unknown => {
  try {
    return JSON.parse(text)
  } catch {
    return null
  }
}
