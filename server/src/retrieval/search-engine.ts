import type { Day } from '@parvis/contract'
import type { Candidate, IndexQuery } from '@parvis/french-search'
import type { DocumentScope, RetrievalDb } from './retrieval-db.ts'
import type { SearchVectorSpace } from './vector-store.ts'

export type EngineScope = {
  /** Subquery of the documents that the person may search; absent: every document. */
  scope?: DocumentScope | undefined
  /** Day on which articles of a corpus must be in force; null: every version of them. */
  day: Day | null
}

/** An analysed question, with its vector in the space of the engine (null: words only), and the maximum number of candidates. */
export type EngineQuery = Omit<IndexQuery, 'allowed' | 'groups' | 'day'>

/** Search session of one request: its scope is read once, for all of its questions. */
export type OpenSearch = {
  /** Vector space of the engine, in which questions must be embedded. */
  space: SearchVectorSpace
  /** Returns the best candidates, best first. Their texts, existence and rights are checked again by the statement that reads them. */
  search: (query: EngineQuery) => Promise<Candidate[]>
}

/** Value of `SEARCH_ENGINE`. */
export type EngineChoice = 'auto' | SearchEngine['name']

/** Port of a search engine: chooses the passages of an analysed question, and ranks them by the formula of `rankPassages`. */
export type SearchEngine = {
  name: 'interne' | 'postgresql'
  /** Opens a session: reads the scope, and applies the latest publications and deletions. Null when the scope allows nothing. */
  open: (db: RetrievalDb, scope: EngineScope) => Promise<OpenSearch | null>
  /** Makes the first search as fast as the next ones. */
  warmUp: (db: RetrievalDb) => Promise<void>
  close: () => Promise<void>
}
