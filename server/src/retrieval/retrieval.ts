import type { Day, ModelLevel } from '@parvis/contract'
import {
  searchIndex,
  createMessageSearch,
  createPassageCutter,
  defaultRankingWeights,
  type SearchQuestion,
  type CutRequest,
  type SearchHit,
  type RankingWeights,
  type MessageReading,
} from '@parvis/french-search'
import { silentLog, type Log } from '../platform/log.ts'
import type { Embeddings } from '../platform/embeddings/port.ts'
import { readArticlePassages } from './article-store.ts'
import { createBuiltInEngine } from './built-in-engine.ts'
import { dropImage, type ImageOptions } from './index-image.ts'
import { createChosenEngine, type ChosenEngine } from './engine-choice.ts'
import type { EngineChoice } from './search-engine.ts'
import type { Patiently } from './postgresql/fill.ts'
import { createQuestionEmbedder } from './question-vector.ts'
import { isAboveLevel } from './vector-store.ts'
import type { RetrievalDb, DocumentScope } from './retrieval-db.ts'
import { deletePassages, readPassages, writePassages, type SplitDocument } from './store.ts'
import { createVectorManager, type VectorManager } from './vector-manager.ts'

type SearchRequest = {
  /** A message as a person wrote it, or the questions already extracted from it. */
  question: string | readonly SearchQuestion[]
  /** Subquery of the documents that the person may search, evaluated in the same statement. Absent: every document. */
  scope?: DocumentScope
  /** Day on which articles of a corpus must be in force; null or absent: every version of them. */
  day?: Day | null
  /** Minimum level of an embeddings server that receives the question; documents in the scope may raise it. A lower server gets nothing. Default: 1. */
  level?: ModelLevel
  /** Whether personal data in the question are masked for an embeddings server, whatever the settings say. */
  isMasked?: boolean | undefined
  /** Maximum number of passages. */
  limit: number
}

export type Retrieval = {
  /**
   * Splits a document into passages and replaces its index; searches use the previous one until the new one is complete. Vectors that the embeddings
   * server does not give in time are left to `embedCorpus`: meanwhile the document is found by words only.
   * @returns the number of passages
   */
  indexDocument: (db: RetrievalDb, document: { document_id: string } & CutRequest, options?: { signal?: AbortSignal }) => Promise<number>
  /** Splits a document into passages without writing them, for `writeFirstPassages`. */
  splitDocument: (document: { document_id: string } & CutRequest, signal: AbortSignal) => Promise<SplitDocument>
  /** Removes a document from search at once and deletes its passages. */
  removeDocument: (db: RetrievalDb, document_id: string) => Promise<void>
  /** Extracts the questions of a message, from their form. */
  readQuestions: (message: string) => MessageReading
  /** Number of distinct significant terms in a text. */
  countSubjectTerms: (text: string) => number
  /**
   * Returns the best passages, best first, alternating between the questions of the request. Documents deleted or out of scope at the time of the call are
   * never included.
   */
  search: (db: RetrievalDb, request: SearchRequest) => Promise<SearchHit[]>
  /** Loads the whole index into memory ahead of the first search. */
  warmUp: (db: RetrievalDb) => Promise<void>
  close: () => Promise<void>
} & Pick<VectorManager, 'embedCorpus' | 'isMissingVectors' | 'vectorState'> &
  Pick<ChosenEngine, 'engineState' | 'isEngineDue' | 'prepareEngine'>

type RetrievalParts = {
  weights?: RankingWeights
  /** Default: the built-in engine. */
  engine?: EngineChoice
  /** Runs work without a statement timeout: the PostgreSQL engine takes minutes to build its indexes. */
  patiently?: Patiently
  /** Null or absent: the built-in vectors, without any outside call. */
  embeddings?: Embeddings | null
  /** Image of the index, from which a process starts sooner. Null or absent: none is read or written. */
  image?: ImageOptions | null
  log?: Log
  /** Called on each failure of the embeddings server. */
  onFailure?: (purpose: 'question' | 'passage', code: string) => void
}

type FoundPassage = Awaited<ReturnType<typeof readPassages>>[number] & Pick<SearchHit, 'part'>

