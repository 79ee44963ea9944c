import { directionEncoding, unitEncoding, type VectorEncoding } from './byte-vectors.ts'
import type { StaticEmbedding } from './static-embedding.ts'

/** Source of the vectors: built-in ones computed from terms, or those of a model, stored with the passages. */
export type VectorSpace =
  | { kind: 'terms'; embedding: StaticEmbedding }
  /** `baseline`: cosine of unrelated texts, subtracted from similarities. */
  | { kind: 'stored'; dimension: number; baseline: number }

/** Encoding and parameters of the vectors of a space. */
export type VectorSpaceParameters = {
  dimension: number
  baseline: number
  code: VectorEncoding
  /** Null vector, for a text without known vector. */
  unknown: Int8Array
  /** Computes vectors from terms; null with the vectors of a model. */
  embedding: StaticEmbedding | null
}

export const spaceParameters = (space: VectorSpace): VectorSpaceParameters => {
  if (space.kind === 'stored') {
    const { dimension, baseline } = space
    return { dimension, baseline, code: directionEncoding, unknown: new Int8Array(dimension), embedding: null }
  }
  const { embedding } = space
  return { dimension: embedding.dimension, baseline: 0, code: unitEncoding, unknown: new Int8Array(embedding.dimension), embedding }
}
