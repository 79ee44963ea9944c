import type { Log } from '../platform/log.ts'
import { EmbeddingsError, type Embeddings } from '../platform/embeddings/port.ts'
import type { EmbeddingModel } from './vector-store.ts'

/** Pause after a failure, in milliseconds, during which questions are searched by words only: nobody waits for a dead server. */
const PAUSE_MS = 15_000
const MAX_QUESTION_LENGTH = 4_000

type EmbedQuestion = (model: EmbeddingModel, question: string, isMasked: boolean) => Promise<Float32Array | null>

/**
 * Creates a function that embeds a question with a model of the server. It returns null on failure and during the pause, which it counts through `onFailure`.
 */
export const createQuestionEmbedder = (embeddings: Embeddings | null, log: Log, onFailure: (purpose: 'question', code: string) => void): EmbedQuestion => {
  let pausedUntil = 0
  return async (model, question, isMasked) => {
    if (embeddings === null || performance.now() < pausedUntil) {
      onFailure('question', 'embeddings.resting')
      return null
    }
    try {
      const [vector] = await embeddings.embed([question.slice(0, MAX_QUESTION_LENGTH)], { purpose: 'question', model: model.name, isMasked })
      if (vector!.length !== model.dimension) throw new EmbeddingsError('embeddings.bad_answer', embeddings.host)
      return vector!
    } catch (error) {
      if (!(error instanceof EmbeddingsError)) throw error
      pausedUntil = performance.now() + PAUSE_MS
      onFailure('question', error.code)
      log.warn({ code: error.code, host: error.host, status: error.status }, 'retrieval: no vector for a question, words alone answer')
      return null
    }
  }
}
