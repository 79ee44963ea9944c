import type { Log } from '../platform/log.ts'
import { EmbeddingsError, type Embeddings } from '../platform/embeddings/port.ts'
import type { EmbeddingModel } from './vector-store.ts'

/** Pause after a failure, in milliseconds, during which questions are searched by words only: nobody waits for a dead server. */
const REST_MS = 15_000
const LONGEST_QUESTION = 4_000

type QuestionVector = (model: EmbeddingModel, question: string) => Promise<Float32Array | null>

/**
 * Creates a function that embeds a question with a model of the server. It returns null on failure and during the pause, which it counts through `failed`.
 */
export const createQuestionVector = (embeddings: Embeddings | null, log: Log, failed: (purpose: 'question', code: string) => void): QuestionVector => {
  let restsUntil = 0
  return async (model, question) => {
    if (embeddings === null || performance.now() < restsUntil) {
      failed('question', 'embeddings.resting')
      return null
    }
    try {
      const [vector] = await embeddings.embed([question.slice(0, LONGEST_QUESTION)], { purpose: 'question', model: model.name })
      if (vector!.length !== model.dimension) throw new EmbeddingsError('embeddings.bad_answer', embeddings.host)
      return vector!
    } catch (error) {
      if (!(error instanceof EmbeddingsError)) throw error
      restsUntil = performance.now() + REST_MS
      failed('question', error.code)
      log.warn({ code: error.code, host: error.host, status: error.status }, 'retrieval: no vector for a question, words alone answer')
      return null
    }
  }
}
