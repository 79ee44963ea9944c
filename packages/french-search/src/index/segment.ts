import { meanOf, type VectorEncoding } from '../vectors/byte-vectors.ts'
import { createPostings, grow, type Postings } from './postings.ts'
import { createVectorMatrix, type VectorMatrix } from '../vectors/vector-matrix.ts'

export type VectoredPassage = {
  position: number
  /** Terms in order, with field breaks between titles and text. */
  terms: readonly string[]
  vector: Int8Array
  /** First and last days of its validity, in days since 1 January 1970; absent: no bound. */
  from?: number
  until?: number
}

/** Days on which a passage without dates is valid. */
const noDay = { from: -0x8000_0000, until: 0x7fff_ffff } as const

/** Consecutive slots. */
type SlotRun = { first: number; count: number }

/** Slots of a document, with the mean of its vectors and the scale of the mean. `group`: group by which the document is searched, null when it is searched by its own number. */
type SlotRange = SlotRun & { mean: Int8Array; meanScale: number; group: string | null }

/** Passages in slots 0, 1, 2…, in typed arrays. A slot is dead once its document is removed. */
export type IndexSegment = {
  code: VectorEncoding
  postings: Postings
  documentOf: Float64Array
  positionOf: Uint32Array
  vectors: VectorMatrix
  /** Scale of each vector: products with the vector are multiplied by it. 0 without a vector. */
  scaleOf: Float32Array
  /** First and last days on which each passage is valid, in days since 1 January 1970. */
  fromOf: Int32Array
  untilOf: Int32Array
  /** Runs of the slots of each group; null until they are needed after a change. */
  groupRuns: ReadonlyMap<string, readonly SlotRun[]> | null
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
  fromOf: new Int32Array(1024),
  untilOf: new Int32Array(1024),
  groupRuns: null,
  documents: new Map(),
  slots: 0,
  liveSlots: 0,
  liveLength: 0,
})

export const appendDocument = (segment: IndexSegment, index_no: number, passages: Iterable<VectoredPassage>, group: string | null = null): void => {
  const first = segment.slots
  segment.groupRuns = null
  const vectors: { bytes: Int8Array; scale: number }[] = []
  let length = 0
  for (const { position, terms, vector, from = noDay.from, until = noDay.until } of passages) {
    const slot = segment.slots++
    segment.documentOf = grow(segment.documentOf, slot + 1)
    segment.positionOf = grow(segment.positionOf, slot + 1)
    segment.scaleOf = grow(segment.scaleOf, slot + 1)
    segment.fromOf = grow(segment.fromOf, slot + 1)
    segment.untilOf = grow(segment.untilOf, slot + 1)
    segment.postings.append(terms)
    segment.documentOf[slot] = index_no
    segment.positionOf[slot] = position
    segment.fromOf[slot] = from
    segment.untilOf[slot] = until
    segment.vectors.set(slot, vector)
    const scale = segment.code.scale(vector)
    segment.scaleOf[slot] = scale
    vectors.push({ bytes: vector, scale })
    length += segment.postings.length(slot)
  }
  segment.liveSlots += vectors.length
  segment.liveLength += length
  const meanVector = meanOf(segment.code, vectors, segment.vectors.dimension)
  segment.documents.set(index_no, { first, count: vectors.length, mean: meanVector, meanScale: segment.code.scale(meanVector), group })
}

export const dropDocument = (segment: IndexSegment, index_no: number): void => {
  const range = segment.documents.get(index_no)
  if (!range) return
  segment.documents.delete(index_no)
  segment.groupRuns = null
  segment.liveSlots -= range.count
  for (let i = 0; i < range.count; i++) segment.liveLength -= segment.postings.length(range.first + i)
}

/** Copies a segment without its dead slots. */
export const compactSegment = (old: IndexSegment): IndexSegment => {
  const fresh = createSegment(old.code, old.vectors.dimension)
  for (const [index_no, { first, count, group }] of old.documents) {
    appendDocument(
      fresh,
      index_no,
      Array.from({ length: count }, (_, i) => ({
        position: old.positionOf[first + i]!,
        terms: Array.from(old.postings.sequence(first + i), (id) => old.postings.term(id)),
        vector: old.vectors.row(first + i),
        from: old.fromOf[first + i]!,
        until: old.untilOf[first + i]!,
      })),
      group,
    )
  }
  return fresh
}

/** Joins runs that follow each other, in the order of their slots. Empty runs are left out. */
const mergeRuns = (runs: Iterable<SlotRun>): SlotRun[] => {
  const merged: SlotRun[] = []
  for (const { first, count } of runs) {
    const last = merged.at(-1)
    if (last !== undefined && last.first + last.count === first) last.count += count
    else if (count > 0) merged.push({ first, count })
  }
  return merged
}

/** Returns the runs of each group, computed once after a change: a group may have a hundred thousand documents. */
const runsOfGroups = (segment: IndexSegment): ReadonlyMap<string, readonly SlotRun[]> => {
  if (segment.groupRuns !== null) return segment.groupRuns
  const ranges = new Map<string, SlotRange[]>()
  for (const range of segment.documents.values()) {
    if (range.group === null) continue
    const others = ranges.get(range.group)
    if (others === undefined) ranges.set(range.group, [range])
    else others.push(range)
  }
  segment.groupRuns = new Map([...ranges].map(([group, ofGroup]) => [group, mergeRuns(ofGroup)]))
  return segment.groupRuns
}

/**
 * Runs of consecutive slots of documents, in order, as few as possible.
 * @param allowed numbers of the documents without a group; null for all of them
 * @param groups groups of documents; null for all of them
 */
export const slotRuns = (segment: IndexSegment, allowed: readonly number[] | null, groups: readonly string[] | null = null): SlotRun[] => {
  const { documents } = segment
  const own =
    allowed === null
      ? [...documents.values()].filter(({ group }) => group === null)
      : [...new Set(allowed)].flatMap((index_no) => documents.get(index_no) ?? [])
  const runs = runsOfGroups(segment)
  const grouped = groups === null ? [...runs.values()].flat() : [...new Set(groups)].flatMap((group) => runs.get(group) ?? [])
  return mergeRuns([...own, ...grouped].sort((a, b) => a.first - b.first))
}
