import { isForeignKeyViolation } from '../platform/db/errors.ts'
import type { Log } from '../platform/log.ts'
import { EmbeddingsError, type Embeddings } from '../platform/embeddings/port.ts'
import { createPassageEmbedder } from './embed-passages.ts'
import type { RetrievalDb } from './retrieval-db.ts'
import { countWithoutVectors, deleteOtherModels, isDocumentAboveLevel, isEmbedded, readModels, type EmbeddingModel } from './vector-store.ts'

/** State of the vectors of the configured model. */
type VectorState = {
  model: string
  host: string
  documents: number
  /** Number of documents that lack vectors. */
  waiting: number
  is_serving: boolean
}

export type VectorManager = {
  /**
   * Stores the vectors of an index before it is published. On failure or after `EMBED_TIMEOUT_MS` the rest is left to `embedCorpus`; only `signal` makes it
   * throw.
   * @returns the ids of the models whose vectors are now complete for this index
   */
  embedNew: (db: RetrievalDb, index: { document_id: string; index_no: number; title: string | null }, signal: AbortSignal) => Promise<number[]>
  /**
   * Stores missing vectors for up to `budgetMs`. Once every passage has its vector, deletes those of other models.
   * @returns `more` when passages remain, `unavailable` when the embeddings server does not answer
   */
  embedCorpus: (db: RetrievalDb, options: { signal: AbortSignal; budgetMs: number }) => Promise<'whole' | 'more' | 'unavailable'>
  /** Whether a document lacks vectors of the configured model. */
  isMissingVectors: (db: RetrievalDb, document_id: string) => Promise<boolean>
  /** Returns the state of the vectors; null when the built-in vectors are used. */
  vectorState: (db: RetrievalDb) => Promise<VectorState | null>
}

/** Time that a new document waits for its vectors before it is published without them, in milliseconds. */
const EMBED_TIMEOUT_MS = 20_000
/** Pause after a failure, in milliseconds, during which new documents are published without calling the embeddings server. */
const PAUSE_MS = 30_000

type VectorManagerDeps = {
  embeddings: Embeddings | null
  log: Log
  failed: (purpose: 'passage', code: string) => void
}

/** Manages the stored vectors of the configured model. */
export const createVectorManager = ({ embeddings, log, failed }: VectorManagerDeps): VectorManager => {
  const embedder = embeddings === null ? null : createPassageEmbedder(embeddings)
  const level = embeddings?.level ?? 3
  let knownModel: EmbeddingModel | null = null
  let pausedUntil = 0

  const learnModel = async (db: RetrievalDb, signal: AbortSignal): Promise<EmbeddingModel> => {
    const model = await embedder!.learnModel(db, signal)
    if (knownModel?.id !== model.id) {
      const { name, dimension, baseline, is_complete } = model
      log.info({ model: name, dimension, baseline: Number(baseline.toFixed(3)), is_complete }, 'retrieval: model of vectors learnt')
    }
    return (knownModel = model)
  }

  /** Runs `work`. Returns null when the embeddings server fails, which is logged and counted. Rethrows when `signal` is aborted. */
  const toleratingFailure = async <T>(signal: AbortSignal, work: () => Promise<T>): Promise<T | null> => {
    try {
      return await work()
    } catch (error) {
      signal.throwIfAborted()
      const previous = knownModel
      knownModel = null
      // An instance with other settings has deleted this model meanwhile: it must be learnt again.
      if (previous !== null && isForeignKeyViolation(error)) return null
      if (!(error instanceof EmbeddingsError)) throw error
      pausedUntil = performance.now() + PAUSE_MS
      failed('passage', error.code)
      log.warn({ code: error.code, host: error.host, status: error.status }, 'retrieval: no vectors for passages, to be tried again')
      return null
    }
  }

  return {
    embedNew: async (db, index, signal) => {
      if (embedder === null || performance.now() < pausedUntil || (await isDocumentAboveLevel(db, level, index.document_id))) return []
      const deadline = performance.now() + EMBED_TIMEOUT_MS
      const models = await toleratingFailure(signal, async () => {
        const model = knownModel ?? (await learnModel(db, signal))
        return (await embedder.embedIndex(db, model, index, { signal, deadline })) ? [model.id] : []
      })
      return models ?? []
    },
    embedCorpus: async (db, { signal, budgetMs }) => {
      if (embedder === null) {
        await deleteOtherModels(db, null, signal)
        return 'whole'
      }
      const deadline = performance.now() + budgetMs
      const outcome = await toleratingFailure(signal, async () => {
        const model = await learnModel(db, signal)
        const corpusOutcome = await embedder.embedCorpus(db, model, { signal, deadline })
        if (corpusOutcome === 'whole') {
          if (!model.is_complete) log.info({ model: model.name }, 'retrieval: every passage has its vector')
          await deleteOtherModels(db, model.id, signal)
        }
        return corpusOutcome
      })
      return outcome ?? 'unavailable'
    },
    isMissingVectors: async (db, document_id) => embedder !== null && (knownModel === null || !(await isEmbedded(db, knownModel.id, level, document_id))),
    vectorState: async (db) => {
      if (embeddings === null) return null
      const models = (await readModels(db)).filter(({ server, name }) => server === embeddings.server && name === embeddings.model)
      const model = models.findLast(({ id }) => knownModel === null || id === knownModel.id) ?? null
      const counts = await countWithoutVectors(db, model?.id ?? 0, level)
      return { model: embeddings.model, host: embeddings.host, ...counts, is_serving: model?.is_complete === true }
    },
  }
}
