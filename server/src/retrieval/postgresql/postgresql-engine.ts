import { applyStandIns, BREAK_ID, lexicalScorer, questionShare, rankPassages, weighTerms, type Candidate, type RankingWeights } from '@parvis/french-search'
import type { EngineQuery, OpenSearch, EngineScope } from '../search-engine.ts'
import type { RetrievalDb } from '../retrieval-db.ts'
import {
  findByVector,
  findByWords,
  NARROW_PASSAGES,
  readAllowed,
  readChosen,
  readStatistics,
  scoreWords,
  type Allowed,
  type PassageKey,
} from './search-tables.ts'
import { foldChanges, meaningVectors, type TablesState } from './tables.ts'
import { COMPONENT_SCALE } from './write-index.ts'

/** Number of publications or deletions that a question adds to the statistics of terms. */
const CHANGES_PER_QUESTION = 20

const product = (vector: Float32Array, bytes: Buffer): number => {
  let sum = 0
  for (let j = 0; j < vector.length; j++) sum += vector[j]! * bytes.readInt16LE(2 * j)
  return sum / COMPONENT_SCALE
}

const distinctKeys = (keys: readonly PassageKey[]): PassageKey[] => [...new Map(keys.map((key) => [`${key.index_no} ${key.position}`, key])).values()]

type SearchContext = { db: RetrievalDb; tables: TablesState; weights: RankingWeights; allowed: Allowed; day: EngineScope['day'] }

const searchTables = async ({ db, tables, weights, allowed, day }: SearchContext, query: EngineQuery): Promise<Candidate[]> => {
  const statistics = await readStatistics(
    db,
    tables,
    [...query.weighted, ...(query.standIns ?? [])]
      .map(([term]) => term)
      .concat(
        query.ownTerms,
        (query.standIns ?? []).map(([, standIn]) => standIn),
      ),
  )
  const question = applyStandIns(statistics, query)
  const terms = weighTerms(statistics, question)
  const vector = query.vector === null ? null : meaningVectors().ofQuestion(query.vector)
  const share = questionShare(terms, weights, { hasVector: vector !== null, isBuiltIn: true })
  const [byWords, byVector] = await Promise.all([
    allowed.kind === 'narrow' ? scoreWords(db, allowed.index_numbers, terms, statistics) : findByWords(db, question.weighted, statistics, { allowed, day }),
    share > 0 && tables.has_vectors ? findByVector(db, vector!, allowed, day) : [],
  ])
  const chosen = await readChosen(db, distinctKeys([...byWords, ...byVector]), { vector, hasVectors: tables.has_vectors, day })
  const lexicalOf = lexicalScorer(terms, statistics.meanLength)
  const shortlist = chosen.map(({ index_no, position, words, section, semantic, vector: bytes }) => {
    const ids = Uint32Array.from(words.split(' '), (word) => (word === '|' ? BREAK_ID : Number(word)))
    const meaning = share === 0 ? 0 : (semantic ?? product(vector!, bytes!))
    return { index_no: Number(index_no), position, lexical: lexicalOf(ids), semantic: meaning, share, terms: ids, section }
  })
  return rankPassages(shortlist, terms, weights, query.limit)
}

/**
 * Opens a search in the tables of the PostgreSQL engine: PostgreSQL chooses candidates by words and by vectors, and the formula of `rankPassages` ranks them
 * from their stored terms and vectors. A scope of at most `narrowPassages` passages is scored exactly. The built-in vectors are compared, even where an embeddings server is configured.
 */
export const openTables = async (
  db: RetrievalDb,
  tables: TablesState,
  { scope, day }: EngineScope,
  { weights, narrowPassages = NARROW_PASSAGES }: { weights: RankingWeights; narrowPassages?: number },
): Promise<OpenSearch | null> => {
  const [allowed] = await Promise.all([readAllowed(db, scope, narrowPassages), tables.has_changes && foldChanges(db, CHANGES_PER_QUESTION)])
  if (allowed.kind === 'none') return null
  return { space: { kind: 'terms' }, search: (query) => searchTables({ db, tables, weights, allowed, day }, query) }
}
