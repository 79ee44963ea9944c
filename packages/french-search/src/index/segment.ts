import { meanOf, type VectorEncoding } from '../vectors/byte-vectors.ts'
import { createPostings, grow, type Postings } from './postings.ts'
import { createVectorMatrix, type VectorMatrix } from '../vectors/vector-matrix.ts'

export type VectoredPassage = {
  position: number
  /** Terms in order, with field breaks between titles and text. */
  terms: readonly string[]
  vector: Int8Array
}

/** Slots of a document, with the mean of its vectors and the scale of the mean. */
type SlotRange = { first: number; count: number; mean: Int8Array; meanScale: number }

/** Passages in slots 0, 1, 2…, in typed arrays. A slot is dead once its document is removed. */
export type IndexSegment = {
  code: VectorEncoding
  postings: Postings
  documentOf: Float64Array
  positionOf: Uint32Array
  vectors: VectorMatrix
  /** Scale of each vector: products with the vector are multiplied by it. 0 without a vector. */
  scaleOf: Float32Array
  /** Ranges of the documents, in slot order. */
  documents: Map<number, SlotRange>
  slots: number
  liveSlots: number
  liveLength: number
}

export const createSegment = (code: VectorEncoding, dimension: number): IndexSegment => ({
  code,
  postings: createPostings(),
  documentOf: new Float64Array(1024),
  positionOf: new Uint32Array(1024),
  vectors: createVectorMatrix(dimension),
  scaleOf: new Float32Array(1024),
  documents: new Map(),
  slots: 0,
  liveSlots: 0,
  liveLength: 0,
})

export const appendDocument = (segment: IndexSegment, index_no: number, passages: Iterable<VectoredPassage>): void => {
  const first = segment.slots
  const vectors: { bytes: Int8Array; scale: number }[] = []
  let length = 0
  for (const { position, terms, vector } of passages) {
    const slot = segment.slots++
    segment.documentOf = grow(segment.documentOf, slot + 1)
    segment.positionOf = grow(segment.positionOf, slot + 1)
    segment.scaleOf = grow(segment.scaleOf, slot + 1)
    segment.postings.append(terms)
    segment.documentOf[slot] = index_no
    segment.positionOf[slot] = position
    segment.vectors.set(slot, vector)
    const scale = segment.code.scale(vector)
    segment.scaleOf[slot] = scale
    vectors.push({ bytes: vector, scale })
    length += segment.postings.length(slot)
  }
  segment.liveSlots += vectors.length
  segment.liveLength += length
  const meanVector = meanOf(segment.code, vectors, segment.vectors.dimension)
  segment.documents.set(index_no, { first, count: vectors.length, mean: meanVector, meanScale: segment.code.scale(meanVector) })
}

export const dropDocument = (segment: IndexSegment, index_no: number): void => {
  const range = segment.documents.get(index_no)
  if (!range) return
  segment.documents.delete(index_no)
  segment.liveSlots -= range.count
  for (let i = 0; i < range.count; i++) segment.liveLength -= segment.postings.length(range.first + i)
}

/** Copies a segment without its dead slots. */
export const compactSegment = (old: IndexSegment): IndexSegment => {
  const fresh = createSegment(old.code, old.vectors.dimension)
  for (const [index_no, { first, count }] of old.documents) {
    appendDocument(
      fresh,
      index_no,
      Array.from({ length: count }, (_, i) => ({
        position: old.positionOf[first + i]!,
        terms: Array.from(old.postings.sequence(first + i), (id) => old.postings.term(id)),
        vector: old.vectors.row(first + i),
      })),
    )
  }
  return fresh
}

/** Ranges of consecutive slots of these documents (null for all), in order, merged to be as few as possible. */
export const slotRuns = ({ documents }: IndexSegment, allowed: readonly number[] | null): { first: number; count: number }[] => {
  const ranges =
    allowed === null ? documents.values() : [...new Set(allowed)].flatMap((index_no) => documents.get(index_no) ?? []).sort((a, b) => a.first - b.first)
  const runs: { first: number; count: number }[] = []
  for (const { first, count } of ranges) {
    const last = runs.at(-1)
    if (last !== undefined && last.first + last.count === first) last.count += count
    else if (count > 0) runs.push({ first, count })
  }
  return runs
}
