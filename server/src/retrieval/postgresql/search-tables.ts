import type { QuestionTerms, TermStatistics } from '@parvis/french-search'
import { sql, type RawBuilder } from 'kysely'
import type { EngineScope } from '../search-engine.ts'
import type { DocumentScope, RetrievalDb } from '../retrieval-db.ts'
import { lexiconScorer } from './lexicon.ts'
import type { TablesState } from './tables.ts'

/** Number of passages that words choose, and that vectors choose: `hnsw.ef_search` of the connections (`openDatabase`) is the same. */
const CANDIDATES_PER_SOURCE = 150

/** Number of allowed passages below which all of them are scored by their words: the index would give mostly passages that are not allowed. */
export const NARROW_PASSAGES = 20_000
/** Number of allowed indexes counted at first: most scopes are wide, and known to be so after these. */
const COUNTED_INDEXES = 1_000

/** Key of a passage. */
type PassageKey = { index_no: number; position: number }

/** Reads the numbers and frequencies of terms. */
export const readStatistics = async (db: RetrievalDb, { passages, length }: TablesState, terms: readonly string[]): Promise<TermStatistics> => {
  const { rows } = await sql<{ id: number; term: string; frequency: number }>`
    select id, term, frequency from search_index.term where term = any(${[...new Set(terms)]}::text[])`.execute(db)
  const ids = new Map(rows.map(({ id, term }) => [term, id]))
  const frequencies = new Map(rows.map(({ id, frequency }) => [id, frequency]))
  return { passages, meanLength: length / Math.max(1, passages), id: (term) => ids.get(term), frequency: (id) => frequencies.get(id) ?? 0 }
}

/** Documents of a scope: all, none, a few index numbers, or too many to list. */
export type Allowed = { kind: 'all' } | { kind: 'none' } | { kind: 'narrow'; index_numbers: number[] } | { kind: 'wide'; scope: DocumentScope }

/** Reads what a scope allows at this instant. Of a wide scope, only its first documents are read. */
export const readAllowed = async (db: RetrievalDb, scope: DocumentScope | undefined, narrowPassages: number): Promise<Allowed> => {
  if (scope === undefined) return { kind: 'all' }
  for (const limit of [COUNTED_INDEXES, Math.max(COUNTED_INDEXES, narrowPassages)]) {
    const { rows } = await sql<{ numbers: string | null; documents: number; indexes: number; passages: number }>`
      with documents as materialized (select id from (${scope}) as scope(id) limit ${limit})
      select string_agg(index_no::text, ',') as numbers, (select count(*) from documents)::integer as documents,
        count(*)::integer as indexes, coalesce(sum(passage_count), 0)::integer as passages
      from (select i.index_no, i.passage_count from documents d cross join lateral (
        select index_no, passage_count from document_index where document_id = d.id
        union all select index_no, passage_count from corpus_index where document_id = d.id) i limit ${limit}) as counted`.execute(db)
    const { numbers, documents, indexes, passages } = rows[0]!
    if (passages > narrowPassages) break
    if (documents === limit || indexes === limit) continue
    return numbers === null ? { kind: 'none' } : { kind: 'narrow', index_numbers: numbers.split(',').map(Number) }
  }
  return { kind: 'wide', scope }
}

const isValidOn = (day: EngineScope['day']): RawBuilder<unknown> =>
  day === null ? sql`true` : sql`(p.valid_from is null or p.valid_from <= ${day}::date) and (p.valid_until is null or p.valid_until >= ${day}::date)`

/** SQL condition on a passage: it is published, and in the scope. Not a join: the index that gives the passages in order must be used. */
const isAllowed = (allowed: Allowed): RawBuilder<unknown> => {
  const document_id = sql`coalesce(p.document_id, (select x.document_id from corpus_index x where x.index_no = p.index_no))`
  switch (allowed.kind) {
    case 'wide':
      // Evaluated for each passage: reading the whole scope takes as long as for thousands of passages.
      return sql`coalesce((select true from (${allowed.scope}) as scope(id) where scope.id = ${document_id} limit 1), false)`
    case 'narrow':
      return sql`p.index_no = any(${allowed.index_numbers}::bigint[])`
    default:
      return sql`(p.document_id is not null or ${document_id} is not null)`
  }
}

