import { grow } from './typed-arrays.ts'

/** Bits of the flags of a document. */
const LIVE = 1
const EMBEDDED = 2

/** Consecutive slots. */
export type SlotRun = { first: number; count: number }

/** A document to add. `group`: group by which it is searched, null when it is searched by its number. */
type DocumentEntry = SlotRun & {
  index_no: number
  group: string | null
  /** Whether the model of the vectors had given all of them. */
  isEmbedded: boolean
  /** Row of its mean vector; -1 when it has the vector of its only passage. */
  meanRow: number
}

/** Documents of an index, by ordinal: 0, 1, 2… in the order of their slots. Removed ones keep their ordinal. */
export type SegmentDocuments = {
  /** Number of ordinals. */
  size: () => number
  append: (document: DocumentEntry) => void
  remove: (ordinal: number) => void
  isLive: (ordinal: number) => boolean
  /** Ordinal of a document that has not been removed. */
  ordinal: (index_no: number) => number | undefined
  read: (ordinal: number) => DocumentEntry
  slots: (ordinal: number) => SlotRun
  indexNumber: (ordinal: number) => number
  /** Ordinals of the documents that have not been removed, in order. */
  liveOrdinals: () => IteratorObject<number>
}

/** Creates an empty table, in typed arrays: a corpus has a document for each of its articles. */
export const createSegmentDocuments = (): SegmentDocuments => {
  let numbers = new Float64Array(256)
  let firsts = new Uint32Array(256)
  let counts = new Uint32Array(256)
  let groups = new Int32Array(256)
  let meanRows = new Int32Array(256)
  let flags = new Uint8Array(256)
  let length = 0
  const groupNames: string[] = []
  const groupIds = new Map<string, number>()
  const ordinals = new Map<number, number>()

  const groupId = (group: string | null): number => {
    if (group === null) return -1
    let id = groupIds.get(group)
    if (id === undefined) groupIds.set(group, (id = groupNames.push(group) - 1))
    return id
  }

  return {
    size: () => length,
    append: ({ index_no, first, count, group, isEmbedded, meanRow }) => {
      const ordinal = length++
      numbers = grow(numbers, length)
      firsts = grow(firsts, length)
      counts = grow(counts, length)
      groups = grow(groups, length)
      meanRows = grow(meanRows, length)
      flags = grow(flags, length)
      numbers[ordinal] = index_no
      firsts[ordinal] = first
      counts[ordinal] = count
      groups[ordinal] = groupId(group)
      meanRows[ordinal] = meanRow
      flags[ordinal] = LIVE | (isEmbedded ? EMBEDDED : 0)
      ordinals.set(index_no, ordinal)
    },
    remove: (ordinal) => {
      flags[ordinal]! &= ~LIVE
      ordinals.delete(numbers[ordinal]!)
    },
    isLive: (ordinal) => (flags[ordinal]! & LIVE) !== 0,
    ordinal: (index_no) => ordinals.get(index_no),
    read: (ordinal) => ({
      index_no: numbers[ordinal]!,
      first: firsts[ordinal]!,
      count: counts[ordinal]!,
      group: groupNames[groups[ordinal]!] ?? null,
      isEmbedded: (flags[ordinal]! & EMBEDDED) !== 0,
      meanRow: meanRows[ordinal]!,
    }),
    slots: (ordinal) => ({ first: firsts[ordinal]!, count: counts[ordinal]! }),
    indexNumber: (ordinal) => numbers[ordinal]!,
    liveOrdinals: () => ordinals.values(),
  }
}
