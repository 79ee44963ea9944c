import { BREAK_ID, headingTerms } from '../cutting/index-terms.ts'
import { applyStandIns, weighTerms, type QuestionTerms, type RankedQuestion, type TermStatistics } from '../ranking/question-terms.ts'
import { articleSection } from '../ranking/article-sections.ts'
import { rankPassages, semanticScore, type Candidate, type ShortlistedPassage } from '../ranking/rank-passages.ts'
import type { RankingWeights } from '../ranking/ranking.ts'
import { product } from '../vectors/byte-vectors.ts'
import { countTerms, type VectorSpaceParameters } from '../vectors/static-embedding.ts'
import { documentMean, slotRuns, type IndexSegment } from './segment.ts'
import { readQuestionVector, type QuestionVector } from './question-vector.ts'
import { selectShortlist, type ShortlistEntry } from './shortlist.ts'

export type IndexQuery = RankedQuestion & {
  /** Vector of the question. Null when unknown: only words count. */
  vector: Float32Array | null
  /** Numbers of the documents to search, among those without a group; null for all. */
  allowed: readonly number[] | null
  /** Groups of documents to search; null or absent for all. */
  groups?: readonly string[] | null
  /** Day on which passages must be valid, in days since 1 January 1970; null or absent for any. */
  day?: number | null
  limit: number
}

export type SearchContext = { segment: IndexSegment; measures: VectorSpaceParameters; weights: RankingWeights }

/** Minimum number of passages that are re-ranked with their document and word order. */
const SHORTLIST = 300

/** Returns the statistics of the live passages of a segment. */
const statisticsOf = ({ postings, liveSlots, liveLength }: IndexSegment): TermStatistics => ({
  passages: liveSlots,
  meanLength: liveLength / liveSlots,
  id: postings.id,
  frequency: postings.frequency,
})

/** Passages selected by their own scores, best first, with the data to re-rank them. */
export type Selection = { context: SearchContext; terms: QuestionTerms; shortlist: ShortlistEntry[]; readPassage: PassageReader; limit: number }

/** Returns the number of passages to re-rank for a number of results. */
export const shortlistLength = (limit: number): number => Math.max(SHORTLIST, limit)

/** Scores each passage of the scope by itself, and selects the best `length`. */
export const selectPassages = (context: SearchContext, indexQuery: IndexQuery, length: number): Selection => {
  const statistics = statisticsOf(context.segment)
  const query = applyStandIns(statistics, indexQuery)
  const terms = weighTerms(statistics, query)
  const questionVector = readQuestionVector(context, query.vector, terms)
  const runs = slotRuns(context.segment, query.allowed, query.groups)
  const shortlist = selectShortlist(context.segment, { terms, questionVector, runs, day: query.day ?? null, limit: length })
  return { context, terms, shortlist, readPassage: createPassageReader(context, questionVector), limit: query.limit }
}

/** Re-ranks selected passages with their document and word order. */
export const rankSelection = ({ context, terms, readPassage, limit }: Selection, shortlist: readonly ShortlistEntry[]): Candidate[] =>
  rankPassages(shortlist.map(readPassage), terms, context.weights, limit)

/** Returns the best passages of a segment, best first. */
export const searchPassages = (context: SearchContext, query: IndexQuery): Candidate[] => {
  const selection = selectPassages(context, query, shortlistLength(query.limit))
  return rankSelection(selection, selection.shortlist)
}

/** Reads a shortlisted passage with its document and headings. Results are cached. */
type PassageReader = (entry: ShortlistEntry) => ShortlistedPassage

const createPassageReader = (context: SearchContext, { vector, share, shareAt, similarity }: QuestionVector): PassageReader => {
  const { segment, weights } = context
  const readHeadings = headingReader(context, vector, similarity)
  const passages = new Map<number, ShortlistedPassage>()
  const read: PassageReader = ({ slot, lexical, similarity: ownScore }) => {
    const index_no = segment.documents.indexNumber(segment.documentOf[slot]!)
    const terms = segment.postings.sequence(slot)
    const { mean, meanScale } = documentMean(segment, slot)
    const meanScore = share > 0 ? similarity(product(vector, mean), meanScale) : 0
    const { nearness, section } = readHeadings(terms)
    const headingScore = share > 0 ? (nearness ?? ownScore) : 0
    const semantic = semanticScore(weights, ownScore, meanScore, headingScore)
    return { index_no, position: segment.positionOf[slot]!, lexical, semantic, share: shareAt(slot), terms, section }
  }
  return (entry) => {
    let passage = passages.get(entry.slot)
    if (passage === undefined) passages.set(entry.slot, (passage = read(entry)))
    return passage
  }
}

type Headings = {
  /** Similarity to the question. Null without headings, or when vectors are not computed from terms. */
  nearness: number | null
  /** See `articleSection`. */
  section: string | null
}

/** Returns a function that reads the title and headings of a passage, from the numbers of its terms. */
const headingReader = (
  { segment: { postings }, measures: { code, embedding } }: SearchContext,
  question: Int8Array,
  similarity: QuestionVector['similarity'],
): ((terms: Uint32Array) => Headings) => {
  const cache = new Map<string, Headings>()
  return (terms) => {
    const ids = headingTerms(terms, BREAK_ID)
    const key = Array.prototype.join.call(ids, ' ')
    let headings = cache.get(key)
    if (headings === undefined) {
      const words = Array.from(ids, (id) => postings.term(id))
      const vector = embedding === null || words.length === 0 ? null : code.toBytes(embedding.embed(countTerms(words)))
      const nearness = vector === null ? null : similarity(product(question, vector), code.scale(vector))
      cache.set(key, (headings = { nearness, section: articleSection(words) }))
    }
    return headings
  }
}
