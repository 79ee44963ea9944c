import { ANALYSIS_VERSION, type PassageBatch } from '@parvis/french-search'
import { sql, type RawBuilder } from 'kysely'
import { withRetries } from '../platform/db/retry-transaction.ts'
import { writeBeforePublication } from './postgresql/write-index.ts'
import type { DocumentScope, RetrievalDb } from './retrieval-db.ts'

const inScopeSql = (scope: DocumentScope | undefined, column: string): RawBuilder<unknown> => (scope ? sql`${sql.ref(column)} in (${scope})` : sql`true`)

/** Namespace of the advisory locks that serialise the publication of a document's index. */
const publicationLock = 7234006

/**
 * Writes the passages of a document under a new index number, then publishes them in place of the previous ones. If interrupted, the previous index stays
 * in use. Passages without a term (boilerplate) are stored for reading, but never found.
 * @param embed called after the passages are written and before they are published; returns the ids of the models that have all their vectors
 * @returns the number of passages written
 * @throws when another index of the document is published meanwhile, which deletes these passages
 */
export const writePassages = async (
  db: RetrievalDb,
  document: { document_id: string; title: string | null },
  batches: AsyncIterable<PassageBatch>,
  { embed = async () => [], signal }: { embed?: (index_no: number) => Promise<number[]>; signal?: AbortSignal } = {},
): Promise<number> => {
  const {
    rows: [next],
  } = await sql<{ index_no: number }>`select nextval('index_number') as index_no`.execute(db)
  const index_no = Number(next!.index_no)
  let writtenCount = 0
  for await (const { rows, count } of batches) {
    await sql`
      insert into passage (index_no, document_id, position, page_from, page_to, section_path, text, terms)
      select ${index_no}::bigint, ${document.document_id}::uuid, r.position, r.page_from, r.page_to, r.section_path, r.text, r.terms
      from jsonb_to_recordset(${rows}::jsonb)
        as r(position integer, page_from integer, page_to integer, section_path text[], text text, terms text)
    `.execute(db)
    writtenCount += count
  }
  const embedded_by = await embed(index_no)
  if (signal?.aborted !== true && (await publish(db, { ...document, index_no, written: writtenCount, embedded_by }))) return writtenCount
  // The next publication would delete them, but there may be none.
  await sql`delete from passage where index_no = ${index_no}`.execute(db)
  signal?.throwIfAborted()
  throw new Error('the document was indexed by another meanwhile')
}

type UnpublishedIndex = { document_id: string; title: string | null; index_no: number; written: number; embedded_by: readonly number[] }

/**
 * Publishes an index and deletes the passages of every other index of the document, even of those still being written. Publications of one document are
 * serialised by an advisory lock.
 * @returns false when passages of this index are missing, because another publication deleted them
 */
const publish = (db: RetrievalDb, { document_id, title, index_no, written, embedded_by }: UnpublishedIndex): Promise<boolean> =>
  withRetries(() =>
    db.transaction().execute(async (trx) => {
      await sql`select pg_advisory_xact_lock(${publicationLock}, hashtext(${document_id}))`.execute(trx)
      const {
        rows: [stored],
      } = await sql<{ count: number }>`select count(*)::int as count from passage where index_no = ${index_no}`.execute(trx)
      if (stored!.count !== written) return false
      await writeBeforePublication(trx, [index_no])
      await sql`
        insert into document_index (document_id, index_no, analysis_version, passage_count, title, embedded_by)
        values (${document_id}::uuid, ${index_no}, ${ANALYSIS_VERSION}, ${written}, ${title}, ${embedded_by}::integer[])
        on conflict (document_id) do update
          set index_no = excluded.index_no, analysis_version = excluded.analysis_version, passage_count = excluded.passage_count,
              title = excluded.title, embedded_by = excluded.embedded_by, indexed_at = now()
      `.execute(trx)
      await sql`delete from passage where document_id = ${document_id}::uuid and index_no <> ${index_no}`.execute(trx)
      return true
    }),
  )

/** A document split into passages: batches of rows of the `passage` table, as JSON. */
export type SplitDocument = { document_id: string; title: string | null; batches: readonly PassageBatch[] }

/**
 * Writes and publishes the passages of several documents that have none. Runs in the transaction that locks the documents, so that nothing else publishes
 * an index for them. Vectors are left to `embedCorpus`.
 */
