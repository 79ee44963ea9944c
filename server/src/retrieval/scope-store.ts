import { sql, type RawBuilder } from 'kysely'
import type { DocumentScope, RetrievalDb } from './retrieval-db.ts'

/** Number of documents of a scope up to which their indexes are read one by one: a join would read every index. */
const MAX_FEW_DOCUMENTS = 1_000
/** Number of indexed documents from which a scope may be wide: below, its list takes a few milliseconds. */
const MIN_WIDE_DOCUMENTS = 5_000
/** Number of documents in the sample of a scope, and share of them from which it is wide. */
const SAMPLE = 60
const WIDE_SHARE = 0.75

/** State of a scope at one instant. */
type ScopeState = {
  /** Revision of the index. */
  revision: number
  /** Numbers of the allowed indexes of documents. Null without a scope, and for a wide one. */
  allowed: number[] | null
  /** Codes of corpora with allowed articles. Null without a scope. */
  codes: string[] | null
  /** Whether most of a large number of documents are allowed; their list is then not read. */
  isWide: boolean
}

/** SQL condition: a scope has a document. Evaluated for each document, because `in` would read all those of the scope. */
export const isInScope = (scope: DocumentScope, document_id: RawBuilder<unknown>): RawBuilder<boolean> =>
  sql<boolean>`exists (select 1 from (${scope}) as allowed (id) where allowed.id = ${document_id} offset 0)`

/** SQL query: numbers, joined by commas, of the indexes of documents in a scope. */
const allowedNumbers = (scope: DocumentScope): RawBuilder<unknown> =>
  sql`(select coalesce(string_agg(index_no::text, ','), '') from document_index where document_id in (${scope}))`

/** SQL query: numbers, joined by commas, of the indexes of the documents in the table `few`, which may have a document twice. */
const fewNumbers = sql`(select coalesce(string_agg(its.index_no::text, ','), '') from (select distinct id from few) as few
  cross join lateral (select index_no from document_index where document_id = few.id offset 0) as its)`

/** SQL condition: there are many documents, and a scope allows most of a sample of them, at regular intervals of index number. */
const isWideScope = (scope: DocumentScope): RawBuilder<boolean> => sql<boolean>`coalesce(
  (select index_no from document_index order by index_no offset ${MIN_WIDE_DOCUMENTS} limit 1) is not null and (
    select avg(case when ${isInScope(scope, sql`drawn.document_id`)} then 1 else 0 end) >= ${WIDE_SHARE}
    from (select low + (high - low) * nth / ${SAMPLE} as target
      from (select min(index_no) as low, max(index_no) as high from document_index) as bounds cross join generate_series(1, ${SAMPLE}) as nth offset 0) as targets
    cross join lateral (select document_id from document_index where index_no >= target order by index_no limit 1) as drawn), false)`

const numbersOf = (list: string): number[] => JSON.parse(`[${list}]`) as number[]

type ScopeRow = { revision: number; allowed: string | null; codes: string | null; is_wide: boolean }

const readRevision = sql<ScopeRow>`select revision, null as allowed, null as codes, false as is_wide from retrieval_state`

const readScopeColumns = (scope: DocumentScope): RawBuilder<ScopeRow> => sql<ScopeRow>`
  with few as materialized (select id from (${scope}) as scope (id) limit ${MAX_FEW_DOCUMENTS + 1})
  select revision, is_wide, case when is_few then ${fewNumbers} when not is_wide then ${allowedNumbers(scope)} end as allowed,
    (select coalesce(string_agg(code.id::text, ','), '') from (select id from document where corpus_code is not null offset 0) as code
      where ${isInScope(scope, sql`code.id`)}) as codes
  from retrieval_state
    cross join (select count(*) <= ${MAX_FEW_DOCUMENTS} as is_few from few) as extent
    cross join lateral (select case when is_few then false else ${isWideScope(scope)} end as is_wide offset 0) as width`

/** Reads the state of a scope. One statement, so that all of it is of one instant. */
export const readScope = async (db: RetrievalDb, scope?: DocumentScope): Promise<ScopeState> => {
  const {
    rows: [row],
  } = await (scope === undefined ? readRevision : readScopeColumns(scope)).execute(db)
  if (!row) throw new Error('retrieval_state is empty')
  return {
    revision: Number(row.revision),
    allowed: row.allowed === null ? null : numbersOf(row.allowed),
    codes: row.codes === null ? null : row.codes.split(',').filter(Boolean),
    isWide: row.is_wide,
  }
}

/** Reads the numbers of all the indexes of documents that a scope allows. */
export const readAllowed = async (db: RetrievalDb, scope: DocumentScope): Promise<number[]> => {
  const { rows } = await sql<{ numbers: string }>`select ${allowedNumbers(scope)} as numbers`.execute(db)
  return numbersOf(rows[0]!.numbers)
}

/** Filters numbers of indexes of documents by a scope. */
export const keepAllowed = async (db: RetrievalDb, scope: DocumentScope, index_numbers: readonly number[]): Promise<number[]> => {
  const { rows } = await sql<{ index_no: number }>`
    select d.index_no from unnest(${index_numbers}::bigint[]) as k (index_no)
    cross join lateral (select index_no, document_id from document_index where index_no = k.index_no offset 0) as d
    where ${isInScope(scope, sql`d.document_id`)}`.execute(db)
  return rows.map(({ index_no }) => Number(index_no))
}
