import type { QuestionTerms, TermStatistics } from '@parvis/french-search'
import { sql, type RawBuilder } from 'kysely'
import { isInScope } from '../scope-store.ts'
import type { EngineScope } from '../search-engine.ts'
import type { DocumentScope, RetrievalDb } from '../retrieval-db.ts'
import { lexiconScorer } from './lexicon.ts'
import type { TablesState } from './tables.ts'

/**
 * Number of candidates by words, and by vectors. `hnsw.ef_search` (`openDatabase`) is larger: among a million passages, the recall of the 150 nearest is
 * 63 % with 150, 78 % with 300 and 84 % with 500 (decision 0007).
 */
const CANDIDATES_PER_SOURCE = 150

/** Maximum number of passages of a narrow scope, all scored by their words: the BM25 index would give mostly passages out of scope. */
export const NARROW_PASSAGES = 20_000
/** Number of documents of a scope read by the first attempt. */
const FIRST_DOCUMENTS = 500
/** Number of indexes in the sample of a larger scope, which is wide when its estimate exceeds `WIDE_MARGIN` times the passages of a narrow one. */
const SAMPLE = 60
const WIDE_MARGIN = 2

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

/**
 * SQL query: estimated number of passages of a scope, from a sample of indexes at regular intervals of their numbers. Counting the passages of a wide scope
 * would take longer than the rest of the search.
 */
const estimatedPassages = (scope: DocumentScope): RawBuilder<unknown> => sql`(
  select (select passages from search_index.state) * avg(case when ${isInScope(scope, sql`drawn.document_id`)} then 1 else 0 end)
  from (select low + (high - low) * nth / ${SAMPLE} as target
    from (select min(index_no) as low, max(index_no) as high from search_index.lexicon) as bounds cross join generate_series(1, ${SAMPLE}) as nth offset 0) as targets
  cross join lateral (select index_no from search_index.lexicon where index_no >= target order by index_no limit 1) as nearest
  cross join lateral (select coalesce((select document_id from document_index where index_no = nearest.index_no),
    (select document_id from corpus_index where index_no = nearest.index_no)) as document_id offset 0) as drawn)`

/** Reads the documents of a scope; only the first ones if it is wide. */
export const readAllowed = async (db: RetrievalDb, scope: DocumentScope | undefined, narrowPassages: number): Promise<Allowed> => {
  if (scope === undefined) return { kind: 'all' }
  for (const limit of [FIRST_DOCUMENTS, Math.max(FIRST_DOCUMENTS, narrowPassages)]) {
    const { rows } = await sql<{ numbers: string | null; is_whole: boolean; passages: number; estimated: number | null }>`
      with documents as materialized (select id from (${scope}) as scope(id) limit ${limit}),
        indexes as materialized (select i.index_no, i.passage_count from (select distinct id from documents where (select count(*) from documents) < ${limit}) d cross join lateral (
          select index_no, passage_count from document_index where document_id = d.id
          union all select index_no, passage_count from corpus_index where document_id = d.id) i limit ${limit}),
        extent as (select (select count(*) from documents) < ${limit} and (select count(*) from indexes) < ${limit} as is_whole)
      select is_whole, (select string_agg(index_no::text, ',') from indexes) as numbers,
        (select coalesce(sum(passage_count), 0) from indexes)::float8 as passages, case when not is_whole then ${estimatedPassages(scope)}::float8 end as estimated
      from extent`.execute(db)
    const { numbers, is_whole, passages, estimated } = rows[0]!
    if (passages > narrowPassages || (estimated ?? 0) > WIDE_MARGIN * narrowPassages) break
    if (is_whole) return numbers === null ? { kind: 'none' } : { kind: 'narrow', index_numbers: numbers.split(',').map(Number) }
  }
  return { kind: 'wide', scope }
}

const isValidOn = (day: EngineScope['day']): RawBuilder<unknown> =>
  day === null ? sql`true` : sql`(p.valid_from is null or p.valid_from <= ${day}::date) and (p.valid_until is null or p.valid_until >= ${day}::date)`

/** SQL condition on a passage: published, and in the scope. Not a join, so that the planner uses the index that gives passages in order. */
const isAllowed = (allowed: Allowed): RawBuilder<unknown> => {
  const document_id = sql`coalesce(p.document_id, (select x.document_id from corpus_index x where x.index_no = p.index_no))`
  switch (allowed.kind) {
    case 'wide':
      return isInScope(allowed.scope, document_id)
    case 'narrow':
      return sql`p.index_no = any(${allowed.index_numbers}::bigint[])`
    default:
      return sql`(p.document_id is not null or ${document_id} is not null)`
  }
}

