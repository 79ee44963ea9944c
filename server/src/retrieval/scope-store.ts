import { sql, type RawBuilder } from 'kysely'
import type { DocumentScope, RetrievalDb } from './retrieval-db.ts'

/** Documents from which a scope may be too wide to list: beneath, the list takes a few milliseconds. */
const MIN_WIDE_DOCUMENTS = 5_000
/** Number of documents in the sample of a scope, and share of them from which it is wide. */
const SAMPLE = 60
const WIDE_SHARE = 0.75

/** What a scope allows at one instant. */
type ScopeState = {
  /** Revision of the index. */
  revision: number
  /** Numbers of the indexes of documents that it allows. Null without a scope, and for a wide one. */
  allowed: number[] | null
  /** Codes of corpora whose articles it allows. Null without a scope. */
  codes: string[] | null
  /** Whether it allows so many of so many documents that its list was not read. */
  isWide: boolean
}

/** SQL condition on a document, evaluated for it alone: «in» would read all the documents of the scope. */
const isAllowed = (scope: DocumentScope, document_id: RawBuilder<unknown>): RawBuilder<boolean> =>
  sql<boolean>`exists (select 1 from (${scope}) as allowed (id) where allowed.id = ${document_id} offset 0)`

/** SQL query: numbers, joined by commas, of the indexes of documents in a scope. */
const allowedNumbers = (scope: DocumentScope): RawBuilder<unknown> =>
  sql`(select coalesce(string_agg(index_no::text, ','), '') from document_index where document_id in (${scope}))`

/** SQL condition: there are many documents, and a sample of them shows that a scope allows most. Documents are drawn at regular distances of their index numbers. */
const isWideScope = (scope: DocumentScope): RawBuilder<boolean> => sql<boolean>`coalesce(
  (select index_no from document_index order by index_no offset ${MIN_WIDE_DOCUMENTS} limit 1) is not null and (
    select avg(case when ${isAllowed(scope, sql`drawn.document_id`)} then 1 else 0 end) >= ${WIDE_SHARE}
    from (select low + (high - low) * nth / ${SAMPLE} as target
      from (select min(index_no) as low, max(index_no) as high from document_index) as bounds cross join generate_series(1, ${SAMPLE}) as nth offset 0) as targets
    cross join lateral (select document_id from document_index where index_no >= target order by index_no limit 1) as drawn), false)`

const numbersOf = (list: string): number[] => JSON.parse(`[${list}]`) as number[]

/** Reads the state of a scope. One statement, so that all of it is of one instant. */
export const readScope = async (db: RetrievalDb, scope?: DocumentScope): Promise<ScopeState> => {
  const columns =
    scope === undefined
      ? sql`null::text as allowed, null::text as codes, false as is_wide`
      : sql`case when is_wide then null else ${allowedNumbers(scope)} end as allowed, is_wide,
          (select coalesce(string_agg(code.id::text, ','), '') from (select id from document where corpus_code is not null offset 0) as code
            where ${isAllowed(scope, sql`code.id`)}) as codes`
  const wide = scope === undefined ? sql`` : sql` cross join (select ${isWideScope(scope)} as is_wide offset 0) as width`
  const {
    rows: [row],
  } = await sql<{ revision: number; allowed: string | null; codes: string | null; is_wide: boolean }>`
    select revision, ${columns} from retrieval_state${wide}`.execute(db)
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

/** Returns those of the given indexes of documents that a scope allows. */
export const keepAllowed = async (db: RetrievalDb, scope: DocumentScope, index_numbers: readonly number[]): Promise<number[]> => {
  const { rows } = await sql<{ index_no: number }>`
    select d.index_no from unnest(${index_numbers}::bigint[]) as k (index_no)
    cross join lateral (select index_no, document_id from document_index where index_no = k.index_no offset 0) as d
    where ${isAllowed(scope, sql`d.document_id`)}`.execute(db)
  return rows.map(({ index_no }) => Number(index_no))
}
