import { meanOf, type VectorEncoding } from '../vectors/byte-vectors.ts'
import { createSegmentDocuments, type SegmentDocuments, type SlotRun } from './segment-documents.ts'
import { createPostings, type Postings } from './postings.ts'
import { grow } from './typed-arrays.ts'
import { createSignSketches, type SignSketches } from '../vectors/sign-sketches.ts'
import { createVectorMatrix, type VectorMatrix } from '../vectors/vector-matrix.ts'

export type VectoredPassage = {
  position: number
  /** Term numbers in order, with field breaks between titles and text. */
  terms: Uint32Array
  vector: Int8Array
  /** First and last days of its validity, in days since 1 January 1970; absent: no bound. */
  from?: number
  until?: number
}

/** Days on which a passage without dates is valid. */
const noDay = { from: -0x8000_0000, until: 0x7fff_ffff } as const

/** Passages in slots 0, 1, 2…, in typed arrays. A slot is dead once its document is removed. */
export type IndexSegment = {
  code: VectorEncoding
  postings: Postings
  documents: SegmentDocuments
  /** Ordinal in `documents` of the document of each slot. */
  documentOf: Uint32Array
  positionOf: Uint32Array
  vectors: VectorMatrix
  /** Signs of the vectors. */
  sketches: SignSketches
  /** Scale of each vector: products with the vector are multiplied by it. 0 without a vector. */
  scaleOf: Float32Array
  /** Mean vectors of the documents of several passages. */
  means: VectorMatrix
  meanRows: number
  /** First and last days on which each passage is valid, in days since 1 January 1970. */
  fromOf: Int32Array
  untilOf: Int32Array
  /** Runs of the slots of each group, and of the documents without a group (null); null until they are needed after a removal. */
  groupRuns: Map<string | null, SlotRun[]> | null
  slots: number
  liveSlots: number
  liveLength: number
}

export const createSegment = (code: VectorEncoding, dimension: number): IndexSegment => ({
  code,
  postings: createPostings(),
  documents: createSegmentDocuments(),
  documentOf: new Uint32Array(1024),
  positionOf: new Uint32Array(1024),
  vectors: createVectorMatrix(dimension),
  sketches: createSignSketches(dimension),
  scaleOf: new Float32Array(1024),
  means: createVectorMatrix(dimension),
  meanRows: 0,
  fromOf: new Int32Array(1024),
  untilOf: new Int32Array(1024),
  groupRuns: null,
  slots: 0,
  liveSlots: 0,
  liveLength: 0,
})

type AddedDocument = { index_no: number; group: string | null; isEmbedded: boolean }

/** Adds a document. Replaces one of the same number. */
export const appendDocument = (segment: IndexSegment, { index_no, group, isEmbedded }: AddedDocument, passages: Iterable<VectoredPassage>): void => {
  dropDocument(segment, index_no)
  const first = segment.slots
  const ordinal = segment.documents.size()
  for (const { position, terms, vector, from = noDay.from, until = noDay.until } of passages) {
    const slot = segment.slots++
    segment.documentOf = grow(segment.documentOf, slot + 1)
    segment.positionOf = grow(segment.positionOf, slot + 1)
    segment.scaleOf = grow(segment.scaleOf, slot + 1)
    segment.fromOf = grow(segment.fromOf, slot + 1)
    segment.untilOf = grow(segment.untilOf, slot + 1)
    segment.postings.append(terms)
    segment.documentOf[slot] = ordinal
    segment.positionOf[slot] = position
    segment.fromOf[slot] = from
    segment.untilOf[slot] = until
    segment.vectors.set(slot, vector)
    segment.sketches.set(slot, vector)
    segment.scaleOf[slot] = segment.code.scale(vector)
    segment.liveLength += segment.postings.length(slot)
  }
  const count = segment.slots - first
  segment.liveSlots += count
  if (count > 1) segment.means.set(segment.meanRows, meanOf(segment.code, vectorsOf(segment, { first, count }), segment.vectors.dimension))
  segment.documents.append({ index_no, first, count, group, isEmbedded, meanRow: count > 1 ? segment.meanRows++ : -1 })
  if (segment.groupRuns !== null) addRun(segment.groupRuns, group, { first, count })
}

/** Yields the vectors of a document, with their scales. */
function* vectorsOf({ vectors, scaleOf }: IndexSegment, { first, count }: SlotRun): Generator<{ bytes: Int8Array; scale: number }> {
  for (let slot = first; slot < first + count; slot++) yield { bytes: vectors.row(slot), scale: scaleOf[slot]! }
}

