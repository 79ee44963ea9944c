import type { Source } from '@parvis/contract'
import {
  choosePassages,
  estimateTokens,
  MIN_SCORE,
  COMPARABLE_SHARE,
  joinNeighbours,
  MAX_QUESTIONS,
  MIN_RELEVANCE,
  MIN_STORY_RELEVANCE,
  type SearchQuestion,
  type SearchHit,
} from '@parvis/french-search'
import { sql } from 'kysely'
import type { Context } from '../../../context.ts'
import { scopeQuery, type SearchScope } from '../../../authorization/documents.ts'
import { sourceDateColumns, sourceDates } from '../../documents/present.ts'
import type { GroundRequest } from '../../chat/grounding.ts'
import type { RequestDays } from '../../chat/in-force/request-days.ts'
import { sectionOf } from '../../documents/reading/read-text.ts'
import { branchesIn, branchFactor } from '../civil-service.ts'
import { findNamedArticles } from '../../corpus/search/named-articles.ts'
import { articlesByIndex, articleSource, passageIdOf, versionAt } from '../../corpus/search/read-articles.ts'

/** Number of sources of one reply: the minimum, for the built-in model, and the maximum that a language model gets if they fit. */
const minSources = 5
const maxSources = 24
/** Estimated tokens of a source with its neighbouring passages. */
const tokensPerSource = 500
const maxHits = 80
const maxNearest = 3
/** Minimum share of the best score for a passage to be considered near. */
const minScoreShare = 0.3
/** Score ratio down to which passages of other documents are preferred: a language model gets the best passage of many documents first. */
const comparableForLlm = 0.4

export type NearDocument = Pick<Source, 'document_id' | 'document'>

type SearchedSources = {
  /** Numbered from 1, best first; empty when nothing is relevant enough. */
  sources: Source[]
  /** Nearest documents, best first. */
  nearest: NearDocument[]
  /** Questions of the message beyond the number searched at once. */
  unsearched: string[]
  /** Relevance of the best passage, from 0 to 1; 0 without any. */
  relevance: number
  /** Sentences about the articles of corpora that the questions name and that are not in force, or not installed. */
  missing: string[]
}

/**
 * Fields of a request that a search needs. `level`: minimum level of an embeddings server that receives the questions, without that of the documents in the
 * scope. `tokenBudget`: estimated tokens that the passages may take.
 */
type SearchContext = RequestDays & Pick<GroundRequest, 'level' | 'isMasked' | 'tokenBudget'>

/**
 * Searches passages of documents in force on a day, in a part of the library, with the access rights of this moment (trust cases ACC-13, ACC-14). A language model gets all near passages;
 * for the built-in model, which only quotes, a passage must reach the relevance floor. Articles that the questions name by their numbers come first.
 */
export async function searchSources(
  context: Context,
  scope: SearchScope,
  { level, isMasked, as_of, today, tokenBudget }: SearchContext,
  questions: readonly SearchQuestion[],
): Promise<SearchedSources> {
  const request = { question: questions, scope: scopeQuery(scope, as_of), day: as_of, level, isMasked, limit: maxHits }
  const found = await context.retrieval.search(context.db, request)
  const described = await readDocumentNames(context, scope, { as_of, today }, found)
  const names = new Map([...described].map(([id, { document }]) => [id, document]))
  const hits = weighByTitle(found, questions, names, context.retrieval.countSubjectTerms)
  const { builtIn } = context.models
  const relevantHits = builtIn
    ? hits.filter(({ relevance, questionIndex }) => relevance >= floorOf(questions[questionIndex], context.retrieval.countSubjectTerms))
    : keepNear(hits)
  const distinctHits = relevantHits.filter(({ text }, rank) => relevantHits.findIndex((other) => other.text === text) === rank)
  // Every question of the message gets a source.
  const minimum = Math.max(minSources, new Set(distinctHits.map(({ questionIndex }) => questionIndex)).size)
  const maximum = builtIn ? minimum : Math.min(maxSources, Math.max(minimum, Math.floor(tokenBudget / tokensPerSource)))
  const chosen = chooseForEachAsk(distinctHits, maximum, builtIn ? COMPARABLE_SHARE : comparableForLlm)
  const named = await findNamedArticles(context.db, scope, as_of, questions.map(({ inContext }) => inContext).join('\n'))
  const sources = await asSources(context, scope, { as_of, today }, { named: named.hits, found: chosen }, tokenBudget, maximum)
  const nearest = [...new Set(hits.map(({ document_id }) => document_id))]
    .flatMap((document_id): NearDocument[] => (names.has(document_id) ? [{ document_id, document: names.get(document_id)! }] : []))
    .slice(0, maxNearest)
  const relevance = Math.max(0, ...[...named.hits, ...hits].map((hit) => hit.relevance))
  return { sources, nearest, relevance, missing: named.missing, unsearched: questions.slice(MAX_QUESTIONS).map(({ question }) => question) }
}