/** Returns the passages of a few indexes with the best lexical scores, after scoring all of them. */
const scoreWords = async (db: RetrievalDb, index_numbers: readonly number[], terms: QuestionTerms, statistics: TermStatistics): Promise<PassageKey[]> => {
  if (terms.scored.length === 0) return []
  const { rows } = await sql<{ index_no: number; content: Buffer }>`
    select index_no, content from search_index.lexicon where index_no = any(${[...index_numbers]}::bigint[])`.execute(db)
  const scored: (PassageKey & { score: number })[] = []
  const score = lexiconScorer(terms, statistics.meanLength)
  for (const { index_no, content } of rows) score(content, (position, value) => scored.push({ index_no, position, score: value }))
  return scored.sort((a, b) => b.score - a.score).slice(0, CANDIDATES_PER_SOURCE)
}

/** A candidate, with the data for its ranking. `semantic`: null on a server without pgvector, where `vector` holds 16-bit components. */
export type ChosenPassage = PassageKey & { words: string; section: string | null; semantic: number | null; vector: Buffer | null }

export type Choice = {
  allowed: Allowed
  day: EngineScope['day']
  terms: QuestionTerms
  statistics: TermStatistics
  /** Numbers of the terms in the query of the BM25 index. */
  words: readonly number[]
  /** Vector of the question; null when its weight in the ranking is 0. */
  vector: Float32Array | null
  hasVectors: boolean
}

/** SQL of the distance of a passage to the question: the negative inner product of their vectors. */
const distance = (vector: Float32Array): RawBuilder<unknown> => sql`p.vector <#> ${`[${Array.from(vector, (value) => value.toFixed(5)).join(',')}]`}::halfvec`

const columnsOf = ({ vector, hasVectors }: Choice): RawBuilder<unknown> => {
  const semantic = vector === null ? sql`0::float8` : hasVectors ? sql`-(${distance(vector)})` : sql`null::float8`
  return sql`p.index_no, p.position, p.words, p.section, ${semantic} as semantic, ${hasVectors ? sql`null::bytea` : sql`p.vector`} as vector`
}

/** Reads the passages with the best lexical scores. */
const chooseByWords = async (db: RetrievalDb, choice: Choice): Promise<ChosenPassage[]> => {
  const { allowed, day, terms, statistics, words } = choice
  if (allowed.kind === 'narrow') {
    const keys = await scoreWords(db, allowed.index_numbers, terms, statistics)
    const { rows } = await sql<ChosenPassage>`
      select ${columnsOf(choice)} from unnest(${keys.map(({ index_no }) => index_no)}::bigint[], ${keys.map(({ position }) => position)}::integer[])
        as k(index_no, position) join search_index.passage p using (index_no, position) where ${isValidOn(day)}`.execute(db)
    return rows
  }
  if (words.length === 0) return []
  const { rows } = await sql<ChosenPassage>`
    select ${columnsOf(choice)} from search_index.passage p where ${isAllowed(allowed)} and ${isValidOn(day)}
    order by p.words <@> to_bm25query(${words.join(' ')}, 'search_index.passage_words') limit ${CANDIDATES_PER_SOURCE}`.execute(db)
  return rows
}

/** Reads the passages nearest to the vector. */
const chooseByVector = async (db: RetrievalDb, choice: Choice): Promise<ChosenPassage[]> => {
  const { allowed, day, vector, hasVectors } = choice
  if (!hasVectors || vector === null) return []
  // Adding 0 keeps the planner from the vector index: a narrow scope has few passages, all compared.
  const order = allowed.kind === 'narrow' ? sql`(${distance(vector)}) + 0` : distance(vector)
  const { rows } = await sql<ChosenPassage>`
    select ${columnsOf(choice)} from search_index.passage p where ${isAllowed(allowed)} and ${isValidOn(day)}
    order by ${order} limit ${CANDIDATES_PER_SOURCE}`.execute(db)
  return rows
}

/** Reads the candidates to rank, chosen by words and by vectors. */
export const choosePassages = async (db: RetrievalDb, choice: Choice): Promise<ChosenPassage[]> => {
  const chosen = await Promise.all([chooseByWords(db, choice), chooseByVector(db, choice)])
  return [...new Map(chosen.flat().map((passage) => [`${passage.index_no} ${passage.position}`, passage])).values()]
}