export const writeFirstPassages = async (trx: RetrievalDb, documents: readonly SplitDocument[]): Promise<void> => {
  const { rows: numbers } = await sql<{ index_no: number }>`
    select nextval('index_number') as index_no from generate_series(1, ${documents.length}::integer)`.execute(trx)
  const numbered = documents.map((document, index) => ({ ...document, index_no: Number(numbers[index]!.index_no) }))
  const batches = numbered.flatMap(({ index_no, document_id, batches: documentBatches }) =>
    documentBatches.map(({ rows }) => ({ index_no, document_id, rows })),
  )
  await sql`
    insert into passage (index_no, document_id, position, page_from, page_to, section_path, text, terms)
    select b.index_no, b.document_id, r.position, r.page_from, r.page_to, r.section_path, r.text, r.terms
    from unnest(${batches.map(({ index_no }) => index_no)}::bigint[], ${batches.map(({ document_id }) => document_id)}::uuid[],
        ${batches.map(({ rows }) => rows)}::text[]) as b(index_no, document_id, rows)
      cross join lateral jsonb_to_recordset(b.rows::jsonb)
        as r(position integer, page_from integer, page_to integer, section_path text[], text text, terms text)`.execute(trx)
  await writeBeforePublication(
    trx,
    numbered.map(({ index_no }) => index_no),
  )
  const counts = numbered.map(({ batches: documentBatches }) => documentBatches.reduce((sum, { count }) => sum + count, 0))
  await sql`
    insert into document_index (document_id, index_no, analysis_version, passage_count, title)
    select d.document_id, d.index_no, ${ANALYSIS_VERSION}, d.passages, d.title
    from unnest(${numbered.map(({ document_id }) => document_id)}::uuid[], ${numbered.map(({ index_no }) => index_no)}::bigint[],
      ${counts}::integer[], ${numbered.map(({ title }) => title)}::text[]) as d(document_id, index_no, passages, title)`.execute(trx)
}

/** Removes a document from search and deletes its passages. Deleting the document row does the same by cascade. */
export const deletePassages = async (db: RetrievalDb, document_id: string): Promise<void> => {
  await sql`delete from document_index where document_id = ${document_id}::uuid`.execute(db)
  await sql`delete from passage where document_id = ${document_id}::uuid`.execute(db)
}

/** Returns the documents indexed by another version of the text analysis. */
export const outdatedDocuments = async (db: RetrievalDb): Promise<string[]> => {
  const { rows } = await sql<{ document_id: string }>`
    select document_id from document_index where analysis_version <> ${ANALYSIS_VERSION} order by document_id`.execute(db)
  return rows.map((row) => row.document_id)
}

/**
 * Terms of one index. `lines` holds newline-separated passages, each as its position then its terms, separated by spaces; a long document has several
 * elements.
 */
type StoredTerms = { index_no: number; lines: string[] }

// «lateral … offset 0» below forces an index scan: a database never analysed (the embedded one has no autovacuum) would scan every passage.

/** SQL that returns passages `from` (included) to `to` (excluded) of an index, as one text. */
const passageLinesSql = (index_no: RawBuilder<unknown>, from: number, to: number): RawBuilder<unknown> => sql`
  select coalesce(string_agg(position || ' ' || terms, chr(10) order by position), '') as lines
  from (select position, terms from passage where index_no = ${index_no} and position >= ${from} and position < ${to} offset 0) as its`

/**
 * Reads the terms of published documents, in order of index number from `from` on: enough documents for about `passages` passages, and at least one.
 * Returns one text per `passages` passages, which another thread parses: separate rows would occupy this process, which only forwards them.
 */
export const readTerms = async (db: RetrievalDb, from: number, passages: number): Promise<StoredTerms[]> => {
  const { rows } = await sql<{ index_no: number; passage_count: number; lines: string }>`
    with wanted as (
      select index_no, passage_count from (
        select index_no, passage_count, sum(passage_count) over (order by index_no) - passage_count as before
        from (select index_no, passage_count from document_index where index_no >= ${from} order by index_no limit ${passages}) as next
      ) as counted
      where before < ${passages}
    )
    select w.index_no, w.passage_count, p.lines
    from wanted w cross join lateral (${passageLinesSql(sql`w.index_no`, 0, passages)}) p
    order by w.index_no`.execute(db)
  const storedTerms: StoredTerms[] = []
  for (const { index_no, passage_count, lines } of rows) {
    const pieces = [lines]
    for (let index = passages; index < passage_count; index += passages) {
      const nextLines = await sql<{ lines: string }>`${passageLinesSql(sql`${index_no}`, index, index + passages)}`.execute(db)
      pieces.push(nextLines.rows[0]!.lines)
    }
    storedTerms.push({ index_no: Number(index_no), lines: pieces })
  }
  return storedTerms
}

type StoredPassage = {
  index_no: number
  position: number
  document_id: string
  page_from: number | null
  page_to: number | null
  section_path: string[]
  text: string
}

/** Reads the given passages, in no order, leaving out those unpublished or out of scope. */
export const readPassages = async (
  db: RetrievalDb,
  keys: readonly { index_no: number; position: number }[],
  scope?: DocumentScope,
): Promise<StoredPassage[]> => {
  if (keys.length === 0) return []
  const { rows } = await sql<StoredPassage>`
    select p.index_no, p.position, p.document_id, p.page_from, p.page_to, p.section_path, p.text
    from unnest(${keys.map((key) => key.index_no)}::bigint[], ${keys.map((key) => key.position)}::integer[]) as k(index_no, position)
    cross join lateral (select * from passage where index_no = k.index_no and position = k.position offset 0) p
    join document_index d on d.index_no = p.index_no
    where ${inScopeSql(scope, 'd.document_id')}`.execute(db)
  return rows.map((row) => ({ ...row, index_no: Number(row.index_no) }))
}
