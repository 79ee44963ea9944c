import { inverseFrequency, MAX_TERM_SCORE } from './bm25.ts'
import { semanticShare, type RankingWeights } from './ranking.ts'

/** A question to rank passages for, as term strings. */
export type RankedQuestion = {
  /** Terms of the question itself, in order. */
  ownTerms: readonly string[]
  /** Terms of the question and expansions, with their weights. A weight below 1 is an expansion. */
  weighted: readonly (readonly [term: string, weight: number])[]
  /** Terms of the question that the vectors know. */
  knownTerms: readonly string[]
  /** Terms that replace a term of the question when they are found instead of it. */
  standIns?: readonly (readonly [term: string, standIn: string])[]
}

/** Statistics of the whole collection, whatever the scope of the search. */
export type TermStatistics = {
  /** Number of passages. */
  passages: number
  /** Mean number of terms of a passage, field breaks excluded. */
  meanLength: number
  /** Number of a term; undefined for a term that the collection never had. */
  id: (term: string) => number | undefined
  /** Document frequency: number of passages that contain a term. */
  frequency: (id: number) => number
}

/** Replaces each term of the question that no document contains with its stand-in, if documents contain that one. */
export const applyStandIns = <Q extends RankedQuestion>({ id: idOf, frequency }: TermStatistics, question: Q): Q => {
  const isIndexed = (term: string): boolean => {
    const id = idOf(term)
    return id !== undefined && frequency(id) > 0
  }
  const standInByTerm = new Map((question.standIns ?? []).filter(([term, standIn]) => !isIndexed(term) && isIndexed(standIn)))
  if (standInByTerm.size === 0) return question
  const weighted = new Map(question.weighted)
  for (const [term, standIn] of standInByTerm) {
    weighted.delete(term)
    weighted.set(standIn, 1)
  }
  const rewritten = (terms: readonly string[]): string[] => [...new Set(terms.map((term) => standInByTerm.get(term) ?? term))]
  return { ...question, ownTerms: rewritten(question.ownTerms), knownTerms: rewritten(question.knownTerms), weighted: [...weighted] }
}

/** A term of a question: the numbers of the terms that match it, and its inverse document frequency. */
type DistinctTerm = { ids: readonly number[]; idf: number; /** Whether some document contains it or the vectors know it. */ isKnown: boolean }

export type QuestionTerms = {
  /** Terms of the question, in order. */
  sequence: readonly { id: number | undefined; idf: number }[]
  /** Distinct terms of the question. */
  distinct: readonly DistinctTerm[]
  /** Terms to score in passages, expansions included, each with its factor in BM25. */
  scored: readonly { id: number; factor: number }[]
  /** Maximum BM25 score for this question; 0 without terms. */
  maxScore: number
  /** Share of the question that its vector knows, weighted by rarity, 0 to 1. */
  coverage: number
}

/** Computes the weights of the terms of a question, from the statistics of the collection. */
export const weighTerms = (statistics: TermStatistics, { ownTerms, weighted, knownTerms: known, standIns = [] }: RankedQuestion): QuestionTerms => {
  const { id: idOf, frequency, passages } = statistics
  const idf = (term: string): number => {
    const id = idOf(term)
    return inverseFrequency(passages, id === undefined ? 0 : Math.min(passages, frequency(id)))
  }
  const knownTerms = new Set(known)
  const distinct = [...new Set(ownTerms)].map((term) => {
    const ids = [term, ...standIns.flatMap(([ownTerm, standIn]) => (ownTerm === term ? [standIn] : []))].flatMap((form) => idOf(form) ?? [])
    return { ids, idf: idf(term), isKnown: knownTerms.has(term) || ids.some((id) => frequency(id) > 0) }
  })
  const mass = (terms: ReadonlySet<string>): number => terms.values().reduce((sum, term) => sum + idf(term), 0)
  const factors = weighted.map(([term, weight]) => ({ id: idOf(term), weight, factor: weight * idf(term) }))
  return {
    sequence: ownTerms.map((term) => ({ id: idOf(term), idf: idf(term) })),
    distinct,
    scored: factors.flatMap(({ id, factor }) => (id === undefined ? [] : [{ id, factor }])),
    maxScore: factors.reduce((sum, { weight, factor }) => (weight >= 1 ? sum + factor * MAX_TERM_SCORE : sum), 0),
    coverage: mass(knownTerms) / (mass(new Set(ownTerms)) || 1),
  }
}

/**
 * Weight of the semantic score in the fusion. 0 when the question has no vector.
 * @param isBuiltIn whether vectors are computed from terms, and know only a part of the question
 */
export const questionShare = (
  { coverage }: QuestionTerms,
  weights: RankingWeights,
  { hasVector, isBuiltIn }: { hasVector: boolean; isBuiltIn: boolean },
): number => (hasVector ? semanticShare(isBuiltIn ? coverage : 1, weights) : 0)