/** Returns the mean of the vectors of the document of a slot, with its scale. */
export const documentMean = (segment: IndexSegment, slot: number): { mean: Int8Array; meanScale: number } => {
  const { meanRow, ...run } = segment.documents.read(segment.documentOf[slot]!)
  const mean = meanRow < 0 ? meanOf(segment.code, vectorsOf(segment, run), segment.vectors.dimension) : segment.means.row(meanRow)
  return { mean, meanScale: segment.code.scale(mean) }
}

export const dropDocument = (segment: IndexSegment, index_no: number): void => {
  const ordinal = segment.documents.ordinal(index_no)
  if (ordinal === undefined) return
  const { first, count } = segment.documents.slots(ordinal)
  segment.documents.remove(ordinal)
  segment.groupRuns = null
  segment.liveSlots -= count
  for (let i = 0; i < count; i++) segment.liveLength -= segment.postings.length(first + i)
}

/** Yields the passages of a document, with its term numbers of the segment. */
export function* passagesOf(segment: IndexSegment, { first, count }: SlotRun): Generator<VectoredPassage> {
  for (let slot = first; slot < first + count; slot++) {
    yield {
      position: segment.positionOf[slot]!,
      terms: segment.postings.sequence(slot),
      vector: segment.vectors.row(slot),
      from: segment.fromOf[slot]!,
      until: segment.untilOf[slot]!,
    }
  }
}

/**
 * Copies a segment without its dead slots, a few passages at each step of the generator. Documents that are added to the old one meanwhile are copied last;
 * one that is removed must be removed from both.
 */
export function* compactSegment(old: IndexSegment, fresh: IndexSegment): Generator<void> {
  const numbers = new Map<number, number>()
  const renumbered = (id: number): number => {
    let number = numbers.get(id)
    if (number === undefined) numbers.set(id, (number = fresh.postings.number(old.postings.term(id))))
    return number
  }
  for (let ordinal = 0, slots = 0; ordinal < old.documents.size(); ordinal++) {
    if (!old.documents.isLive(ordinal)) continue
    const document = old.documents.read(ordinal)
    appendDocument(
      fresh,
      document,
      passagesOf(old, document).map((passage) => ({ ...passage, terms: passage.terms.map(renumbered) })),
    )
    slots += document.count
    if (slots < PASSAGES_PER_STEP) continue
    slots = 0
    yield
  }
}

/** Passages copied in one step, in a few milliseconds. */
const PASSAGES_PER_STEP = 200

/** Appends a run that does not begin before the last one. Adjacent or overlapping runs are merged. */
const pushRun = (runs: SlotRun[], { first, count }: SlotRun): void => {
  const last = runs.at(-1)
  if (last !== undefined && first <= last.first + last.count) last.count = Math.max(last.count, first + count - last.first)
  else if (count > 0) runs.push({ first, count })
}

const addRun = (groups: Map<string | null, SlotRun[]>, group: string | null, run: SlotRun): void => {
  const runs = groups.get(group)
  if (runs === undefined) groups.set(group, [{ ...run }])
  else pushRun(runs, run)
}

/** Returns the runs of each group, computed once after a removal: a group may have a hundred thousand documents. */
const runsOfGroups = (segment: IndexSegment): ReadonlyMap<string | null, readonly SlotRun[]> => {
  if (segment.groupRuns !== null) return segment.groupRuns
  const groups = new Map<string | null, SlotRun[]>()
  for (let ordinal = 0; ordinal < segment.documents.size(); ordinal++) {
    if (!segment.documents.isLive(ordinal)) continue
    const { group, ...run } = segment.documents.read(ordinal)
    addRun(groups, group, run)
  }
  return (segment.groupRuns = groups)
}

/**
 * Returns the slots of documents, in order, as the fewest runs of consecutive slots.
 * @param allowed numbers of the documents without a group; null for all of them
 * @param groups groups of documents; null for all of them
 */
export const slotRuns = (segment: IndexSegment, allowed: Iterable<number> | null, groups: readonly string[] | null = null): SlotRun[] => {
  const { documents } = segment
  const byGroup = runsOfGroups(segment)
  const own =
    allowed === null
      ? (byGroup.get(null) ?? [])
      : Array.from(new Set(allowed)).flatMap((index_no) => {
          const ordinal = documents.ordinal(index_no)
          return ordinal === undefined ? [] : documents.slots(ordinal)
        })
  const names = groups === null ? byGroup.keys().filter((group) => group !== null) : new Set(groups)
  const runs = [...own, ...Array.from(names).flatMap((group) => byGroup.get(group) ?? [])].sort((a, b) => a.first - b.first)
  const merged: SlotRun[] = []
  for (const run of runs) pushRun(merged, run)
  return merged
}
