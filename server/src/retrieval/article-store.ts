import type { Day } from '@parvis/contract'
import { ANALYSIS_VERSION } from '@parvis/french-search'
import { sql } from 'kysely'
import { writeBeforePublication } from './postgresql/write-index.ts'
import type { DocumentScope, RetrievalDb } from './retrieval-db.ts'

/** A passage of an article, with the days on which its text is in force as a PostgreSQL `datemultirange`. */
export type ArticlePassage = { index_no: number; position: number; text: string; terms: string; validity: string }

export const reserveIndexNumbers = async (db: RetrievalDb, count: number): Promise<number[]> => {
  const { rows } = await sql<{ index_no: number }>`
    select nextval('index_number') as index_no from generate_series(1, ${count}::integer)`.execute(db)
  return rows.map(({ index_no }) => Number(index_no))
}

/** Writes passages of articles, in a transaction. They are searchable once their indexes are in `corpus_index`. */
export const writeArticlePassages = async (db: RetrievalDb, passages: readonly ArticlePassage[]): Promise<void> => {
  await sql`
    insert into corpus_passage (index_no, position, text, terms, validity)
    select r.index_no, r.position, r.text, r.terms, r.validity::datemultirange
    from jsonb_to_recordset(${JSON.stringify(passages)}::jsonb) as r(index_no bigint, position integer, text text, terms text, validity text)`.execute(db)
  await writeBeforePublication(db, [...new Set(passages.map(({ index_no }) => index_no))])
}

/** SQL of the published articles without an index of the current version of the text analysis. */
export const articlesToIndexSql = sql`
  select a.id from corpus_article a join corpus_import i on i.id = a.import_id and i.state = 'publie'
  where not exists (select 1 from corpus_index x where x.index_no = a.index_no and x.analysis_version = ${ANALYSIS_VERSION})`

const passagesPerDeletion = 5_000

/** Deletes, in batches, the passages of indexes that no article refers to. */
export const deleteStrayPassages = async (db: RetrievalDb): Promise<void> => {
  for (;;) {
    const { rows } = await sql`
      delete from corpus_passage where (index_no, position) in (
        select p.index_no, p.position from corpus_passage p
        where not exists (select 1 from corpus_article a where a.index_no = p.index_no) limit ${passagesPerDeletion})
      returning 1`.execute(db)
    if (rows.length < passagesPerDeletion) return
  }
}

/** Terms of an article. `lines`: its passages, each as its position, the first and last days of its validity, and its terms (`AddedDocument`). */
type ArticleTerms = { index_no: number; group: string; lines: string[] }

/** Reads the terms of published articles, in order of index number from `from` on: enough for about `passages` passages, and at least one article. */
export const readArticleTerms = async (db: RetrievalDb, from: number, passages: number): Promise<ArticleTerms[]> => {
  const { rows } = await sql<{ index_no: number; group: string; lines: string }>`
    with wanted as (
      select index_no, document_id from (
        select index_no, document_id, sum(passage_count) over (order by index_no) - passage_count as before
        from (select index_no, document_id, passage_count from corpus_index where index_no >= ${from} order by index_no limit ${passages}) as next
      ) as counted
      where before < ${passages}
    )
    select w.index_no, w.document_id as group, p.lines
    from wanted w cross join lateral (
      select coalesce(string_agg(position || ' ' || coalesce((lower(validity) - date '1970-01-01')::text, '-') || ' '
        || coalesce((upper(validity) - 1 - date '1970-01-01')::text, '-') || ' ' || terms, chr(10) order by position), '') as lines
      from (select position, validity, terms from corpus_passage where index_no = w.index_no offset 0) as its) p
    order by w.index_no`.execute(db)
  return rows.map(({ index_no, group, lines }) => ({ index_no: Number(index_no), group, lines: [lines] }))
}

type StoredArticlePassage = { index_no: number; position: number; document_id: string; section_path: string[]; text: string }

/** Reads the given passages of published articles, in no order, without those out of scope or not in force on the day. */
export const readArticlePassages = async (
  db: RetrievalDb,
  keys: readonly { index_no: number; position: number }[],
  { scope, day }: { scope: DocumentScope | undefined; day: Day | null },
): Promise<StoredArticlePassage[]> => {
  if (keys.length === 0) return []
  const { rows } = await sql<StoredArticlePassage>`
    select p.index_no, p.position, x.document_id, x.section_path, p.text
    from unnest(${keys.map((key) => key.index_no)}::bigint[], ${keys.map((key) => key.position)}::integer[]) as k(index_no, position)
    cross join lateral (select * from corpus_passage where index_no = k.index_no and position = k.position offset 0) p
    join corpus_index x on x.index_no = p.index_no
    where (${day}::date is null or p.validity @> ${day}::date)
      and (${scope === undefined} or x.document_id in (${scope ?? sql`select null::uuid`}))`.execute(db)
  return rows.map((row) => ({ ...row, index_no: Number(row.index_no) }))
}
