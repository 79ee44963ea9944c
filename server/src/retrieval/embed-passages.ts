import { measureBaseline, directionEncoding, probeSentences } from '@parvis/french-search'
import { EmbeddingsError, type Embeddings } from '../platform/embeddings/port.ts'
import { isForeignKeyViolation } from '../platform/db/errors.ts'
import type { RetrievalDb } from './retrieval-db.ts'
import {
  completeModel,
  isDocumentAboveLevel,
  markEmbedded,
  nextWithoutVectors,
  passagesWithoutVector,
  recordModel,
  storeVectors,
  type EmbeddingModel,
} from './vector-store.ts'

/** Texts per call: the answer is a few hundred kilobytes, parsed in a few milliseconds. */
const BATCH = 16
const MAX_TEXT_LENGTH = 6_000
/** Minimum length, in UTF-16 units, below which a refused text is not halved and sent again. */
const MIN_TEXT_LENGTH = 300

type EmbeddingBounds = {
  signal: AbortSignal
  /** Deadline (`performance.now()`) after which no further call is made. */
  deadline: number
}

type PassageEmbedder = {
  /**
   * Calls the embeddings server to learn the model's dimension and baseline, and records the model in the database.
   * @throws {EmbeddingsError}
   */
  learnModel: (db: RetrievalDb, signal: AbortSignal) => Promise<EmbeddingModel>
  /**
   * Stores the missing vectors of one index. Can be called again to resume.
   * @returns whether all vectors are stored; false once the deadline has passed, or the document is above the level of the server
   * @throws {EmbeddingsError} the vectors already written stay
   */
  embedIndex: (db: RetrievalDb, model: EmbeddingModel, index: { index_no: number; title: string | null }, bounds: EmbeddingBounds) => Promise<boolean>
  /**
   * Stores the missing vectors of all published indexes, then marks the model as complete.
   * @returns `more` when the deadline has passed or new documents are waiting
   * @throws {EmbeddingsError}
   */
  embedCorpus: (db: RetrievalDb, model: EmbeddingModel, bounds: EmbeddingBounds) => Promise<'whole' | 'more'>
}

const textOf = (title: string | null, { section_path, text }: { section_path: readonly string[]; text: string }): string => {
  const headings = [...new Set([title ?? '', ...section_path])].filter(Boolean).join(' › ')
  return `${headings}\n${text}`.trim().slice(0, MAX_TEXT_LENGTH)
}

/** Creates the embedder of passages. Documents above the level of the server are skipped. */
export const createPassageEmbedder = (embeddings: Embeddings): PassageEmbedder => {
  const { level } = embeddings
  /**
   * Embeds texts. If the server refuses them, retries in halves, then shortens the refused text. Null for a text refused even when short: its passage is
   * found by words only.
   */
  const embedTexts = async (texts: readonly string[], signal: AbortSignal): Promise<(Float32Array | null)[]> => {
    try {
      return await embeddings.embed(texts, { purpose: 'passage', signal })
    } catch (error) {
      // 401, 403 and 404 concern the key or the model, not these texts.
      if (!(error instanceof EmbeddingsError) || ![400, 413, 422].includes(error.status ?? 0)) throw error
      if (texts.length > 1) {
        const middle = texts.length >> 1
        return [...(await embedTexts(texts.slice(0, middle), signal)), ...(await embedTexts(texts.slice(middle), signal))]
      }
      const firstHalf = texts[0]!.slice(0, texts[0]!.length >> 1)
      return firstHalf.length < MIN_TEXT_LENGTH ? [null] : embedTexts([firstHalf], signal)
    }
  }

  const embedIndex: PassageEmbedder['embedIndex'] = async (db, model, { index_no, title }, { signal, deadline }) => {
    for (let from = 0; ;) {
      const passages = await passagesWithoutVector(db, model.id, index_no, from, BATCH)
      if (passages.length === 0) return true
      // The level of the document may rise meanwhile.
      if (performance.now() > deadline || (await isDocumentAboveLevel(db, level, passages[0]!.document_id))) return false
      signal.throwIfAborted()
      const vectors = await embedTexts(
        passages.map((passage) => textOf(title, passage)),
        signal,
      )
      // The server now runs another model under the same name: it must be learnt again.
      if (vectors.some((vector) => vector !== null && vector.length !== model.dimension)) throw new EmbeddingsError('embeddings.bad_answer', embeddings.host)
      await storeVectors(
        db,
        model.id,
        index_no,
        passages.flatMap(({ position }, i) => (vectors[i] == null ? [] : [{ position, bytes: directionEncoding.toBytes(vectors[i]) }])),
      )
      from = passages.at(-1)!.position + 1
    }
  }

  return {
    learnModel: async (db, signal) => {
      const vectors = await embeddings.embed(probeSentences, { purpose: 'passage', signal })
      return recordModel(db, { server: embeddings.server, name: embeddings.model, dimension: vectors[0]!.length, baseline: measureBaseline(vectors) })
    },
    embedIndex,
    embedCorpus: async (db, model, bounds) => {
      for (let after = 0; ;) {
        const index = await nextWithoutVectors(db, model.id, level, after)
        if (index === null) break
        try {
          if (!(await embedIndex(db, model, index, bounds))) return 'more'
          await markEmbedded(db, model.id, index.index_no)
        } catch (error) {
          // The document was deleted or reindexed meanwhile.
          if (!isForeignKeyViolation(error)) throw error
        }
        after = index.index_no
      }
      await completeModel(db, model.id, level)
      // Documents published meanwhile may lack vectors.
      return (await nextWithoutVectors(db, model.id, level, 0)) === null ? 'whole' : 'more'
    },
  }
}
