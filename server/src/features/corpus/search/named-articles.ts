import type { Day } from '@parvis/contract'
import type { SearchHit } from '@parvis/french-search'
import { articleKey, findReferences, legalCodes, type LegalCode } from '@parvis/legal-references'
import { sql } from 'kysely'
import { scopeQuery, type SearchScope } from '../../../authorization/documents.ts'
import type { Db } from '../../../platform/db/schema/index.ts'
import { formatFrenchDay } from '../../../platform/paris.ts'
import { capitalize, formatArticleNumber } from './article-title.ts'
import { articlesByNumber, repealedOn, versionAt, type InstalledArticle } from './read-articles.ts'

/** Articles named by a question, at most: a longer list is searched by its words. */
const maxNamed = 12
/** Passages given of one article, at most. */
const maxPassages = 24

type InstalledCode = { document_id: string; code: string; title: string; abbreviations: string[] }

type NamedArticles = {
  /** Passages of the named articles in force on the day, in the order of the question. */
  hits: SearchHit[]
  /** Sentences about the named articles that are not in force, do not exist or are not installed. */
  missing: string[]
}

/** Lists the codes of corpora that a scope covers. */
async function listCodes(db: Db, scope: SearchScope, as_of: Day): Promise<InstalledCode[]> {
  const { rows } = await sql<InstalledCode>`
    select d.id as document_id, d.corpus_code as code, d.original_filename as title, coalesce((
        select c.abbreviations from corpus_code c join corpus_import i on i.id = c.import_id
        where c.code = d.corpus_code and i.state = 'publie' order by i.extracted_on desc limit 1), '{}') as abbreviations
    from (select * from document where corpus_code is not null offset 0) d where d.id in (${scopeQuery(scope, as_of)})`.execute(db)
  return rows
}

const builtInIds = new Set(legalCodes.map(({ id }) => id))
const isAct = (code: string): boolean => /^(?:LOI|ORDONNANCE|DECRET)-/.test(code)
/** Pattern of the number of an article without its series nor the word « article »: « 2121-17 ». */
const bareNumber = /(?<![\p{L}\p{N}.,/-])\d{3,4}(?:-\d{1,4}){1,4}(?![\p{N}/-])/gu
const allSeries = ['', 'L', 'R', 'D', 'A', 'LO']

type NamedReference = { code: string | null; article: string; keys: string[] }

/** Returns the articles that a question names; for a number without its series, the keys of every series. */
function readReferences(question: string, codes: readonly InstalledCode[]): NamedReference[] {
  const more: LegalCode[] = codes
    .filter(({ code }) => !builtInIds.has(code) && !isAct(code))
    .map(({ code, title, abbreviations }) => ({ id: code, title, abbreviations }))
  const found = findReferences(question, { codes: more })
  const named = found.flatMap(({ code, articles }) =>
    articles.map((article) => ({
      code,
      article,
      keys: /^\d/.test(article) ? allSeries.map((series) => articleKey(`${series}${article}`)) : [articleKey(article)],
    })),
  )
  const bare = [...question.matchAll(bareNumber)].filter(({ index }) => !found.some(({ start, end }) => index >= start && index < end))
  // « 2121-17 CGCT »: the code that the question names beside it, if there is only one.
  const mentioned = [...new Set(found.flatMap(({ code, articles }) => (articles.length === 0 && code !== null ? code : [])))]
  return [
    ...named,
    ...bare.map(([number]) => ({
      code: mentioned.length === 1 ? mentioned[0]! : null,
      article: number,
      keys: allSeries.map((series) => articleKey(`${series}${number}`)),
    })),
  ].slice(0, maxNamed)
}

/**
 * Finds the articles that a question names by their numbers, in the corpora of a scope, as they are on a day. Without a corpus in the scope, nothing is read
 * nor said.
 */
export async function findNamedArticles(db: Db, scope: SearchScope, as_of: Day, question: string): Promise<NamedArticles> {
  const codes = /\d/.test(question) ? await listCodes(db, scope, as_of) : []
  if (codes.length === 0) return { hits: [], missing: [] }
  const references = readReferences(question, codes)
  if (references.length === 0) return { hits: [], missing: [] }
  const byCode = new Map(codes.map((one) => [one.code, one]))
  const keys = [...new Set(references.flatMap((one) => one.keys))]
  const installed = await articlesByNumber(db, [...byCode.keys()], keys)
  const inForce = new Set<InstalledArticle>()
  const missing: string[] = []
  for (const { code, article, keys: ownKeys } of references) {
    const candidates = installed.filter(({ code: its, number_key }) => (code === null || its === code) && ownKeys.includes(number_key))
    const current = candidates.filter((one) => versionAt(one, as_of) !== undefined)
    for (const one of current) inForce.add(one)
    if (current.length === 0 && code !== null) missing.push(missingSentence(article, candidates[0], byCode.get(code), as_of))
  }
  return { hits: await readHits(db, [...inForce], as_of), missing: [...new Set(missing)] }
}

/** Returns the sentence about a named article that is not in force on a day. @param code undefined when it is not installed */
function missingSentence(article: string, candidate: InstalledArticle | undefined, code: InstalledCode | undefined, as_of: Day): string {
  const named = `L’article ${formatArticleNumber(article)}`
  if (code === undefined) return `${named} n’est pas dans les textes installés\u00a0: je ne peux pas en donner le texte.`
  const { title } = code
  if (candidate === undefined) return `${named} n’existe pas dans «\u00a0${title}\u00a0», tel qu’il est installé.`
  const repealed = repealedOn(candidate, as_of)
  if (repealed !== null) return `${named} («\u00a0${title}\u00a0») n’est plus en vigueur depuis le ${formatFrenchDay(repealed)}.`
  return `${named} («\u00a0${title}\u00a0») n’est en vigueur qu’à partir du ${formatFrenchDay(candidate.versions[0]!.valid_from)}.`
}

/** Reads the passages of articles in force on a day, in the order of the articles. */
async function readHits(db: Db, articles: readonly InstalledArticle[], as_of: Day): Promise<SearchHit[]> {
  const indexed = articles.filter(({ index_no }) => index_no !== null)
  if (indexed.length === 0) return []
  const { rows } = await sql<{ index_no: string; position: number; text: string }>`
    select p.index_no::text, p.position, p.text
    from unnest(${indexed.map(({ index_no }) => index_no)}::bigint[]) as wanted(index_no)
    cross join lateral (
      select * from corpus_passage where index_no = wanted.index_no and validity @> ${as_of}::date order by position limit ${maxPassages}) p
    order by p.position`.execute(db)
  const measures = { score: 1, relevance: 1, lexical: 1, semantic: 1, questionIndex: 0, peak: 1 }
  return indexed.flatMap(({ document_id, index_no, path }) =>
    rows
      .filter((row) => row.index_no === index_no)
      .map(({ position, text }) => ({ document_id, part: index_no!, position, page_from: null, page_to: null, section_path: path, text, ...measures })),
  )
}

/** Formats the sentences about missing articles as a reply of their own. */
export const missingAnswer = (missing: readonly string[]): string => missing.map(capitalize).join('\n\n')
