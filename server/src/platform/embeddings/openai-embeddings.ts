import type { ModelLevel } from '@parvis/contract'
import { setTimeout as sleep } from 'node:timers/promises'
import { Pool } from 'undici'
import { endpointUrl } from '../endpoint-url.ts'
import { EmbeddingsError, type EmbedPurpose, type EmbeddingsClient } from './port.ts'

/** Server with the embeddings protocol. Without a level: 1. */
type EmbeddingsServer = { base_url: string; api_key: string | null; model: string; level?: ModelLevel }

/** Timeouts and retries. `totalMs`: timeout of one attempt; `backOffMs`: delay before the first retry, doubled each time. */
type EmbeddingsTimeouts = { totalMs: number; retries: number; backOffMs: number }

/** Default timeouts of an embedding call. Short for a question, because a person is waiting: without an embedding, the search uses words only. */
const defaultTimeouts: Record<EmbedPurpose, EmbeddingsTimeouts> = {
  question: { totalMs: 2_500, retries: 1, backOffMs: 50 },
  passage: { totalMs: 60_000, retries: 3, backOffMs: 500 },
}

const MAX_RETRY_DELAY_MS = 20_000
/** Maximum size of an answer, in bytes: far more than 64 embeddings of 4,096 numbers written in full. */
const MAX_ANSWER_BYTES = 16_000_000

const ABORT_CODES = new Set(['UND_ERR_DESTROYED', 'UND_ERR_CLOSED'])

/** Models of the E5 family, which were trained with a prefix before each text and lose much accuracy without it. */
const E5 = /(^|[/-])(multilingual-)?e5-(small|base|large)(-v2)?$/i
const prefixed = (model: string, purpose: EmbedPurpose, text: string): string =>
  E5.test(model) ? `${purpose === 'question' ? 'query' : 'passage'}: ${text}` : text

/**
 * Creates the client of a server with the OpenAI embeddings protocol (Mistral, Albert, vLLM, TEI, llama.cpp, Ollama). Redirects are not followed, so that
 * a server cannot send texts to another host.
 */
export const createOpenAiEmbeddings = ({ base_url, api_key, model, level = 1 }: EmbeddingsServer, timeouts = defaultTimeouts): EmbeddingsClient => {
  const url = endpointUrl(base_url, '/embeddings')
  const { host } = url
  const pool = new Pool(url.origin, { connect: { timeout: 5_000 }, keepAliveTimeout: 30_000, connections: 4 })
  const headers: Record<string, string> = { 'content-type': 'application/json', accept: 'application/json' }
  if (api_key !== null) headers['authorization'] = `Bearer ${api_key}`

  const attempt = async (body: string, expectedCount: number, signal: AbortSignal, totalMs: number): Promise<Float32Array[]> => {
    const timeoutSignal = AbortSignal.timeout(totalMs)
    try {
      const answer = await pool.request({ method: 'POST', path: url.pathname + url.search, headers, body, signal: AbortSignal.any([signal, timeoutSignal]) })
      const { statusCode: status } = answer
      if (status !== 200) {
        // Read the body, up to a limit, so that the connection can be reused; its content is dropped.
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
        if (size > MAX_ANSWER_BYTES) throw new EmbeddingsError('embeddings.bad_answer', host)
      }
      const vectors = readVectors(parseJson(Buffer.concat(parts).toString()), expectedCount)
      if (vectors === null) throw new EmbeddingsError('embeddings.bad_answer', host)
      return vectors
    } catch (cause) {
      if (cause instanceof EmbeddingsError) throw cause
      const isAborted = signal.aborted || ABORT_CODES.has(String((cause as NodeJS.ErrnoException).code))
      throw new EmbeddingsError(isAborted ? 'embeddings.aborted' : timeoutSignal.aborted ? 'embeddings.timeout' : 'embeddings.unreachable', host, { cause })
    }
  }

  return {
    server: base_url,
    level,
    host,
    model,
    async embed(texts, { purpose, signal = new AbortController().signal, model: requestedModel = model }) {
      if (texts.length === 0) return []
      const { totalMs, retries, backOffMs } = timeouts[purpose]
      const body = JSON.stringify({ model: requestedModel, input: texts.map((text) => prefixed(requestedModel, purpose, text)), encoding_format: 'float' })
      for (let retriesLeft = retries; ; retriesLeft--) {
        try {
          return await attempt(body, texts.length, signal, totalMs)
        } catch (error) {
          if (!(error instanceof EmbeddingsError) || retriesLeft === 0 || !isTransient(error, purpose)) throw error
          const wait = Math.max(backOffMs * 2 ** (retries - retriesLeft) * (0.5 + Math.random()), error.retryAfterMs)
          if (wait > (purpose === 'question' ? totalMs : MAX_RETRY_DELAY_MS)) throw error
          await sleep(wait, undefined, { signal, ref: false }).catch((cause: unknown) => {
            throw new EmbeddingsError('embeddings.aborted', host, { cause })
          })
        }
      }
    },
    close: () => pool.destroy(),
  }
}

/** Whether a retry makes sense. For a question, only after an immediate failure, as a person is waiting. */
const isTransient = ({ code }: EmbeddingsError, purpose: EmbedPurpose): boolean =>
  code === 'embeddings.unreachable' || (purpose === 'passage' && (code === 'embeddings.overloaded' || code === 'embeddings.timeout'))

const parseJson = (text: string): unknown => {
  try {
    return JSON.parse(text)
  } catch {
    return null
  }
}

/** Maximum length of a vector; no known model gives longer ones. */
const MAX_VECTOR_LENGTH = 8_192

/**
 * Reads the vectors of an answer to `/embeddings`, in the order of the texts. Null when the answer is invalid: another number of vectors, a duplicate
 * index, different lengths, a component that is not a finite number, or a zero vector.
 */
export const readVectors = (answer: unknown, expectedCount: number): Float32Array[] | null => {
  const data = (answer as { data?: unknown } | null)?.data
  if (!Array.isArray(data) || data.length !== expectedCount) return null
  const vectors: (Float32Array | undefined)[] = Array.from({ length: expectedCount })
  let dimension = 0
  for (const [place, item] of data.entries() as IterableIterator<[number, unknown]>) {
    const { embedding, index = place } = (item ?? {}) as { embedding?: unknown; index?: unknown }
    if (typeof index !== 'number' || !Number.isInteger(index) || index < 0 || index >= expectedCount || vectors[index] !== undefined) return null
    if (!Array.isArray(embedding) || embedding.length === 0 || embedding.length > MAX_VECTOR_LENGTH) return null
    dimension ||= embedding.length
    if (embedding.length !== dimension || !embedding.every((value) => typeof value === 'number' && Number.isFinite(value))) return null
    const vector = Float32Array.from(embedding as number[])
    // A number that is valid in double precision may overflow, or round to zero, in single precision.
    if (!vector.every(Number.isFinite) || vector.every((value) => value === 0)) return null
    vectors[index] = vector
  }
  return vectors as Float32Array[]
}
