/** Encoding of vectors as bytes, a quarter of their size, and computation of cosines from products of bytes. */
export type VectorEncoding = {
  toBytes: (vector: ArrayLike<number>) => Int8Array
  /** Scale of a vector: a product is multiplied by the scale of each of its two vectors to get the cosine. 0 for the null vector, whose cosines are 0. */
  scale: (bytes: Int8Array) => number
}

/** Scalar product of two vectors of bytes. */
export const product = (a: Int8Array, b: Int8Array): number => {
  let sum = 0
  for (let j = 0; j < a.length; j++) sum = (sum + Math.imul(a[j]!, b[j]!)) | 0
  return sum
}

/** Encoding for any model: the largest component is ±127, and the scale comes from the length of the bytes. Cosines are exact to 0.01. */
export const directionEncoding: VectorEncoding = {
  toBytes: (vector) => {
    let largest = 0
    for (let j = 0; j < vector.length; j++) largest = Math.max(largest, Math.abs(vector[j]!))
    const bytes = new Int8Array(vector.length)
    if (largest > 0) for (let j = 0; j < bytes.length; j++) bytes[j] = Math.round((vector[j]! * 127) / largest)
    return bytes
  },
  scale: (bytes) => {
    const squared = product(bytes, bytes)
    return squared === 0 ? 0 : 1 / Math.sqrt(squared)
  },
}

const QUANTUM = 400

/**
 * Encoding of the built-in unit vectors: their components rarely exceed 0.3, so the eight bits cover that range. Larger ones are clipped, which moderates
 * texts of one or two words; measurements are better than with `directionEncoding`.
 */
export const unitEncoding: VectorEncoding = {
  toBytes: (vector) => {
    const bytes = new Int8Array(vector.length)
    for (let j = 0; j < bytes.length; j++) bytes[j] = Math.max(-127, Math.min(127, Math.round(vector[j]! * QUANTUM)))
    return bytes
  },
  scale: (bytes) => (bytes.some((byte) => byte !== 0) ? 1 / QUANTUM : 0),
}

/** Unit mean of vectors, as bytes. Null vectors do not count. */
export const meanOf = (code: VectorEncoding, vectors: Iterable<{ bytes: Int8Array; scale: number }>, dimension: number): Int8Array => {
  const sum = new Float32Array(dimension)
  for (const { bytes, scale } of vectors) if (scale > 0) for (let j = 0; j < dimension; j++) sum[j]! += bytes[j]! * scale
  let squared = 0
  for (const value of sum) squared += value * value
  const length = Math.sqrt(squared) || 1
  return code.toBytes(sum.map((value) => value / length))
}
