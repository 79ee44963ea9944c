import { sql, type RawBuilder } from 'kysely'
import type { RetrievalDb } from '../retrieval-db.ts'
import { foldChanges, readTables, setReady } from './tables.ts'
import { writeIndexes } from './write-index.ts'

/** Limits of one transaction of the filling: publications of its documents wait for its end. */
const INDEXES_PER_BATCH = 200
const PASSAGES_PER_BATCH = 500
/** Number of changes added to the statistics of terms per statement of the filling. */
const CHANGES_PER_FOLD = 200

/** Maximum size of the cache of term numbers, of about 100 bytes each. A larger one is emptied. */
const MAX_KNOWN_TERMS = 200_000

type NextIndexes = (after: number) => RawBuilder<{ index_no: number; passage_count: number }>

/** SQL condition: the tables lack the index `i`. «offset 0» forces a look-up for each: a join would read all of the lexicon for each batch. */
const isMissing = sql`not exists (select 1 from search_index.lexicon l where l.index_no = i.index_no offset 0)`

/**
 * SQL of the next indexes to write, of documents and then of articles. Locked, so that none is deleted or replaced before it is written. Articles of an import
 * in progress are included: its publication writes nothing here, and its first passages may be older than the tables.
 */
const nextIndexes: readonly NextIndexes[] = [
  (after) => sql`
    select i.index_no, i.passage_count from document_index i where i.index_no > ${after} and ${isMissing}
    order by i.index_no limit ${INDEXES_PER_BATCH} for key share of i`,
  (after) => sql`
    select i.index_no, (select count(*)::integer from corpus_passage p where p.index_no = i.index_no) as passage_count
    from corpus_article i where i.index_no > ${after} and ${isMissing}
    order by i.index_no limit ${INDEXES_PER_BATCH} for key share of i`,
]

type FillOptions = { signal: AbortSignal; deadline: number; hasVectors: boolean }

/** Writes the indexes that the tables lack. Returns false when the deadline passes first. */
const writeMissing = async (db: RetrievalDb, { signal, deadline, hasVectors }: FillOptions): Promise<boolean> => {
  const known = new Map<string, number>()
  for (const readNext of nextIndexes) {
    for (let after = 0; ;) {
      signal.throwIfAborted()
      if (performance.now() > deadline) return false
      const last = await db.transaction().execute(async (trx) => {
        const { rows } = await readNext(after).execute(trx)
        let passages = 0
        const batch = rows.filter(({ passage_count }, nth) => (passages += passage_count) <= PASSAGES_PER_BATCH || nth === 0)
        // Two imports of a corpus share the indexes of the articles that did not change.
        const index_numbers = [...new Set(batch.map(({ index_no }) => Number(index_no)))]
        if (index_numbers.length > 0) await writeIndexes(trx, index_numbers, { hasVectors, known })
        return index_numbers.at(-1)
      })
      if (known.size > MAX_KNOWN_TERMS) known.clear()
      if (last === undefined) break
      after = last
    }
  }
  return true
}

/** Adds all pending changes to the statistics of terms. */
export const foldAll = async (db: RetrievalDb): Promise<void> => {
  while ((await readTables(db))?.has_changes) await foldChanges(db, CHANGES_PER_FOLD)
}

const indexes = (hasVectors: boolean): readonly (readonly [name: string, definition: string])[] => [
  ['passage_document', 'btree (document_id)'],
  ['passage_words', `bm25 (words) with (text_config = 'simple')`],
  ...(hasVectors ? ([['passage_vector', 'hnsw (vector halfvec_ip_ops) with (m = 16, ef_construction = 64)']] as const) : []),
]

/** Creates the missing or invalid PostgreSQL indexes, concurrently with publications. Needs a connection without timeouts: minutes for a million passages. */
const createIndexes = async (db: RetrievalDb, hasVectors: boolean): Promise<void> => {
  // Stops the build when this process ends: the next process would drop the index anyway.
  await sql`set client_connection_check_interval = '5s'`.execute(db)
  for (const [name, definition] of indexes(hasVectors)) {
    const { rows } = await sql<{ is_valid: boolean }>`
      select indisvalid as is_valid from pg_index where indexrelid = to_regclass(${`search_index.${name}`})`.execute(db)
    if (rows[0]?.is_valid) continue
    // Left invalid by an interrupted build.
    if (rows.length > 0) await sql`drop index concurrently ${sql.id('search_index', name)}`.execute(db)
    await sql.raw(`create index concurrently ${name} on search_index.passage using ${definition}`).execute(db)
  }
  for (const table of ['passage', 'lexicon', 'term', 'change']) await sql`vacuum analyze ${sql.id('search_index', table)}`.execute(db)
}

/** Runs work on a connection without timeouts: `Database.patiently`. */
export type Patiently = <T>(work: (db: RetrievalDb) => Promise<T>) => Promise<T>

export type FillBudget = {
  signal: AbortSignal
  budgetMs: number
}

/**
 * Fills the tables for up to `budgetMs`, then creates their PostgreSQL indexes and marks the tables as ready.
 * @returns whether the tables are ready
 */
export const fillTables = async (db: RetrievalDb, { signal, budgetMs }: FillBudget, patiently: Patiently): Promise<boolean> => {
  const tables = await readTables(db)
  if (tables === null) return false
  if (tables.is_ready) return true
  const options = { signal, deadline: performance.now() + budgetMs, hasVectors: tables.has_vectors }
  if (!(await writeMissing(db, options))) return false
  await foldAll(db)
  await patiently((session) => createIndexes(session, tables.has_vectors))
  await setReady(db, true)
  return true
}
