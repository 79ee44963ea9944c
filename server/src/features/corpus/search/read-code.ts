import type { CitedPassage, Day, ReadBlock, ReadPage } from '@parvis/contract'
import { sql } from 'kysely'
import { notFound } from '../../../platform/errors/app-error.ts'
import { formatFrenchDay } from '../../../platform/paris.ts'
import type { Db } from '../../../platform/db/schema/index.ts'
import type { DatedText } from '../state-at.ts'
import { articleTitle } from './article-title.ts'
import { articleOf, articlesFrom, parsePassageId, versionAt, type InstalledArticle } from './read-articles.ts'

/** Articles given at once. */
const articlesAtOnce = 20

/**
 * Reads the version of an article that a source cites. The caller has checked the right to read the code.
 * @throws {AppError} `request.not_found` when the article or this version of it was removed
 */
export async function readCitedArticle(db: Db, document_id: string, passage_id: string): Promise<CitedPassage> {
  const { article, version } = await citedVersion(db, document_id, passage_id)
  return { passage_id, page_from: null, page_to: null, section: sectionOf(article), text: version.text }
}

/** Joins the titles above an article with « › »; null without any. */
const sectionOf = ({ path }: InstalledArticle): string | null => (path.length === 0 ? null : path.join(' › '))

async function citedVersion(db: Db, document_id: string, passage_id: string): Promise<{ article: InstalledArticle; version: DatedText }> {
  const { article_no, day } = parsePassageId(passage_id)
  const article = await articleOf(db, document_id, article_no)
  const version = article && versionAt(article, day)
  if (article === undefined || version === undefined) throw notFound()
  return { article, version }
}

type ReadCodeRequest = { from: number | null; /** Passage that a source cites. */ passage_id: string | null; today: Day }

/**
 * Reads the articles of a code as pages of a document, one article a page: its text today and its history. The cited article, first, has the text that is
 * cited, marked.
 */
export async function readCode(
  db: Db,
  document_id: string,
  { from, passage_id, today }: ReadCodeRequest,
): Promise<{ total: number; pages: ReadPage[]; next_from: number | null }> {
  const cited = passage_id === null ? null : await citedVersion(db, document_id, passage_id)
  const { total, before } = await countArticles(db, document_id, cited?.article.article_no ?? null)
  const start = from ?? before
  const articles = await articlesFrom(db, document_id, start, articlesAtOnce)
  const pages = articles.map((article, index) => {
    const isCited = cited?.article.article_no === article.article_no
    return articlePage(article, start + index, isCited ? cited.version : null, today)
  })
  return { total, pages, next_from: start + articles.length < total ? start + articles.length : null }
}

/** Counts the articles of a code, and those before an article. */
async function countArticles(db: Db, document_id: string, article_no: string | null): Promise<{ total: number; before: number }> {
  const { rows } = await sql<{ total: number; before: number }>`
    select count(*)::int as total, (count(*) filter (where a.article_no < ${article_no}::bigint))::int as before
    from document d join document_category c on c.id = d.category_id
      join corpus_import i on i.name = c.corpus_name and i.source = c.corpus_source and i.state = 'publie'
      join corpus_article a on a.import_id = i.id and a.code = d.corpus_code
    where d.id = ${document_id}::uuid`.execute(db)
  return rows[0]!
}

function articlePage(article: InstalledArticle, position: number, cited: DatedText | null, today: Day): ReadPage {
  const shown = cited ?? versionAt(article, today)
  const block = (kind: ReadBlock['kind'], text: string, more: Partial<ReadBlock> = {}): ReadBlock => ({
    kind,
    text,
    is_boilerplate: false,
    is_highlighted: false,
    ...more,
  })
  const body = (shown?.text ?? '')
    .split('\n')
    .filter((line) => line.trim() !== '')
    .map((line) => block('paragraph', line, cited === null ? {} : { is_highlighted: true, cited: { from: 0, to: line.length } }))
  const section = sectionOf(article)
  return {
    position,
    page: null,
    label: null,
    ocr: false,
    blocks: [
      block('heading', articleTitle(article), { level: 2 }),
      ...(section === null ? [] : [block('paragraph', section, { is_boilerplate: true })]),
      block('paragraph', shown === undefined ? `Cet article n’est pas en vigueur le ${formatFrenchDay(today)}.` : `Version ${daysOf(shown)}.`, {
        is_boilerplate: true,
      }),
      ...body,
      ...(article.versions.length < 2 ? [] : [block('heading', 'Versions', { level: 3 })]),
      ...(article.versions.length < 2
        ? []
        : article.versions.toReversed().map((one) => block('list_item', `Version ${daysOf(one)}`, { is_boilerplate: true }))),
      block('paragraph', `Source\u00a0: ${article.attribution}`, { is_boilerplate: true }),
    ],
  }
}

/** Formats the days of a version: « en vigueur du 1er janvier 2020 au 3 mars 2022 ». */
const daysOf = ({ valid_from, valid_until }: DatedText): string =>
  valid_until === null
    ? `en vigueur depuis le ${formatFrenchDay(valid_from)}`
    : `en vigueur du ${formatFrenchDay(valid_from)} au ${formatFrenchDay(valid_until)}`
