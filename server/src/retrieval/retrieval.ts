import type { Embeddings } from '../adapters/embeddings/port.ts'
import type { Log } from '../context.ts'
import { createAnalyser } from './analyse.ts'
import { createCopies } from './copies.ts'
import { createCutting } from './cutting.ts'
import type { CutRequest } from './cutting.ts'
import { formulationsOf, fuseFormulations } from './formulations.ts'
import { createQuestionAnalysis } from './question.ts'
import { createQuestionVector } from './question-vector.ts'
import { defaultRankingWeights } from './ranking.ts'
import type { RankingWeights } from './ranking.ts'
import { chooseSpace } from './served-space.ts'
import type { ServedSpace } from './served-space.ts'
import { loadStaticEmbedding } from './static-embedding.ts'
import { deletePassages, readPassages, readState, writePassages } from './store.ts'
import type { Executor, Scope } from './store.ts'
import { createVectorKeeper } from './vector-keeper.ts'
import type { VectorKeeper } from './vector-keeper.ts'
import { readModels } from './vector-store.ts'
import { createAskReader } from './what-is-asked.ts'
import type { Ask, WhatIsAsked } from './what-is-asked.ts'

export type Hit = {
  document_id: string
  /** Rank of the passage in its document. */
  position: number
  page_from: number | null
  page_to: number | null
  section_path: string[]
  text: string
  /** What the ranking follows. */
  score: number
  /** How surely the passage answers: under `RELEVANCE_FLOOR`, it does not. */
  relevance: number
  lexical: number
  semantic: number
  /** Which of the things asked it was found for, from 0. */
  ask: number
  /** Its best score by one of the searches that were fused. */
  peak: number
}

export type SearchRequest = {
  /** A message as people write it, or what was understood of it. */
  question: string | readonly Ask[]
  /** Documents the person may search, checked by this very call; absent means every document. */
  scope?: Scope
  /** Passages at most. */
  limit: number
}

export type Retrieval = {
  /**
   * Cuts a document in passages and replaces what is indexed of it; readers see the former index until the new one is whole. Vectors that a server
   * does not give in time are left for `embedCorpus`: the document is then found by its words.
   */
  indexDocument: (db: Executor, document: { document_id: string } & CutRequest, options?: { signal?: AbortSignal }) => Promise<number>
  /** Takes a document out of search at once and deletes its passages. */
  removeDocument: (db: Executor, document_id: string) => Promise<void>
  /** Tells what a message asks from how it is asked. */
  read: (message: string) => WhatIsAsked
  /** How many different terms of a text carry its subject. */
  subjectWords: (text: string) => number
  /** Best passages, best first, of each thing asked in turn. A document deleted or out of scope at the time of the call is never among them. */
  search: (db: Executor, request: SearchRequest) => Promise<Hit[]>
  /** Reads the whole index into memory ahead of the first search. */
  warmUp: (db: Executor) => Promise<void>
  close: () => Promise<void>
} & Pick<VectorKeeper, 'embedCorpus' | 'lacksVectors' | 'vectorState'>

export type RetrievalParts = {
  weights?: RankingWeights
  /** The built-in vectors without it, and no call to anybody. */
  embeddings?: Embeddings | null
  log?: Log
  /** Told of each failure of the server of vectors. */
  failed?: (purpose: 'question' | 'passage', code: string) => void
}

/** Deletions between ranking and reading take candidates away: ask for a few more. */
const SPARE = 8
/** Candidates of each formulation, where several are fused: what one ranks low another may rank high. */
const DEEP = 150
const noLog: Log = { debug() {}, info() {}, warn() {}, error() {} }

/**
 * The search engine of this process: passages and rights in SQL, ranking in a thread that holds a copy of the terms and of
 * the vectors. The copy follows `retrieval_state.revision`, read by every search; what it would still hold of a deleted
 * document is dropped by the last statement, which reads the passages.
 */
export const createRetrieval = ({ weights = defaultRankingWeights, embeddings = null, log = noLog, failed = () => {} }: RetrievalParts = {}): Retrieval => {
  const analyser = createAnalyser()
  const { analyse, meaningsOf } = createQuestionAnalysis(loadStaticEmbedding(), analyser)
  const read = createAskReader(analyser)
  const subjectWords = (text: string): number => new Set(analyser.questionTerms(text)).size
  const questionVector = createQuestionVector(embeddings, log, failed)
  const keeper = createVectorKeeper({ embeddings, log, failed })
  const copies = createCopies(weights, log)
  const cutting = createCutting()
  let wanted: { revision: number; space: ServedSpace } = { revision: -1, space: { kind: 'terms' } }

  const wantedSpace = async (db: Executor, revision: number): Promise<ServedSpace> => {
    if (embeddings !== null && wanted.revision !== revision) wanted = { revision, space: chooseSpace(await readModels(db), embeddings) }
    return wanted.space
  }

  return {
    read,
    subjectWords,
    indexDocument: (db, document, { signal = new AbortController().signal } = {}) =>
      writePassages(db, document, cutting.cut(document, signal), (index_no) => keeper.embedNew(db, { index_no, title: document.title }, signal)),
    removeDocument: deletePassages,
    embedCorpus: keeper.embedCorpus,
    lacksVectors: keeper.lacksVectors,
    vectorState: keeper.vectorState,
    warmUp: async (db) => {
      const { revision } = await readState(db)
      await copies.current(db, revision, await wantedSpace(db, revision), true)
    },
    close: async () => {
      await Promise.all([copies.close(), cutting.close()])
    },
    search: async (db, { question, scope, limit }) => {
      const asked = formulationsOf(typeof question === 'string' ? read(question).asks : question, { subjectWords, meaningsOf })
        .map((formulation) => ({ ...formulation, analysed: analyse(formulation.text, formulation.told) }))
        .filter(({ analysed }) => analysed.own.length > 0)
      if (asked.length === 0 || limit <= 0) return []
      const { revision, allowed } = await readState(db, scope)
      if (allowed?.length === 0) return []
      const copy = await copies.current(db, revision, await wantedSpace(db, revision))
      const { space } = copy
      const found = await Promise.all(
        asked.map(async ({ text, analysed }) => {
          const vector = space.kind === 'terms' ? analysed.vector : await questionVector(space.model, text)
          return copy.search({ ...analysed, vector, allowed, limit: asked.length === 1 ? limit + SPARE : DEEP })
        }),
      )
      const candidates = fuseFormulations(asked, found, limit + SPARE)
      const stored = new Map((await readPassages(db, candidates, scope)).map((row) => [`${row.index_no} ${row.position}`, row]))
      return candidates
        .flatMap(({ index_no, position, score, relevance, lexical, semantic, ask, peak }) => {
          const row = stored.get(`${index_no} ${position}`)
          if (!row) return []
          const { document_id, page_from, page_to, section_path, text } = row
          return [{ document_id, position, page_from, page_to, section_path, text, score, relevance, lexical, semantic, ask, peak }]
        })
        .slice(0, limit)
    },
  }
}
