import { ANALYSIS_VERSION } from '@parvis/french-search'
import { sql } from 'kysely'
import type { Context } from '../../../context.ts'
import type { Db } from '../../../platform/db/schema/index.ts'
import { articlesToIndexSql, deleteStrayPassages, reserveIndexNumbers, writeArticlePassages, type ArticlePassage } from '../../../retrieval/article-store.ts'
import type { Retrieval } from '../../../retrieval/retrieval.ts'
import type { DatedText } from '../state-at.ts'
import { articleTitle } from './article-title.ts'
import { publishIndexes } from './publish-indexes.ts'

/** Article to index: its versions in force, in the order of their days. */
export type ArticleToIndex = { number: string; path: readonly string[]; code_title: string; versions: readonly DatedText[] }

/** Returns the distinct texts of an article, each with its days in force as a PostgreSQL `datemultirange`. */
function distinctTexts(versions: readonly DatedText[]): { text: string; validity: string }[] {
  const ranges = Map.groupBy(versions, ({ text }) => text)
  return [...ranges].map(([text, ofText]) => ({
    text,
    validity: `{${ofText.map(({ valid_from, valid_until }) => `[${valid_from},${valid_until ?? ''}${valid_until === null ? ')' : ']'}`).join(',')}}`,
  }))
}

/** Splits the distinct texts of an article into passages, numbered one text after the other. */
async function splitArticle(retrieval: Retrieval, article: ArticleToIndex, signal: AbortSignal): Promise<Omit<ArticlePassage, 'index_no'>[]> {
  const title = articleTitle(article)
  const headings = article.path.map((text, index) => ({ kind: 'heading' as const, level: index + 1, text }))
  const split = await Promise.all(
    distinctTexts(article.versions).map(async ({ text, validity }) => {
      const paragraphs = text.split('\n').flatMap((line) => (line.trim() === '' ? [] : { kind: 'paragraph' as const, text: line }))
      const page = { page: null, label: null, ocr: false, blocks: [...headings, ...paragraphs] }
      const { batches } = await retrieval.splitDocument({ document_id: '', title, format: 'txt', pages: [page] }, signal)
      const rows = batches.flatMap((batch) => JSON.parse(batch.rows) as { text: string; terms: string }[])
      return rows.map(({ text: passage, terms }) => ({ text: passage, terms, validity }))
    }),
  )
  return split.flat().map((passage, position) => ({ ...passage, position }))
}

/** Prepares the passages of articles under new index numbers, for `writeArticlePassages`. */
export async function prepareIndexes(
  { db, retrieval }: Pick<Context, 'db' | 'retrieval'>,
  articles: readonly ArticleToIndex[],
  signal = new AbortController().signal,
): Promise<{ index_numbers: number[]; passages: ArticlePassage[] }> {
  const split = await Promise.all(articles.map((article) => splitArticle(retrieval, article, signal)))
  const index_numbers = articles.length === 0 ? [] : await reserveIndexNumbers(db, articles.length)
  return { index_numbers, passages: split.flatMap((passages, index) => passages.map((passage) => ({ ...passage, index_no: index_numbers[index]! }))) }
}

const articlesPerBatch = 500

type OutdatedArticle = ArticleToIndex & { id: string; name: string; source: string }

/** Reads published articles that have no index, or one of another version of the text analysis. */
async function readOutdated(db: Db): Promise<OutdatedArticle[]> {
  const { rows } = await sql<OutdatedArticle>`
    select a.id, a.number, a.path, i.name, i.source,
      coalesce((select c.title from corpus_code c where c.import_id = a.import_id and c.code = a.code limit 1), a.code) as code_title,
      (select jsonb_agg(jsonb_build_object('valid_from', v.valid_from, 'valid_until', v.valid_until, 'text', v.text) order by v.valid_from)
        from corpus_version v where v.article_id = a.id and not v.is_corrected) as versions
    from corpus_article a join corpus_import i on i.id = a.import_id
    where a.id in (${articlesToIndexSql} limit ${articlesPerBatch})`.execute(db)
  return rows
}

/**
 * Indexes the published articles that are not, or not with the current analysis of texts: those installed before articles were searched, and all of them
 * after a change of the analysis. The former index serves until the new one is complete.
 * @param isOver tells when to stop, between two batches
 * @returns whether all are indexed
 */
export async function indexOutdatedArticles(context: Context, signal: AbortSignal, isOver: () => boolean): Promise<boolean> {
  for (;;) {
    const articles = await readOutdated(context.db)
    if (articles.length === 0) break
    const { index_numbers, passages } = await prepareIndexes(context, articles, signal)
    await context.db.transaction().execute(async (trx) => {
      await writeArticlePassages(trx, passages)
      await sql`
        update corpus_article a set index_no = r.index_no, article_no = coalesce(a.article_no, nextval('corpus_article_serial'))
        from unnest(${articles.map(({ id }) => id)}::bigint[], ${index_numbers}::bigint[]) as r(id, index_no) where a.id = r.id`.execute(trx)
      for (const corpus of new Set(articles.map(({ name, source }) => JSON.stringify([name, source])))) {
        const [name, source] = JSON.parse(corpus) as [string, string]
        await publishIndexes(trx, { name, source })
      }
    })
    if (isOver()) return false
  }
  await deleteStrayPassages(context.db)
  return true
}

/** Whether a published article is not indexed with the current analysis of texts. */
export async function hasOutdatedArticles(db: Db): Promise<boolean> {
  const { rows } = await sql`${articlesToIndexSql} limit 1`.execute(db)
  return rows.length > 0
}

/** Article about to be written, with the index of the published one that it does not change. */
type KnownArticle = { pack_id: string; article_no: string; index_no: string | null }

/** Row of an article of an import. */
export type ArticleRow = { pack_id: string; code: string; number: string; number_key: string; path: readonly string[]; digest: string }

/**
 * Finds the published articles of these numbers, by the id of the new one in its pack. `index_no` is null when the new article needs an index of its own:
 * its texts, days, number or path have changed.
 */
export async function findKnownArticles(db: Db, rows: readonly ArticleRow[]): Promise<Map<string, KnownArticle>> {
  const { rows: known } = await sql<KnownArticle>`
    select r.pack_id, a.article_no, (case when a.digest = r.digest and a.number = r.number and a.path = r.path then x.index_no end) as index_no
    from jsonb_to_recordset(${JSON.stringify(rows)}::jsonb) as r(pack_id text, code text, number text, number_key text, path text[], digest text)
    join corpus_article a on a.code = r.code and a.number_key = r.number_key
    join corpus_import i on i.id = a.import_id and i.state = 'publie'
    left join corpus_index x on x.index_no = a.index_no and x.analysis_version = ${ANALYSIS_VERSION}
    where a.article_no is not null`.execute(db)
  return new Map(known.map((row) => [row.pack_id, row]))
}
