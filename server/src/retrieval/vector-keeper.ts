import { isForeignKeyViolation } from '../platform/db/errors.ts'
import type { Log } from '../platform/log.ts'
import { EmbeddingsError, type Embeddings } from '../platform/embeddings/port.ts'
import { createPassageEmbedder } from './embed-passages.ts'
import type { Executor } from './store.ts'
import { countWithoutVectors, forgetOtherModels, isEmbedded, readModels, type EmbeddingModel } from './vector-store.ts'

/** State of the vectors of the configured model. */
type VectorState = {
  model: string
  host: string
  documents: number
  /** Number of documents that lack vectors. */ waiting: number
  is_serving: boolean
}

export type VectorKeeper = {
  /**
   * Stores the vectors of an index before it is published. On failure or after `PATIENCE_MS` the rest is left to `embedCorpus`; only `signal` makes it
   * throw.
   * @returns the ids of the models whose vectors are now complete for this index
   */
  embedNew: (db: Executor, index: { index_no: number; title: string | null }, signal: AbortSignal) => Promise<number[]>
  /**
   * Works for up to `budgetMs` at giving every passage its vectors, then deletes those of other models.
   * @returns `more` when passages remain, `unavailable` when the embeddings server does not answer
   */
  embedCorpus: (db: Executor, options: { signal: AbortSignal; budgetMs: number }) => Promise<'whole' | 'more' | 'unavailable'>
  /** Whether a document lacks vectors of the configured model. */
  lacksVectors: (db: Executor, document_id: string) => Promise<boolean>
  /** Returns the state of the vectors; null when the built-in vectors are used. */
  vectorState: (db: Executor) => Promise<VectorState | null>
}

/** Time that a new document waits for its vectors before it is published without them, in milliseconds. */
const PATIENCE_MS = 20_000
/** Pause after a failure, in milliseconds, during which new documents are published without calling the embeddings server. */
const REST_MS = 30_000

type Parts = { embeddings: Embeddings | null; log: Log; failed: (purpose: 'passage', code: string) => void }

/** Manages the stored vectors of the configured model. */
export const createVectorKeeper = ({ embeddings, log, failed }: Parts): VectorKeeper => {
  const embedder = embeddings === null ? null : createPassageEmbedder(embeddings)
  let learnt: EmbeddingModel | null = null
  let restsUntil = 0

  const learn = async (db: Executor, signal: AbortSignal): Promise<EmbeddingModel> => {
    const model = await embedder!.learnModel(db, signal)
    if (learnt?.id !== model.id) {
      const { name, dimension, baseline, is_complete } = model
      log.info({ model: name, dimension, baseline: Number(baseline.toFixed(3)), is_complete }, 'retrieval: model of vectors learnt')
    }
    return (learnt = model)
  }

  /** Runs `work`. Returns null when the embeddings server fails, which is logged and counted. Rethrows when `signal` is aborted. */
  const tolerant = async <T>(signal: AbortSignal, work: () => Promise<T>): Promise<T | null> => {
    try {
      return await work()
    } catch (error) {
      signal.throwIfAborted()
      const former = learnt
      learnt = null
      // An instance with other settings has deleted this model meanwhile: it must be learnt again.
      if (former !== null && isForeignKeyViolation(error)) return null
      if (!(error instanceof EmbeddingsError)) throw error
      restsUntil = performance.now() + REST_MS
      failed('passage', error.code)
      log.warn({ code: error.code, host: error.host, status: error.status }, 'retrieval: no vectors for passages, to be tried again')
      return null
    }
  }

  return {
    embedNew: async (db, index, signal) => {
      if (embedder === null || performance.now() < restsUntil) return []
      const until = performance.now() + PATIENCE_MS
      const models = await tolerant(signal, async () => {
        const model = learnt ?? (await learn(db, signal))
        return (await embedder.embedIndex(db, model, index, { signal, until })) ? [model.id] : []
      })
      return models ?? []
    },
    embedCorpus: async (db, { signal, budgetMs }) => {
      if (embedder === null) {
        await forgetOtherModels(db, null, signal)
        return 'whole'
      }
      const until = performance.now() + budgetMs
      const reached = await tolerant(signal, async () => {
        const model = await learn(db, signal)
        const end = await embedder.embedCorpus(db, model, { signal, until })
        if (end === 'whole') {
          if (!model.is_complete) log.info({ model: model.name }, 'retrieval: every passage has its vector')
          await forgetOtherModels(db, model.id, signal)
        }
        return end
      })
      return reached ?? 'unavailable'
    },
    lacksVectors: async (db, document_id) => embedder !== null && (learnt === null || !(await isEmbedded(db, learnt.id, document_id))),
    vectorState: async (db) => {
      if (embeddings === null) return null
      const models = (await readModels(db)).filter(({ server, name }) => server === embeddings.server && name === embeddings.model)
      const model = models.findLast(({ id }) => learnt === null || id === learnt.id) ?? null
      const counts = await countWithoutVectors(db, model?.id ?? 0)
      return { model: embeddings.model, host: embeddings.host, ...counts, is_serving: model?.is_complete === true }
    },
  }
}
