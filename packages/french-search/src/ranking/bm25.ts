/** Parameters of BM25: saturation of the count of a term, and share of the length of the passage. */
export const K1 = 1.2
export const B = 0.75

/** Inverse document frequency of BM25, never negative. */
export const inverseFrequency = (total: number, frequency: number): number => Math.log(1 + (Math.max(0, total - frequency) + 0.5) / (frequency + 0.5))

/** Maximum score of one term of factor 1. */
export const MAX_TERM_SCORE = K1 + 1

/** Maximum count of a term in a passage: beyond it, BM25 no longer moves. */
export const MAX_TERM_COUNT = 255

/** BM25 score of one term. `length` and `meanLength`: numbers of terms of the passage, and of the mean passage. */
export const termScore = (factor: number, count: number, length: number, meanLength: number): number =>
  (factor * MAX_TERM_SCORE * count) / (count + K1 * (1 - B) + (K1 * B * length) / meanLength)