/** Number of subject words from which a question is judged without its surrounding story. */
const minSubjectTerms = 3

const floorOf = (question: SearchQuestion | undefined, countSubjectTerms: (text: string) => number): number =>
  question === undefined || question.inContext === question.question || countSubjectTerms(question.question) >= minSubjectTerms
    ? MIN_RELEVANCE
    : MIN_STORY_RELEVANCE

/** Range of the title's words missing from the question that count: fewer mean nothing, more make no difference. */
const minOwnWords = 3
const maxOwnWords = 4
/** Score reduction per such word: a sheet about a particular case ranks after the general one. */
const scorePerOwnWord = 0.03

/**
 * Returns the factor, at most 1, of the score of a document. Each subject word of its title that the question lacks lowers it: such a title announces a
 * particular case (« Une enseignante peut-elle décaler son congé… »), which ranks after the general sheet.
 */
const generalityFactor = (question: string, title: string, countSubjectTerms: (text: string) => number): number =>
  1 - scorePerOwnWord * Math.min(Math.max(countSubjectTerms(`${question}. ${title}`) - countSubjectTerms(question) - minOwnWords, 0), maxOwnWords)

/** Reorders hits by the branch of the civil service that their titles name and by how general the document is. */
function weighByTitle(
  hits: readonly SearchHit[],
  questions: readonly SearchQuestion[],
  names: ReadonlyMap<string, string>,
  subjectWords: (text: string) => number,
): SearchHit[] {
  // Computed once per question: with the earlier messages, a question is long.
  const branches = questions.map(({ inContext }) => branchesIn(inContext))
  const noBranches = branchesIn('')
  const generalities = new Map<string, number>()
  const generalityOf = ({ questionIndex, document_id }: SearchHit): number => {
    const key = `${questionIndex} ${document_id}`
    const cached = generalities.get(key)
    if (cached !== undefined) return cached
    const name = names.get(document_id) ?? ''
    const factor = generalityFactor(questions[questionIndex]?.inContext ?? '', name, subjectWords)
    generalities.set(key, factor)
    return factor
  }
  return hits
    .map((hit) => {
      const titles = [names.get(hit.document_id) ?? '', ...hit.section_path].join(' ')
      const branch = branchFactor(branches[hit.questionIndex] ?? noBranches, titles)
      return { ...hit, score: hit.score * branch * generalityOf(hit), relevance: hit.relevance * branch }
    })
    .sort((a, b) => b.score - a.score)
}

/** Keeps the hits near each question, down to a share of its best score. None for a question with which even the best hit has nothing in common. */
function keepNear(hits: readonly SearchHit[]): SearchHit[] {
  const best = new Map<number, { score: number; peak: number }>()
  for (const { questionIndex, score, peak } of hits) {
    const previousBest = best.get(questionIndex) ?? { score: 0, peak: 0 }
    best.set(questionIndex, { score: Math.max(previousBest.score, score), peak: Math.max(previousBest.peak, peak) })
  }
  return hits.filter(({ questionIndex, score }) => best.get(questionIndex)!.peak >= MIN_SCORE && score >= minScoreShare * best.get(questionIndex)!.score)
}