/** Reads the passages of candidates, of documents and of articles. An article is a part of its code, named by its index number. */
const readFound = async (
  db: RetrievalDb,
  candidates: readonly { index_no: number; position: number }[],
  scope: DocumentScope | undefined,
  day: Day | null,
): Promise<FoundPassage[]> => {
  const documents = await readPassages(db, candidates, scope)
  if (documents.length === candidates.length) return documents
  const read = new Set(documents.map(({ index_no }) => index_no))
  const others = candidates.filter(({ index_no }) => !read.has(index_no))
  const articles = await readArticlePassages(db, others, { scope, day })
  return [...documents, ...articles.map((row) => ({ ...row, part: `${row.index_no}`, page_from: null, page_to: null }))]
}

function toHit(candidate: Awaited<ReturnType<typeof searchIndex>>[number], row: FoundPassage): SearchHit {
  const { index_no: _, ...measures } = candidate
  const { document_id, part, page_from, page_to, section_path, text } = row
  return { ...measures, document_id, ...(part !== undefined && { part }), page_from, page_to, section_path, text }
}

/**
 * Creates the retrieval of this process. An engine chooses and ranks the passages, then a last statement reads them under the scope, which drops those
 * deleted meanwhile.
 */
export const createRetrieval = ({
  weights = defaultRankingWeights,
  engine: choice = 'interne',
  patiently = () => Promise.reject(new Error('the engine has no connection without timeouts')),
  embeddings = null,
  image = null,
  log = silentLog,
  onFailure = () => {},
}: RetrievalParts = {}): Retrieval => {
  const asking = createMessageSearch()
  const questionVector = createQuestionEmbedder(embeddings, log, onFailure)
  const vectorManager = createVectorManager({ embeddings, log, failed: onFailure })
  const builtIn = createBuiltInEngine(embeddings, { weights, log, image })
  const engine = createChosenEngine(builtIn, choice, { weights, log, patiently, dropImage: async () => (image === null ? undefined : dropImage(image)) })
  const splitter = createPassageCutter()

  return {
    readQuestions: asking.read,
    countSubjectTerms: asking.subjectWords,
    indexDocument: (db, document, { signal = new AbortController().signal } = {}) =>
      writePassages(db, document, splitter.cut(document, signal), {
        embed: (index_no) => vectorManager.embedNew(db, { document_id: document.document_id, index_no, title: document.title }, signal),
        signal,
      }),
    splitDocument: async (document, signal) => ({
      document_id: document.document_id,
      title: document.title,
      batches: await Array.fromAsync(splitter.cut(document, signal)),
    }),
    removeDocument: deletePassages,
    embedCorpus: vectorManager.embedCorpus,
    isMissingVectors: vectorManager.isMissingVectors,
    vectorState: vectorManager.vectorState,
    warmUp: engine.warmUp,
    engineState: engine.engineState,
    isEngineDue: engine.isEngineDue,
    prepareEngine: engine.prepareEngine,
    close: async () => {
      await Promise.all([engine.close(), splitter.close()])
    },
    search: async (db, { question, scope, day = null, level = 1, isMasked = false, limit }) => {
      const searches = asking.searchesFor(question)
      if (searches.length === 0 || limit <= 0) return []
      const opened = await engine.open(db, { scope, day })
      if (opened === null) return []
      const { space } = opened
      const isSent = embeddings !== null && level <= embeddings.level && !(await isAboveLevel(db, embeddings.level, scope))
      const candidates = await searchIndex(searches, limit, async ({ text, analysed }, most) => {
        const vector = space.kind === 'terms' ? analysed.vector : isSent ? await questionVector(space.model, text, isMasked) : null
        return opened.search({ ...analysed, vector, limit: most })
      })
      const stored = new Map((await readFound(db, candidates, scope, day)).map((row) => [`${row.index_no} ${row.position}`, row]))
      return candidates
        .flatMap((candidate) => {
          const row = stored.get(`${candidate.index_no} ${candidate.position}`)
          return row === undefined ? [] : [toHit(candidate, row)]
        })
        .slice(0, limit)
    },
  }
}
