import { BREAK_ID } from '../cutting/index-terms.ts'
import { reorderArticles } from './article-sections.ts'
import { MAX_TERM_COUNT, termScore } from './bm25.ts'
import type { QuestionTerms } from './question-terms.ts'
import { fuse, LEAD_FROM, proximity, relevanceOf, type RankingWeights } from './ranking.ts'

export type Candidate = {
  index_no: number
  position: number
  /** BM25 score divided by the maximum for this question, 0 to about 1. */
  lexical: number
  /** Semantic similarity of the passage and its document to the question: at most 1, 0 for unrelated texts. */
  semantic: number
  /** Score by which candidates are ranked: fusion of `lexical` and `semantic`. That of another article after `reorderArticles`. */
  score: number
  /** Probability-like relevance, comparable between questions: see `relevanceOf`. */
  relevance: number
}

/** A passage chosen for the final ranking, by any engine. */
export type ShortlistedPassage = Pick<Candidate, 'index_no' | 'position' | 'lexical' | 'semantic'> & {
  /** Numbers of its terms in order, `BREAK_ID` between fields. */
  terms: Uint32Array
  /** Weight of the semantic score in the fusion: `questionShare`, or 0 for a passage without a vector. */
  share: number
  /** Section of an article (`articleSection`); null for any other text. */
  section: string | null
}

/** Semantic score of a passage, from the similarities of its own vector, of the mean vector of its document, and of the vector of its headings. */
export const semanticScore = (weights: RankingWeights, own: number, document: number, headings: number): number =>
  (1 - weights.document - weights.headings) * own + weights.document * document + weights.headings * headings

/** Returns a function that gives the `lexical` score of a passage, from the numbers of its terms. */
export const lexicalScorer = ({ scored, maxScore }: QuestionTerms, meanLength: number): ((terms: Uint32Array) => number) => {
  const factors = new Map(scored.map(({ id, factor }) => [id, factor]))
  return (terms) => {
    const counts = new Map<number, number>()
    let length = 0
    for (const id of terms) {
      if (id === BREAK_ID) continue
      length++
      if (factors.has(id)) counts.set(id, (counts.get(id) ?? 0) + 1)
    }
    let score = 0
    for (const [id, count] of counts) score += termScore(factors.get(id)!, Math.min(MAX_TERM_COUNT, count), length, meanLength)
    return score / (maxScore || 1)
  }
}

/** Ranks the shortlisted passages by words, meaning, word order and, for articles, section, best first. Returns the first `limit` of them, with their relevance. */
export const rankPassages = (passages: readonly ShortlistedPassage[], terms: QuestionTerms, weights: RankingWeights, limit: number): Candidate[] => {
  const ranked = passages
    .map((passage) => {
      const score = fuse(passage.lexical, passage.semantic, passage.share) + weights.proximity * proximity(terms.sequence, passage.terms, BREAK_ID)
      return { ...passage, score, ownScore: score }
    })
    .sort((a, b) => b.score - a.score || a.index_no - b.index_no || a.position - b.position)
  const unknownShare = shareOfTerms(terms, ({ isKnown }) => !isKnown)
  const base = ranked[LEAD_FROM]?.score ?? 0
  return reorderArticles(ranked)
    .slice(0, limit)
    .map(({ index_no, position, lexical, semantic, score, ownScore, terms: passageTerms }): Candidate => {
      const here = new Set(passageTerms)
      const matchedShare = shareOfTerms(terms, ({ ids }) => ids.some((id) => here.has(id)))
      const lead = Math.max(0, ownScore - base)
      return {
        index_no,
        position,
        lexical,
        semantic,
        score,
        relevance: relevanceOf({ score: ownScore, lead, words: terms.distinct.length, matchedShare, unknownShare }),
      }
    })
}

/** Share of the terms of a question, weighted by rarity, that satisfy `isMatch`. */
const shareOfTerms = ({ distinct }: QuestionTerms, isMatch: (term: QuestionTerms['distinct'][number]) => boolean): number => {
  let share = 0
  let total = 0
  for (const term of distinct) {
    total += term.idf
    if (isMatch(term)) share += term.idf
  }
  return total > 0 ? share / total : 0
}
