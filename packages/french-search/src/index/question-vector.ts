import { questionShare, type QuestionTerms } from '../ranking/question-terms.ts'
import type { RankingWeights } from '../ranking/ranking.ts'
import type { VectorSpaceParameters } from '../vectors/static-embedding.ts'
import type { IndexSegment } from './segment.ts'

export type QuestionVector = {
  vector: Int8Array
  /** Weight of the semantic score in the fusion: 0 when the vectors do not know the question. */
  share: number
  /** Weight for one passage: 0 if it has no vector of the model. */
  shareAt: (slot: number) => number
  /** Factor of the products with the vector. */
  scale: number
  /** Similarity of a vector, from its cosine with the question's. */
  similarityOf: (cosine: number) => number
  /** Whether sketches estimate the similarities. Measured on the built-in vectors only: their components have about the same size. */
  isSketched: boolean
  /** Similarity of a vector, from its product with the question's vector and its scale. */
  similarity: (product: number, scale: number) => number
}

type VectorContext = { segment: IndexSegment; measures: VectorSpaceParameters; weights: RankingWeights }

/**
 * Encodes the vector of a question, and computes its weight in the fusion.
 * @param vector null when unknown: only words count
 */
export const readQuestionVector = ({ segment, measures, weights }: VectorContext, vector: Float32Array | null, terms: QuestionTerms): QuestionVector => {
  const { scaleOf } = segment
  const { baseline, code, embedding } = measures
  const bytes = vector?.length === measures.dimension ? code.toBytes(vector) : measures.unknown
  const questionScale = code.scale(bytes)
  const share = questionShare(terms, weights, { hasVector: questionScale !== 0, isBuiltIn: embedding !== null })
  const similarityOf = (cosine: number): number => (cosine - baseline) / (1 - baseline)
  return {
    vector: bytes,
    scale: questionScale,
    share,
    shareAt: (slot) => (embedding === null && scaleOf[slot] === 0 ? 0 : share),
    similarityOf,
    isSketched: embedding !== null,
    similarity: (products, scale) => similarityOf(products * questionScale * scale),
  }
}
