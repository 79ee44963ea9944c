import { meanOf, type VectorEncoding } from '../vectors/byte-vectors.ts'
import { createDocumentTable, type DocumentTable, type SlotRun } from './document-table.ts'
import { createPostings, grow, type Postings } from './postings.ts'
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
  documents: DocumentTable
  /** Ordinal in `documents` of the document of each slot. */
  documentOf: Uint32Array
  positionOf: Uint32Array
  vectors: VectorMatrix
  /** Scale of each vector: products with the vector are multiplied by it. 0 without a vector. */
  scaleOf: Float32Array
  /** Mean vectors of the documents of several passages. */
  means: VectorMatrix
  meanRows: number
  /** First and last days on which each passage is valid, in days since 1 January 1970. */
  fromOf: Int32Array
  untilOf: Int32Array
  /** Runs of the slots of each group; null until they are needed after a change. */
  groupRuns: ReadonlyMap<string, readonly SlotRun[]> | null
  slots: number
  liveSlots: number
  liveLength: number
}

export const createSegment = (code: VectorEncoding, dimension: number): IndexSegment => ({
  code,
  postings: createPostings(),
  documents: createDocumentTable(),
  documentOf: new Uint32Array(1024),
  positionOf: new Uint32Array(1024),
  vectors: createVectorMatrix(dimension),
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
    segment.postings.appendNumbers(terms)
    segment.documentOf[slot] = ordinal
    segment.positionOf[slot] = position
    segment.fromOf[slot] = from
    segment.untilOf[slot] = until
    segment.vectors.set(slot, vector)
    segment.scaleOf[slot] = segment.code.scale(vector)
    segment.liveLength += segment.postings.length(slot)
  }
  const count = segment.slots - first
  segment.liveSlots += count
  if (count > 1) segment.means.set(segment.meanRows, meanOf(segment.code, vectorsOf(segment, { first, count }), segment.vectors.dimension))
  segment.documents.append({ index_no, first, count, group, isEmbedded, meanRow: count > 1 ? segment.meanRows++ : -1 })
  if (group !== null) segment.groupRuns = null
}

/** Yields the vectors of a document, with their scales. */
function* vectorsOf({ vectors, scaleOf }: IndexSegment, { first, count }: SlotRun): Generator<{ bytes: Int8Array; scale: number }> {
  for (let slot = first; slot < first + count; slot++) yield { bytes: vectors.row(slot), scale: scaleOf[slot]! }
}

/** Mean of the vectors of the document of a slot, with its scale. */
export const documentMean = (segment: IndexSegment, slot: number): { mean: Int8Array; meanScale: number } => {
  const { meanRow, ...run } = segment.documents.read(segment.documentOf[slot]!)
  const mean = meanRow < 0 ? meanOf(segment.code, vectorsOf(segment, run), segment.vectors.dimension) : segment.means.row(meanRow)
  return { mean, meanScale: segment.code.scale(mean) }
}

export const dropDocument = (segment: IndexSegment, index_no: number): void => {
  const ordinal = segment.documents.ordinal(index_no)
  if (ordinal === undefined) return
  const { first, count, group } = segment.documents.read(ordinal)
  segment.documents.remove(ordinal)
  if (group !== null) segment.groupRuns = null
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

/** Yields the documents that have not been removed, in the order of their slots. */
function* liveDocuments({ documents }: IndexSegment): Generator<SlotRun & { group: string | null }> {
  for (let ordinal = 0; ordinal < documents.size(); ordinal++) if (documents.isLive(ordinal)) yield documents.read(ordinal)
}

/** Returns the runs of each group, computed once after a change: a group may have a hundred thousand documents. */
const runsOfGroups = (segment: IndexSegment): ReadonlyMap<string, readonly SlotRun[]> => {
  if (segment.groupRuns !== null) return segment.groupRuns
  const ranges = new Map<string, SlotRun[]>()
  for (const { first, count, group } of liveDocuments(segment)) {
    if (group === null) continue
    const others = ranges.get(group)
    if (others === undefined) ranges.set(group, [{ first, count }])
    else others.push({ first, count })
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
      ? Array.from(liveDocuments(segment).filter(({ group }) => group === null))
      : [...new Set(allowed)].flatMap((index_no) => {
          const ordinal = documents.ordinal(index_no)
          return ordinal === undefined ? [] : [documents.read(ordinal)]
        })
  const runs = runsOfGroups(segment)
  const grouped = groups === null ? [...runs.values()].flat() : [...new Set(groups)].flatMap((group) => runs.get(group) ?? [])
  return mergeRuns([...own, ...grouped].sort((a, b) => a.first - b.first))
}
