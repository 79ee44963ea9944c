/** Maximum length of a vector; no known model gives longer ones. */
const MAX_VECTOR_LENGTH = 8_192

/**
 * Reads the vectors of an answer to `/embeddings`, in the order of the texts. Null when the answer is invalid: another number of vectors, a duplicate
 * index, different lengths, a component that is not a finite number, or a zero vector.
 */
export const readVectors = (answer: unknown, expected: number): Float32Array[] | null => {
  const data = (answer as { data?: unknown } | null)?.data
  if (!Array.isArray(data) || data.length !== expected) return null
  const vectors: (Float32Array | undefined)[] = Array.from({ length: expected })
  let dimension = 0
  for (const [place, item] of data.entries() as IterableIterator<[number, unknown]>) {
    const { embedding, index = place } = (item ?? {}) as { embedding?: unknown; index?: unknown }
    if (typeof index !== 'number' || !Number.isInteger(index) || index < 0 || index >= expected || vectors[index] !== undefined) return null
    if (!Array.isArray(embedding) || embedding.length === 0 || embedding.length > MAX_VECTOR_LENGTH) return null
    dimension ||= embedding.length
    if (embedding.length !== dimension || !embedding.every((value) => typeof value === 'number' && Number.isFinite(value))) return null
    const vector = Float32Array.from(embedding as number[])
    // A number that is valid in double precision may overflow, or round to zero, in single precision.
    if (!vector.every(Number.isFinite) || vector.every((value) => value === 0)) return null
    vectors[index] = vector
  }
  return vectors as Float32Array[]
}
