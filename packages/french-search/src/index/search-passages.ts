import { headingTerms } from '../cutting/index-terms.ts'
import { fuse, largest, LEAD_FROM, proximity, relevanceOf, semanticShare, type RankingWeights } from '../ranking/ranking.ts'
import { product } from '../vectors/byte-vectors.ts'
import { countTerms, type VectorSpaceParameters } from '../vectors/static-embedding.ts'
import { BREAK_ID, inverseFrequency, MAX_TERM_SCORE } from './postings.ts'
import { slotRuns, type IndexSegment } from './segment.ts'

export type Candidate = {
  index_no: number
  position: number
  /** BM25 score divided by the maximum for this question, 0 to about 1. */
  lexical: number
  /** Semantic similarity of the passage and its document to the question: at most 1, 0 for unrelated texts. */
  semantic: number
  /** Score by which candidates are ranked: fusion of `lexical` and `semantic`. */
  score: number
  /** Probability-like relevance, comparable between questions: see `relevanceOf`. */
  relevance: number
}

export type IndexQuery = {
  /** Terms of the question itself, in order. */
  ownTerms: readonly string[]
  /** Terms of the question and expansions, with their weights. A weight below 1 is an expansion. */
  weighted: readonly (readonly [term: string, weight: number])[]
  /** Terms of the question that the vectors know. */
  knownTerms: readonly string[]
  /** Terms that replace a term of the question when they are found instead of it. */
  standIns?: readonly (readonly [term: string, standIn: string])[]
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

/** Buffers of a search, by slot, reused by the next one. */
type SearchBuffers = { lexical: Float32Array; scores: Float32Array; products: Int32Array; order: Uint32Array }

/** Creates the buffers to search this number of slots. */
export const createSearchBuffers = (slots: number): SearchBuffers => ({
  lexical: new Float32Array(slots),
  scores: new Float32Array(slots),
  products: new Int32Array(slots),
  order: new Uint32Array(slots),
})

type SearchContext = { segment: IndexSegment; measures: VectorSpaceParameters; weights: RankingWeights; buffers: SearchBuffers }

/** Number of passages ranked again with their document and word order. */
const SHORTLIST = 300

/** Returns the passages of a segment that answer best, best first. All passages are scored alone, then the best ones again with their context. */
export const searchPassages = (context: SearchContext, indexQuery: IndexQuery): Candidate[] => {
  const query = applyStandIns(context, indexQuery)
  const words = readQuestionWords(context, query)
  const questionVector = readQuestionVector(context, query, words)
  const count = scoreSlots(context, query, words, questionVector)
  const rankedPassages = rankShortlist(
    context,
    words,
    questionVector,
    largest(context.buffers.order, count, context.buffers.scores, Math.max(SHORTLIST, query.limit)),
  )
  return withRelevance(rankedPassages, words, query.limit)
}

/** Replaces each term of the question that no document contains with its stand-in, if documents contain that one. */
const applyStandIns = ({ segment: { postings } }: SearchContext, query: IndexQuery): IndexQuery => {
  const isIndexed = (term: string): boolean => {
    const id = postings.id(term)
    return id !== undefined && postings.frequency(id) > 0
  }
  const standInByTerm = new Map((query.standIns ?? []).filter(([term, standIn]) => !isIndexed(term) && isIndexed(standIn)))
  if (standInByTerm.size === 0) return query
  const weighted = new Map(query.weighted)
  for (const [term, standIn] of standInByTerm) {
    weighted.delete(term)
    weighted.set(standIn, 1)
  }
  const rewritten = (terms: readonly string[]): string[] => [...new Set(terms.map((term) => standInByTerm.get(term) ?? term))]
  return { ...query, ownTerms: rewritten(query.ownTerms), knownTerms: rewritten(query.knownTerms), weighted: [...weighted] }
}

type QuestionWords = {
  /** Inverse document frequency of a term. */
  idf: (term: string) => number
  /** Terms of the question, in order. */
  sequence: { id: number | undefined; idf: number }[]
  /** Distinct terms of the question. */
  different: QuestionWord[]
}

const readQuestionWords = ({ segment: { postings, liveSlots } }: SearchContext, { ownTerms, knownTerms: known, standIns = [] }: IndexQuery): QuestionWords => {
  const idf = (term: string): number => {
    const id = postings.id(term)
    return inverseFrequency(liveSlots, id === undefined ? 0 : Math.min(liveSlots, postings.frequency(id)))
  }
  const knownTerms = new Set(known)
  const different = [...new Set(ownTerms)].map((term) => {
    const ids = [term, ...standIns.flatMap(([ownTerm, standIn]) => (ownTerm === term ? [standIn] : []))].flatMap((form) => postings.id(form) ?? [])
    return { ids, idf: idf(term), isKnown: knownTerms.has(term) || ids.some((id) => postings.frequency(id) > 0) }
  })
  return { idf, sequence: ownTerms.map((term) => ({ id: postings.id(term), idf: idf(term) })), different }
}

type QuestionVector = {
  vector: Int8Array
  /** Weight of the semantic score in the fusion: 0 when the vectors do not know the question. */
  share: number
  /** Weight for one passage: 0 if it has no vector of the model. */
  shareAt: (slot: number) => number
  /** Similarity of a vector, from its product with the question's vector and its scale. */
  similarity: (product: number, scale: number) => number
}

const readQuestionVector = (
  { segment: { scaleOf }, measures, weights }: SearchContext,
  { ownTerms, knownTerms, vector }: IndexQuery,
  { idf }: QuestionWords,
): QuestionVector => {
  const { baseline, code, embedding } = measures
  const mass = (terms: Iterable<string>): number => {
    let sum = 0
    for (const term of terms) sum += idf(term)
    return sum
  }
  const bytes = vector?.length === measures.dimension ? code.toBytes(vector) : measures.unknown
  const questionScale = code.scale(bytes)
  const coverage = embedding === null ? 1 : mass(new Set(knownTerms)) / (mass(new Set(ownTerms)) || 1)
  const share = questionScale === 0 ? 0 : semanticShare(coverage, weights)
  return {
    vector: bytes,
    share,
    shareAt: (slot) => (embedding === null && scaleOf[slot] === 0 ? 0 : share),
    similarity: (products, scale) => (products * questionScale * scale - baseline) / (1 - baseline),
  }
}

/** Scores every allowed passage by its own words and vector. Returns their number. */
const scoreSlots = (
  { segment, buffers }: SearchContext,
  { weighted, allowed, groups = null, day = null }: IndexQuery,
  { idf }: QuestionWords,
  { vector, share, shareAt, similarity }: QuestionVector,
): number => {
  const { postings, slots, liveSlots, scaleOf, fromOf, untilOf } = segment
  const { lexical, scores, products, order } = buffers
  lexical.fill(0, 0, slots)
  let maxScore = 0
  for (const [term, weight] of weighted) {
    const factor = weight * idf(term)
    if (weight >= 1) maxScore += factor * MAX_TERM_SCORE
    const id = postings.id(term)
    if (id !== undefined) postings.accumulate(id, factor, segment.liveLength / liveSlots, lexical)
  }
  let count = 0
  for (const run of slotRuns(segment, allowed, groups)) {
    if (share > 0) segment.vectors.products(vector, run.first, run.count, products)
    for (let slot = run.first; slot < run.first + run.count; slot++) {
      if (day !== null && (fromOf[slot]! > day || untilOf[slot]! < day)) continue
      order[count++] = slot
      lexical[slot]! /= maxScore || 1
      scores[slot] = share > 0 ? fuse(lexical[slot]!, similarity(products[slot]!, scaleOf[slot]!), shareAt(slot)) : lexical[slot]!
    }
  }
  return count
}

type RankedPassage = Omit<Candidate, 'relevance'> & { terms: Uint32Array }

/** Scores the given passages again with their document, headings and word order; best first. */
const rankShortlist = (
  context: SearchContext,
  words: QuestionWords,
  { vector, share, shareAt, similarity }: QuestionVector,
  shortlist: readonly number[],
): RankedPassage[] => {
  const { segment, weights, buffers } = context
  const headingScoreOf = headingNearness(context, vector, similarity)
  return shortlist
    .map((slot) => {
      const index_no = segment.documentOf[slot]!
      const terms = segment.postings.sequence(slot)
      const lexical = buffers.lexical[slot]!
      const { mean, meanScale } = segment.documents.get(index_no)!
      const ownScore = share > 0 ? similarity(buffers.products[slot]!, segment.scaleOf[slot]!) : 0
      const meanScore = share > 0 ? similarity(product(vector, mean), meanScale) : 0
      const headingScore = share > 0 ? (headingScoreOf(terms) ?? ownScore) : 0
      const semantic = (1 - weights.document - weights.headings) * ownScore + weights.document * meanScore + weights.headings * headingScore
      const proximityScore = proximity(words.sequence, terms, BREAK_ID)
      const score = fuse(lexical, semantic, shareAt(slot)) + weights.proximity * proximityScore
      return { index_no, position: segment.positionOf[slot]!, lexical, semantic, score, terms }
    })
    .sort((a, b) => b.score - a.score || a.index_no - b.index_no || a.position - b.position)
}

/** Returns a function that gives the similarity of a passage's headings to the question. Null when vectors are not computed from terms. */
const headingNearness = (
  { segment: { postings }, measures: { code, embedding } }: SearchContext,
  question: Int8Array,
  nearness: QuestionVector['similarity'],
): ((terms: Uint32Array) => number | null) => {
  if (embedding === null) return () => null
  const cache = new Map<string, number>()
  return (terms) => {
    const headingTermIds = headingTerms(terms, BREAK_ID)
    if (headingTermIds.length === 0) return null
    const key = Array.prototype.join.call(headingTermIds, ' ')
    let found = cache.get(key)
    if (found === undefined) {
      const vector = code.toBytes(embedding.embed(countTerms(Array.from(headingTermIds, (id) => postings.term(id)))))
      cache.set(key, (found = nearness(product(question, vector), code.scale(vector))))
    }
    return found
  }
}

/** Returns the first candidates, with their relevance. */
const withRelevance = (rankedPassages: readonly RankedPassage[], { different }: QuestionWords, limit: number): Candidate[] => {
  const unknownShare = shareOfWords(different, ({ isKnown }) => !isKnown)
  const base = rankedPassages[LEAD_FROM]?.score ?? 0
  return rankedPassages.slice(0, limit).map(({ terms, ...candidate }): Candidate => {
    const { score } = candidate
    const here = new Set(terms)
    const matchedShare = shareOfWords(different, ({ ids }) => ids.some((id) => here.has(id)))
    return { ...candidate, relevance: relevanceOf({ score, lead: Math.max(0, score - base), words: different.length, matchedShare, unknownShare }) }
  })
}

/** A term of a question: the index numbers of the terms that match it, and its inverse document frequency. */
type QuestionWord = { ids: readonly number[]; idf: number; /** Whether some document contains it or the vectors know it. */ isKnown: boolean }

/** Share of the words of a question, weighted by rarity, that satisfy `isMatch`. */
const shareOfWords = (words: readonly QuestionWord[], isMatch: (word: QuestionWord) => boolean): number => {
  let share = 0
  let meanScore = 0
  for (const word of words) {
    meanScore += word.idf
    if (isMatch(word)) share += word.idf
  }
  return meanScore > 0 ? share / meanScore : 0
}
