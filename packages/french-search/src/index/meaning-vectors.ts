import { setImmediate } from 'node:timers/promises'
import { FIELD_BREAK, headingTerms, vectorTerms } from '../cutting/index-terms.ts'
import { semanticScore } from '../ranking/rank-passages.ts'
import type { RankingWeights } from '../ranking/ranking.ts'
import { meanOf, unitEncoding } from '../vectors/byte-vectors.ts'
import { countTerms, loadStaticEmbedding } from '../vectors/static-embedding.ts'

/**
 * Weighted sums of the vectors of passages, of their documents and of their headings: the scalar product with the vector of a question is the semantic score
 * of a passage (`semanticScore`).
 */
export type MeaningVectors = {
  dimension: number
  /** Returns the vectors of all the passages of a document, given their terms. */
  ofDocument: (passages: readonly (readonly string[])[]) => Promise<Float32Array[]>
  /** Returns the vector of a question to multiply by; null when it has no known word. */
  ofQuestion: (vector: Float32Array) => Float32Array | null
}

/** Passages encoded at once, in a few milliseconds. */
const PASSAGES_PER_TURN = 50

/** Maps passages, some at a time: a long document must not delay the other requests of the process. */
const mapInTurns = async <T, U>(items: readonly T[], map: (item: T, index: number) => U): Promise<U[]> => {
  const mapped: U[] = []
  for (const [index, item] of items.entries()) {
    if (index > 0 && index % PASSAGES_PER_TURN === 0) await setImmediate()
    mapped.push(map(item, index))
  }
  return mapped
}

/** Loads the built-in vectors (some ten megabytes). */
export const createMeaningVectors = (weights: RankingWeights): MeaningVectors => {
  const embedding = loadStaticEmbedding()
  const { dimension } = embedding
  const encode = (terms: readonly string[]) => {
    const bytes = unitEncoding.toBytes(embedding.embed(countTerms(terms)))
    return { bytes, scale: unitEncoding.scale(bytes) }
  }
  return {
    dimension,
    ofDocument: async (passages) => {
      const vectors = await mapInTurns(passages, (terms) => encode(vectorTerms(terms)))
      const mean = meanOf(unitEncoding, vectors, dimension)
      const meanScale = unitEncoding.scale(mean)
      const headingVectors = new Map<string, ReturnType<typeof encode>>()
      const headingOf = (terms: readonly string[]) => {
        const headings = Array.from(headingTerms(terms, FIELD_BREAK))
        if (headings.length === 0) return null
        const key = headings.join(' ')
        const found = headingVectors.get(key) ?? encode(headings)
        headingVectors.set(key, found)
        return found
      }
      return mapInTurns(passages, (terms, index) => {
        const own = vectors[index]!
        const heading = headingOf(terms) ?? own
        return Float32Array.from({ length: dimension }, (_, j) =>
          semanticScore(weights, own.bytes[j]! * own.scale, mean[j]! * meanScale, heading.bytes[j]! * heading.scale),
        )
      })
    },
    ofQuestion: (vector) => {
      const bytes = unitEncoding.toBytes(vector)
      const scale = unitEncoding.scale(bytes)
      return scale === 0 ? null : Float32Array.from(bytes, (byte) => byte * scale)
    },
  }
}