/** Returns the passages with the best words among those of a few indexes, scored one by one. */
export const scoreWords = async (
  db: RetrievalDb,
  index_numbers: readonly number[],
  terms: QuestionTerms,
  statistics: TermStatistics,
): Promise<PassageKey[]> => {
  if (terms.scored.length === 0) return []
  const { rows } = await sql<{ index_no: number; content: Buffer }>`
    select index_no, content from search_index.lexicon where index_no = any(${[...index_numbers]}::bigint[])`.execute(db)
  const scored: (PassageKey & { score: number })[] = []
  const score = lexiconScorer(terms, statistics.meanLength)
  for (const { index_no, content } of rows) score(content, (position, value) => scored.push({ index_no, position, score: value }))
  return scored.sort((a, b) => b.score - a.score).slice(0, CANDIDATES_PER_SOURCE)
}

/** A chosen passage, with what the ranking needs. `semantic`: null on a server without pgvector, where `vector` holds 16-bit components. */
export type ChosenPassage = PassageKey & { words: string; section: string | null; semantic: number | null; vector: Buffer | null }

export type Choice = {
  allowed: Allowed
  day: EngineScope['day']
  /** Numbers of the terms by which the index of words chooses; or the passages that `scoreWords` has chosen. */
  byWords: readonly number[] | readonly PassageKey[]
  /** Vector of the question; null when its meaning does not count. */
  vector: Float32Array | null
  hasVectors: boolean
}

const isKeys = (byWords: Choice['byWords']): byWords is readonly PassageKey[] => typeof byWords[0] === 'object'

/** SQL of the keys of the passages chosen by words. */
const choiceByWords = ({ allowed, day, byWords }: Choice): RawBuilder<unknown> =>
  isKeys(byWords)
    ? sql`select index_no, position from unnest(${byWords.map(({ index_no }) => index_no)}::bigint[], ${byWords.map(({ position }) => position)}::integer[])
        as k(index_no, position)`
    : sql`(select p.index_no, p.position from search_index.passage p where ${isAllowed(allowed)} and ${isValidOn(day)}
        order by p.words <@> to_bm25query(${byWords.join(' ')}, 'search_index.passage_words') limit ${CANDIDATES_PER_SOURCE})`

/** SQL of the keys of the passages nearest to the vector. */
const choiceByVector = ({ allowed, day }: Choice, product: RawBuilder<unknown>): RawBuilder<unknown> =>
  // An expression that no index has, for a narrow scope: the products with the few allowed passages are all computed.
  sql`(select p.index_no, p.position from search_index.passage p where ${isAllowed(allowed)} and ${isValidOn(day)}
    order by ${allowed.kind === 'narrow' ? sql`(${product}) + 0` : product} limit ${CANDIDATES_PER_SOURCE})`

/** Chooses the passages to rank, by words and by vectors, and reads what the ranking needs of them. */
export const choosePassages = async (db: RetrievalDb, choice: Choice): Promise<ChosenPassage[]> => {
  const { day, byWords, vector, hasVectors } = choice
  const literal = vector === null ? null : `[${Array.from(vector, (value) => value.toFixed(5)).join(',')}]`
  const product = sql`p.vector <#> ${literal}::halfvec`
  const keys = [...(byWords.length > 0 ? [choiceByWords(choice)] : []), ...(hasVectors && vector !== null ? [choiceByVector(choice, product)] : [])]
  if (keys.length === 0) return []
  const columns = hasVectors
    ? sql`${vector === null ? sql`0::float8` : sql`-(${product})`} as semantic, null::bytea as vector`
    : sql`null::float8 as semantic, p.vector`
  const { rows } = await sql<ChosenPassage>`
    select p.index_no, p.position, p.words, p.section, ${columns}
    from (${sql.join(keys, sql` union `)}) k join search_index.passage p on p.index_no = k.index_no and p.position = k.position
    where ${isValidOn(day)}`.execute(db)
  return rows
}
