import { applyStandIns, BREAK_ID, lexicalScorer, questionShare, rankPassages, weighTerms, type Candidate, type RankingWeights } from '@parvis/french-search'
import type { EngineQuery, OpenSearch, EngineScope } from '../search-engine.ts'
import type { RetrievalDb } from '../retrieval-db.ts'
import { choosePassages, NARROW_PASSAGES, readAllowed, readStatistics, type Allowed, type ChosenPassage } from './search-tables.ts'
import { foldChanges, meaningVectors, readTables, type TablesState } from './tables.ts'
import { COMPONENT_SCALE } from './write-index.ts'

/** Maximum number of pending changes that a question adds to the statistics of terms. */
const CHANGES_PER_QUESTION = 20

const product = (vector: Float32Array, bytes: Buffer): number => {
  let sum = 0
  for (let j = 0; j < vector.length; j++) sum += vector[j]! * bytes.readInt16LE(2 * j)
  return sum / COMPONENT_SCALE
}

/** Minimum weight of a term in the query of the BM25 index, which gives all terms the same weight. */
const MIN_CHOOSING_WEIGHT = 0.35

/** Parses the term numbers of a stored passage. */
const readIds = (words: string): Uint32Array => {
  const ids = new Uint32Array(Math.ceil(words.length / 2))
  let count = 0
  let id = 0
  for (let index = 0; index < words.length; index++) {
    const code = words.charCodeAt(index)
    if (code === SPACE) {
      ids[count++] = id
      id = 0
    } else id = code === BREAK ? BREAK_ID : id * 10 + code - ZERO
  }
  ids[count++] = id
  return ids.subarray(0, count)
}
const SPACE = 0x20
const BREAK = 0x7c
const ZERO = 0x30

type SearchContext = { db: RetrievalDb; tables: TablesState; weights: RankingWeights; allowed: Allowed; day: EngineScope['day'] }

const termsOf = ({ weighted, ownTerms, standIns = [] }: EngineQuery): string[] => [
  ...weighted.map(([term]) => term),
  ...ownTerms,
  ...standIns.map(([, term]) => term),
]

const searchTables = async ({ db, tables, weights, allowed, day }: SearchContext, query: EngineQuery): Promise<Candidate[]> => {
  const statistics = await readStatistics(db, tables, termsOf(query))
  const question = applyStandIns(statistics, query)
  const terms = weighTerms(statistics, question)
  const vector = query.vector === null ? null : meaningVectors().ofQuestion(query.vector)
  const share = questionShare(terms, weights, { hasVector: vector !== null, isBuiltIn: true })
  const words = question.weighted.flatMap(([term, weight]) => (weight >= MIN_CHOOSING_WEIGHT ? (statistics.id(term) ?? []) : []))
  const chosen = await choosePassages(db, { allowed, day, terms, statistics, words, vector: share > 0 ? vector : null, hasVectors: tables.has_vectors })
  const lexicalOf = lexicalScorer(terms, statistics.meanLength)
  const meaningOf = ({ semantic, vector: bytes }: ChosenPassage): number => (share === 0 ? 0 : (semantic ?? product(vector!, bytes!)))
  const shortlist = chosen.map((passage) => {
    const ids = readIds(passage.words)
    const { index_no, position, section } = passage
    return { index_no: Number(index_no), position, lexical: lexicalOf(ids), semantic: meaningOf(passage), share, terms: ids, section }
  })
  return rankPassages(shortlist, terms, weights, query.limit)
}

/** Adds pending changes to the statistics, then reads the updated state. */
const foldAndRead = async (db: RetrievalDb, tables: TablesState): Promise<TablesState> => {
  await foldChanges(db, CHANGES_PER_QUESTION)
  return (await readTables(db, true)) ?? tables
}

type OpenOptions = {
  weights: RankingWeights
  narrowPassages?: number
  /** Documents of the scope, when a read of them has already begun. */
  allowed?: Promise<Allowed>
}

/**
 * Opens a search in the tables of the PostgreSQL engine: PostgreSQL chooses candidates by words and by vectors, and the formula of `rankPassages` ranks them
 * from their stored terms and vectors. A scope of at most `narrowPassages` passages is scored exactly. Vectors are the built-in ones, even with an embeddings
 * server.
 */
export const openTables = async (
  db: RetrievalDb,
  { tables, scope: { scope, day } }: { tables: TablesState; scope: EngineScope },
  { weights, narrowPassages = NARROW_PASSAGES, allowed = readAllowed(db, scope, narrowPassages) }: OpenOptions,
): Promise<OpenSearch | null> => {
  const [read, folded] = await Promise.all([allowed, tables.has_changes ? foldAndRead(db, tables) : tables])
  if (read.kind === 'none') return null
  return { space: { kind: 'terms' }, search: (query) => searchTables({ db, tables: folded, weights, allowed: read, day }, query) }
}
