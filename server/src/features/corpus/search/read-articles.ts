import type { Day, Source } from '@parvis/contract'
import { sql } from 'kysely'
import type { Db } from '../../../platform/db/schema/index.ts'
import { articleTitle } from './article-title.ts'
import { isIn, joinEqual, nextDay, type DatedText } from '../state-at.ts'

/** Installed article, with its versions in force in the order of their days; versions that follow each other with the same text are one. */
export type InstalledArticle = {
  document_id: string
  article_no: string
  index_no: string | null
  code: string
  code_title: string
  number: string
  number_key: string
  path: string[]
  attribution: string
  versions: DatedText[]
}

/** Reads the published articles of a condition on `a` (corpus_article) and `d` (the document of their code). */
async function readArticles(db: Db, condition: ReturnType<typeof sql<boolean>>): Promise<InstalledArticle[]> {
  const { rows } = await sql<InstalledArticle>`
    select d.id as document_id, a.article_no::text, a.index_no::text, a.code, d.original_filename as code_title, a.number, a.number_key, a.path,
      i.attribution, (
        select coalesce(jsonb_agg(jsonb_build_object('valid_from', v.valid_from, 'valid_until', v.valid_until, 'text', v.text) order by v.valid_from), '[]')
        from corpus_version v where v.article_id = a.id and not v.is_corrected) as versions
    from corpus_article a join corpus_import i on i.id = a.import_id and i.state = 'publie'
      join document_category c on c.corpus_name = i.name and c.corpus_source = i.source
      join document d on d.category_id = c.id and d.corpus_code = a.code
    where ${condition}`.execute(db)
  return rows.map((row) => ({ ...row, versions: joinEqual(row.versions) }))
}

/** Reads articles by the number of their index. */
export async function articlesByIndex(db: Db, index_numbers: readonly string[]): Promise<Map<string, InstalledArticle>> {
  if (index_numbers.length === 0) return new Map()
  const found = await readArticles(db, sql<boolean>`a.index_no = any(${[...new Set(index_numbers)]}::bigint[])`)
  return new Map(found.map((article) => [article.index_no!, article]))
}

/** Reads the articles of some codes that have one of these numbers (`articleKey`). */
export const articlesByNumber = (db: Db, codes: readonly string[], keys: readonly string[]): Promise<InstalledArticle[]> =>
  readArticles(db, sql<boolean>`a.code = any(${[...codes]}::text[]) and a.number_key = any(${[...keys]}::text[])`)

/** Reads an article of a code by the number that it keeps from one import to the next; undefined when it was removed. */
export const articleOf = async (db: Db, document_id: string, article_no: string): Promise<InstalledArticle | undefined> =>
  (await readArticles(db, sql<boolean>`a.article_no = ${article_no}::bigint and d.id = ${document_id}::uuid`))[0]

/** Reads a page of the articles of a code, in the order of its pack. */
export const articlesFrom = (db: Db, document_id: string, from: number, limit: number): Promise<InstalledArticle[]> =>
  readArticles(db, sql<boolean>`d.id = ${document_id}::uuid order by a.article_no offset ${from} limit ${limit}`)

/** Version of an article in force on a day. */
export const versionAt = ({ versions }: Pick<InstalledArticle, 'versions'>, day: Day): DatedText | undefined => versions.find((one) => isIn(one, day))

/** Days counted from here in passage ids: no code has an older text. */
const firstDay = Date.parse('1700-01-01T00:00:00Z')
const dayMs = 86_400_000
/** Greater than the number of days up to the year 9999. */
const daysPerArticle = 10_000_000

/** Id of the passage of a source made from a version: it stays the same while later imports keep the version. */
export const passageIdOf = ({ article_no }: Pick<InstalledArticle, 'article_no'>, { valid_from }: DatedText): string =>
  `${Number(article_no) * daysPerArticle + Math.round((Date.parse(`${valid_from}T00:00:00Z`) - firstDay) / dayMs)}`

/** Reads a passage id made by `passageIdOf`. */
export function parsePassageId(passage_id: string): { article_no: string; day: Day } {
  const id = Number(passage_id)
  const day = new Date(firstDay + (id % daysPerArticle) * dayMs)
  return { article_no: `${Math.floor(id / daysPerArticle)}`, day: day.toISOString().slice(0, 10) }
}

type ArticleSource = Pick<Source, 'document' | 'version_date' | 'valid_until' | 'superseded' | 'superseded_on' | 'review_due' | 'attribution'>

/** Returns what a source says of an article, from its version in force on the day of the question. */
export function articleSource(article: InstalledArticle, version: DatedText, today: Day): ArticleSource {
  const next = article.versions.find(({ valid_from }) => valid_from > version.valid_from)
  return {
    document: articleTitle(article),
    version_date: version.valid_from,
    valid_until: version.valid_until,
    superseded: next !== undefined && next.valid_from <= today,
    ...(next !== undefined && { superseded_on: next.valid_from }),
    review_due: false,
    attribution: article.attribution,
  }
}

/** Returns the first day on which an article is repealed, before or on a day; null when it is not. */
export function repealedOn({ versions }: Pick<InstalledArticle, 'versions'>, day: Day): Day | null {
  const last = versions.findLast(({ valid_until }) => valid_until !== null && valid_until < day)
  return last === undefined ? null : nextDay(last.valid_until!)
}
