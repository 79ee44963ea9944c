import { createAnalyser } from './analyse.ts'
import type { Passage } from './chunk.ts'
import { startIndex } from './index-client.ts'
import type { IndexClient } from './index-client.ts'
import type { AddedDocument } from './index-worker.ts'
import { createQuestionAnalysis } from './question.ts'
import { defaultRankingWeights } from './ranking.ts'
import type { RankingWeights } from './ranking.ts'
import { loadStaticEmbedding } from './static-embedding.ts'
import { deletePassages, readIndexNumbers, readPassages, readState, readTerms, writePassages } from './store.ts'
import type { Executor, Scope } from './store.ts'

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
}

export type SearchRequest = {
  question: string
  /** Documents the person may search, checked by this very call; absent means every document. */
  scope?: Scope
  /** Passages at most. */
  limit: number
}

export type Retrieval = {
  /** Replaces what is indexed of a document; readers see the former index until the new one is whole. */
  indexPassages: (db: Executor, document: { document_id: string; title: string | null }, passages: readonly Passage[]) => Promise<number>
  /** Takes a document out of search at once and deletes its passages. */
  removeDocument: (db: Executor, document_id: string) => Promise<void>
  /** Best passages, best first. A document deleted or out of scope at the time of the call is never among them. */
  search: (db: Executor, request: SearchRequest) => Promise<Hit[]>
  /** Reads the whole index into memory ahead of the first search. */
  warmUp: (db: Executor) => Promise<void>
  close: () => Promise<void>
}

/** Passages read by one statement when the memory is filled: short enough for other requests to slip between two. */
const LOAD_BATCH = 100
/** Deletions between ranking and reading take candidates away: ask for a few more. */
const SPARE = 8

/**
 * The search engine of this process: passages and rights in SQL, ranking in a thread that holds a copy of the terms.
 * The copy follows `retrieval_state.revision`, read by every search; what it would still hold of a deleted document
 * is dropped by the last statement, which reads the passages.
 */
export const createRetrieval = (weights: RankingWeights = defaultRankingWeights): Retrieval => {
  const analyser = createAnalyser()
  const analyseQuestion = createQuestionAnalysis(loadStaticEmbedding(), analyser)
  let client: IndexClient | null = null
  let revision = -1
  let held = new Set<number>()
  let syncing: Promise<void> = Promise.resolve()

  const index = (): IndexClient => {
    client ??= startIndex(weights, () => {
      client = null
      revision = -1
      held = new Set()
    })
    return client
  }

  const load = async (db: Executor, wanted: readonly number[]): Promise<void> => {
    const missing = wanted.filter((index_no) => !held.has(index_no)).sort((a, b) => a - b)
    const target = index()
    // Documents hold few passages: reading by ranges of numbers keeps each statement near LOAD_BATCH rows.
    for (let at = 0; at < missing.length;) {
      const rows = await readTerms(db, missing[at]!, LOAD_BATCH)
      const last = rows.at(-1)?.index_no
      if (last === undefined) break
      const documents: AddedDocument[] = [...Map.groupBy(rows, (row) => row.index_no)]
        .filter(([index_no]) => !held.has(index_no))
        .map(([index_no, passages]) => ({ index_no, passages: passages.map(({ position, terms }) => ({ position, terms })) }))
      await target.add(documents)
      for (const { index_no } of documents) held.add(index_no)
      while (at < missing.length && missing[at]! <= last) at++
    }
  }

  const synchronise = async (db: Executor, seen: number): Promise<void> => {
    if (seen === revision) return
    const wanted = await readIndexNumbers(db)
    const live = new Set(wanted)
    const gone = [...held].filter((index_no) => !live.has(index_no))
    if (gone.length > 0) await index().remove(gone)
    for (const index_no of gone) held.delete(index_no)
    await load(db, wanted)
    revision = seen
  }

  /** One synchronisation at a time; a failed one is tried again by the next search. */
  const follow = (db: Executor, seen: number): Promise<void> => {
    syncing = syncing.catch(() => {}).then(() => synchronise(db, seen))
    return syncing
  }

  return {
    indexPassages: (db, document, passages) => writePassages(db, analyser, document, passages),
    removeDocument: deletePassages,
    warmUp: async (db) => {
      await follow(db, (await readState(db)).revision)
    },
    close: async () => {
      await client?.close()
      client = null
    },
    search: async (db, { question, scope, limit }) => {
      const analysed = analyseQuestion(question)
      if (analysed.own.length === 0 || limit <= 0) return []
      const state = await readState(db, scope)
      if (state.allowed?.length === 0) return []
      await follow(db, state.revision)
      const candidates = await index().search({ ...analysed, allowed: state.allowed, limit: limit + SPARE })
      const stored = new Map((await readPassages(db, candidates, scope)).map((row) => [`${row.index_no} ${row.position}`, row]))
      return candidates
        .flatMap(({ index_no, position, score, relevance, lexical, semantic }) => {
          const row = stored.get(`${index_no} ${position}`)
          if (!row) return []
          const { document_id, page_from, page_to, section_path, text } = row
          return [{ document_id, position, page_from, page_to, section_path, text, score, relevance, lexical, semantic }]
        })
        .slice(0, limit)
    },
  }
}
