import { directionCode, unitCode, type ByteCode } from './byte-vectors.ts'
import type { StaticEmbedding } from './static-embedding.ts'

/** What the vectors are: built-in ones made from terms, or those of a model, stored with the passages. */
export type VectorSpace =
  | { kind: 'terms'; embedding: StaticEmbedding }
  /** `baseline`: cosine of unrelated texts, what nearness is counted from. */
  | { kind: 'stored'; dimension: number; baseline: number }

/** What the vectors of a space are measured by. */
export type VectorMeasures = {
  dimension: number
  baseline: number
  code: ByteCode
  /** The null vector: of what has no meaning known. */
  unknown: Int8Array
  /** Makes vectors from terms; null where they are a model's. */
  embedding: StaticEmbedding | null
}

/** What the vectors of this space are measured by. */
export const vectorMeasures = (space: VectorSpace): VectorMeasures => {
  if (space.kind === 'stored') {
    const { dimension, baseline } = space
    return { dimension, baseline, code: directionCode, unknown: new Int8Array(dimension), embedding: null }
  }
  const { embedding } = space
  return { dimension: embedding.dimension, baseline: 0, code: unitCode, unknown: new Int8Array(embedding.dimension), embedding }
}
