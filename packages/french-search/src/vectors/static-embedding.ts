import { createHash } from 'node:crypto'
import { readFileSync } from 'node:fs'
import { join } from 'node:path'
import { directionEncoding, unitEncoding, type VectorEncoding } from './byte-vectors.ts'

/** Number of components of a built-in vector. */
const EMBEDDING_DIMENSION = 192

/** Terms of a text with their weights. */
type WeightedTerms = ReadonlyMap<string, number>

export type StaticEmbedding = {
  dimension: number
  /** Digest of the weights: other weights give other vectors. */
  version: string
  /** Unit vector of the terms; all zeros when none is known. */
  embed: (terms: WeightedTerms) => Float32Array
  /** Whether the vocabulary contains this exact term. */
  knows: (term: string) => boolean
}

const MIN_PREFIX_LENGTH = 5
const PREFIX_WEIGHT = 0.6

/** Weights of the terms of a text in its vector: 1 + ln(count). */
export const countTerms = (terms: readonly string[]): Map<string, number> => {
  const counts = new Map<string, number>()
  for (const term of terms) counts.set(term, (counts.get(term) ?? 0) + 1)
  for (const [term, count] of counts) counts.set(term, 1 + Math.log(count))
  return counts
}

/**
 * Loads the vectors of French stems trained by tools/train-embedding (int8, one scale per row). A stem outside the vocabulary gets the mean of the stems
 * that share its longest prefix («rechapag» → «rechap…»).
 */
export const loadStaticEmbedding = (folder: string = join(import.meta.dirname, 'weights')): StaticEmbedding => {
  const D = EMBEDDING_DIMENSION
  const vocabulary = readFileSync(join(folder, 'vocabulary.txt'), 'utf8').split('\n')
  const ids = new Map(vocabulary.map((term, id) => [term, id]))
  const sorted = vocabulary.toSorted()
  const bytes = readFileSync(join(folder, 'vectors.i8'))
  const rows = new Int8Array(bytes.buffer, bytes.byteOffset, bytes.length)
  const scales = new Float32Array(Uint8Array.from(readFileSync(join(folder, 'scales.f32'))).buffer)
  if (rows.length !== vocabulary.length * D || scales.length !== vocabulary.length) throw new Error('retrieval weights do not fit together')

  /** Index of the first term of `sorted` that is not before the prefix. */
  const lowerBound = (prefix: string): number => {
    let low = 0
    let high = sorted.length
    while (low < high) {
      const middle = (low + high) >> 1
      if (sorted[middle]! < prefix) low = middle + 1
      else high = middle
    }
    return low
  }

  const relatives = (term: string): number[] => {
    const shortest = Math.max(MIN_PREFIX_LENGTH, Math.ceil(term.length * 0.6))
    for (let length = term.length - 1; length >= shortest; length--) {
      const prefix = term.slice(0, length)
      const tokenIds: number[] = []
      for (let i = lowerBound(prefix); sorted[i]?.startsWith(prefix) && tokenIds.length < 8; i++) tokenIds.push(ids.get(sorted[i]!)!)
      if (tokenIds.length > 0) return tokenIds
    }
    return []
  }

  const embed = (terms: WeightedTerms): Float32Array => {
    const output = new Float32Array(D)
    const add = (id: number, weight: number): void => {
      const factor = weight * scales[id]!
      for (let j = 0, k = id * D; j < D; j++, k++) output[j]! += factor * rows[k]!
    }
    for (const [term, weight] of terms) {
      const id = ids.get(term)
      if (id !== undefined) add(id, weight)
      else if (/^\p{L}/u.test(term) && !/\d/.test(term)) {
        const nearTerms = relatives(term)
        for (const relative of nearTerms) add(relative, (weight * PREFIX_WEIGHT) / nearTerms.length)
      }
    }
    let sum = 0
    for (let j = 0; j < D; j++) sum += output[j]! * output[j]!
    if (sum > 0) for (let j = 0, norm = Math.sqrt(sum); j < D; j++) output[j]! /= norm
    return output
  }

  const version = createHash('sha256').update(vocabulary.join('\n')).update(bytes).digest('hex').slice(0, 16)
  return { dimension: D, version, embed, knows: (term) => ids.has(term) }
}

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
