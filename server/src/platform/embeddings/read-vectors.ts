/** No known model gives longer vectors. */
const LONGEST = 8_192

/**
 * The vectors of an answer to `/embeddings`, in the order of the texts. Null when the answer is not of the protocol: another
 * number of vectors, an index twice, lengths that differ, a component that is no finite number, a vector of zeros.
 */
export const readVectors = (answer: unknown, expected: number): Float32Array[] | null => {
  const data = (answer as { data?: unknown } | null)?.data
  if (!Array.isArray(data) || data.length !== expected) return null
  const vectors: (Float32Array | undefined)[] = Array.from({ length: expected })
  let dimension = 0
  for (const [place, item] of data.entries() as IterableIterator<[number, unknown]>) {
    const { embedding, index = place } = (item ?? {}) as { embedding?: unknown; index?: unknown }
    if (typeof index !== 'number' || !Number.isInteger(index) || index < 0 || index >= expected || vectors[index] !== undefined) return null
    if (!Array.isArray(embedding) || embedding.length === 0 || embedding.length > LONGEST) return null
    dimension ||= embedding.length
    if (embedding.length !== dimension || !embedding.every((value) => typeof value === 'number' && Number.isFinite(value))) return null
    const vector = Float32Array.from(embedding as number[])
    // Single precision may overflow or vanish where the text of the number did not.
    if (!vector.every(Number.isFinite) || vector.every((value) => value === 0)) return null
    vectors[index] = vector
  }
  return vectors as Float32Array[]
}