/** Chooses the passages of each question, with the available number shared equally, best first. */
function chooseForEachAsk(hits: readonly SearchHit[], most: number, comparableShare: number): SearchHit[] {
  const questionIndexes = new Set(hits.map(({ questionIndex }) => questionIndex))
  const chosen = new Set(
    [...questionIndexes].flatMap((question, index) =>
      choosePassages(
        hits.filter(({ questionIndex }) => questionIndex === question),
        Math.ceil((most - index) / questionIndexes.size),
        comparableShare,
      ),
    ),
  )
  return hits.filter((hit) => chosen.has(hit))
}

/** Puts the best passages of each question first, so that no question takes all the available tokens. */
function bestOfEachFirst(hits: readonly SearchHit[]): readonly SearchHit[] {
  const byAsk = [...Map.groupBy(hits, ({ questionIndex }) => questionIndex).values()]
  if (byAsk.length < 2) return hits
  const each = Math.ceil(minSources / byAsk.length)
  const first = Array.from({ length: each }, (_, rank) => byAsk.flatMap((ranking) => ranking[rank] ?? [])).flat()
  return [...new Set([...first, ...hits])]
}

/**
 * Makes sources of hits, within a number of estimated tokens.
 * @param hits `named`: passages of articles that the question names, which come first; `found`: the others, best first
 */
async function asSources(
  context: Context,
  scope: SearchScope,
  { as_of, today }: RequestDays,
  hits: { named: readonly SearchHit[]; found: readonly SearchHit[] },
  tokenBudget: number,
  most: number,
): Promise<Source[]> {
  const namedParts = [...new Set(hits.named.map(({ part }) => part))]
  const named = joinNeighbours(hits.named, tokenBudget).toSorted((a, b) => namedParts.indexOf(a.part) - namedParts.indexOf(b.part))
  const left = Math.max(tokenBudget - named.reduce((sum, { text }) => sum + estimateTokens(text), 0), 0)
  const others = hits.found.filter(({ part }) => part === undefined || !namedParts.includes(part))
  const found = named.length > 0 && left === 0 ? [] : joinNeighbours(bestOfEachFirst(others), left)
  const excerpts = [...named, ...found].slice(0, Math.max(most, named.length))
  const described = await readDocumentNames(context, scope, { as_of, today }, excerpts)
  const articles = await articlesByIndex(
    context.db,
    excerpts.flatMap(({ part }) => part ?? []),
  )
  return excerpts
    .flatMap(({ document_id, part, positions, page_from, page_to, section_path, text, score }): Omit<Source, 'number'>[] => {
      const document = described.get(document_id)
      const article = part === undefined ? undefined : articles.get(part)
      const version = article && versionAt(article, as_of)
      // A document or an article deleted since the search is left out.
      if (document === undefined || (part !== undefined && version === undefined)) return []
      return [
        {
          document_id,
          ...(article === undefined ? document : articleSource(article, version!, today)),
          page: page_from,
          ...(page_from !== null && page_to !== null && page_to > page_from && { page_to }),
          section: sectionOf(section_path),
          extract: text,
          score: Math.round(score * 1_000) / 1_000,
          passage_id: article === undefined ? rangeOf(positions) : passageIdOf(article, version!),
        },
      ]
    })
    .map((source, index) => ({ number: index + 1, ...source }))
}

/** Formats the positions of joined passages: `12`, `12-14`. */
const rangeOf = (positions: readonly number[]): string => (positions.length === 1 ? `${positions[0]}` : `${positions[0]}-${positions.at(-1)}`)

type DescribedDocument = Pick<Source, 'document'> & ReturnType<typeof sourceDates>

/** Reads the name and dates of each document, by id. Documents deleted or out of scope are absent. */
async function readDocumentNames(
  context: Context,
  scope: SearchScope,
  { as_of, today }: RequestDays,
  documents: readonly { document_id: string }[],
): Promise<Map<string, DescribedDocument>> {
  if (documents.length === 0) return new Map()
  const rows = await context.db
    .selectFrom('document')
    .where('id', 'in', [...new Set(documents.map(({ document_id }) => document_id))])
    .where(sql<boolean>`id in (${scopeQuery(scope, as_of)})`)
    .select(['id', 'original_filename', ...sourceDateColumns])
    .execute()
  return new Map(rows.map(({ id, original_filename, ...dates }) => [id, { document: original_filename, ...sourceDates(dates, today) }]))
}
