import { sql } from 'kysely'
import type { RetrievalDb } from './retrieval-db.ts'

/** Position of a copy of the index in the log of changes. */
export type LogPosition = {
  revision: number
  /** Random value of the change, which tells two databases at the same revision apart. */
  token: string
}

export type PublishedIndexes = {
  position: LogPosition
  /** Numbers of the indexes of documents, each with whether it has all vectors of the model. */
  documents: ReadonlyMap<number, boolean>
  /** Numbers of the indexes of articles. */
  articles: readonly number[]
}

/** Changes of the published indexes since a position. */
type IndexChanges = PublishedIndexes & {
  /** Whether the log has the position: not that of another database, nor one that has been pruned. */
  isKnown: boolean
  /** Whether `documents` and `articles` hold all indexes changed since; otherwise all published indexes must be compared. */
  isComplete: boolean
  /** Numbers of the indexes that are no longer published. */
  removed: readonly number[]
}

/** Maximum number of changed indexes that are read one by one. */
const MAX_CHANGED = 5_000

type IndexRow = { revision: number; token: string; documents: string; embedded: string; articles: string }

const numbersOf = (list: string): number[] => list.split(',').filter(Boolean).map(Number)

const toPublished = ({ revision, token, documents, embedded, articles }: IndexRow): PublishedIndexes => {
  const saved = new Map(numbersOf(documents).map((index_no) => [index_no, false]))
  for (const index_no of numbersOf(embedded)) saved.set(index_no, true)
  return { position: { revision: Number(revision), token }, documents: saved, articles: numbersOf(articles) }
}

/** SQL of the columns that list the index numbers of `documents` and `articles`, two named queries. */
const indexListsSql = (model_id: number | null) => sql`
  (select coalesce(string_agg(index_no::text, ','), '') from documents) as documents,
  (select coalesce(string_agg(index_no::text, ','), '') from documents where ${model_id}::integer = any (embedded_by)) as embedded,
  (select coalesce(string_agg(index_no::text, ','), '') from articles) as articles`

/** Reads all published indexes, in time linear in their number. */
export const readPublishedIndexes = async (db: RetrievalDb, model_id: number | null): Promise<PublishedIndexes> => {
  const { rows } = await sql<IndexRow>`
    with documents as (select index_no, embedded_by from document_index), articles as (select index_no from corpus_index)
    select revision, token, ${indexListsSql(model_id)} from retrieval_change order by revision desc limit 1`.execute(db)
  return toPublished(rows[0]!)
}

/** Reads the indexes changed since a position, in time linear in their number. */
export const readIndexChanges = async (db: RetrievalDb, { revision, token }: LogPosition, model_id: number | null): Promise<IndexChanges> => {
  // «lateral … offset 0» forces an index scan, as in store.ts.
  const { rows } = await sql<IndexRow & { is_known: boolean; is_complete: boolean; changed: string }>`
    with change as materialized (select revision, token, index_numbers from retrieval_change where revision >= ${revision}),
      later as materialized (select index_numbers from change where revision > ${revision}),
      counted as materialized (select bool_and(index_numbers is not null) and sum(cardinality(index_numbers)) <= ${MAX_CHANGED} as is_complete from later),
      changed as materialized (select distinct unnest(index_numbers) as index_no from later where (select is_complete from counted)),
      documents as materialized (select d.* from changed
        cross join lateral (select index_no, embedded_by from document_index where index_no = changed.index_no offset 0) d),
      articles as materialized (select a.* from changed cross join lateral (select index_no from corpus_index where index_no = changed.index_no offset 0) a)
    select revision, token, exists (select from change where revision = ${revision} and token = ${token}::uuid) as is_known,
      coalesce((select is_complete from counted), true) as is_complete,
      (select coalesce(string_agg(index_no::text, ','), '') from changed) as changed, ${indexListsSql(model_id)}
    from retrieval_change order by revision desc limit 1`.execute(db)
  const row = rows[0]!
  const published = toPublished(row)
  const present = new Set([...published.documents.keys(), ...published.articles])
  return { ...published, isKnown: row.is_known, isComplete: row.is_complete, removed: numbersOf(row.changed).filter((index_no) => !present.has(index_no)) }
}
