import { BREAK_ID, FIELD_BREAK } from '../cutting/index-terms.ts'
import { B, K1, MAX_TERM_COUNT } from '../ranking/bm25.ts'
import { createSequenceStore, MAX_NUMBER_BYTES, writeNumber } from './sequences.ts'

/** Length from which arrays grow by a quarter instead of a half: a large index must not reserve much unused memory. */
const LARGE_ARRAY_LENGTH = 4_000_000

/** Returns the array, or a longer copy when it is too short. */
export const grow = <T extends Float32Array | Float64Array | Int32Array | Uint32Array | Uint8Array>(array: T, needed: number): T => {
  if (needed <= array.length) return array
  const larger = new (array.constructor as new (length: number) => T)(
    Math.max(needed, Math.ceil(array.length * (array.length > LARGE_ARRAY_LENGTH ? 1.25 : 1.5))),
  )
  larger.set(array)
  return larger
}

/** Postings of one term. For each slot: the distance from the previous slot, doubled, plus one when the count follows (if above 1). */
type PostingList = { bytes: Uint8Array; usedBytes: number; last: number; length: number }

const addPosting = (list: PostingList, slot: number, count: number): void => {
  list.bytes = grow(list.bytes, list.usedBytes + MAX_NUMBER_BYTES + 1)
  list.usedBytes = writeNumber(list.bytes, list.usedBytes, (slot - list.last) * 2 + (count > 1 ? 1 : 0))
  if (count > 1) list.bytes[list.usedBytes++] = Math.min(MAX_TERM_COUNT, count)
  list.last = slot
  list.length++
}

export type Postings = {
  /** Adds the terms of the next slot (0, 1, 2…). */
  append: (terms: readonly string[]) => void
  /** Adds the term numbers of the next slot. */
  appendNumbers: (sequence: Uint32Array) => void
  /** Number of a term, which a new one receives. */
  number: (term: string) => number
  id: (term: string) => number | undefined
  term: (id: number) => string
  /** Term numbers of a slot in order, field breaks included. */
  sequence: (slot: number) => Uint32Array
  /** Number of terms of a slot, field breaks excluded: its length in BM25. */
  length: (slot: number) => number
  /** Number of slots that contain a term. */
  frequency: (id: number) => number
  /** Adds to `scores` the BM25 score of one term in each slot (k1 1.2, b 0.75). */
  accumulate: (id: number, factor: number, averageLength: number, scores: Float32Array) => void
}

/** Creates an append-only inverted index. Numbers have a variable length: the terms met first, which are the common ones, have short ones. */
export const createPostings = (): Postings => {
  const ids = new Map<string, number>([[FIELD_BREAK, BREAK_ID]])
  const terms: string[] = [FIELD_BREAK]
  const lists: PostingList[] = [{ bytes: new Uint8Array(0), usedBytes: 0, last: 0, length: 0 }]
  const sequences = createSequenceStore()
  let lengths = new Float32Array(1024)
  /** Occurrences of each term in the slot being added; all zeros between two slots. */
  let counts = new Uint32Array(1024)
  let slots = 0

  const numberOf = (term: string): number => {
    const knownId = ids.get(term)
    if (knownId !== undefined) return knownId
    const id = lists.length
    ids.set(term, id)
    terms.push(term)
    lists.push({ bytes: new Uint8Array(8), usedBytes: 0, last: 0, length: 0 })
    return id
  }

  const appendNumbers = (sequence: Uint32Array): void => {
    const slot = slots++
    sequences.append(sequence)
    lengths = grow(lengths, slots)
    counts = grow(counts, lists.length)
    let length = 0
    for (const id of sequence) {
      if (id === BREAK_ID) continue
      counts[id]!++
      length++
    }
    for (const id of sequence) {
      if (counts[id] === 0) continue
      addPosting(lists[id]!, slot, counts[id]!)
      counts[id] = 0
    }
    lengths[slot] = length
  }

  return {
    append: (sequence) => appendNumbers(Uint32Array.from(sequence, numberOf)),
    appendNumbers,
    number: numberOf,
    id: (term) => ids.get(term),
    term: (id) => terms[id]!,
    sequence: sequences.read,
    length: (slot) => lengths[slot]!,
    frequency: (id) => lists[id]!.length,
    accumulate: (id, factor, averageLength, scores) => {
      const { bytes, usedBytes } = lists[id]!
      const maxScore = factor * (K1 + 1)
      const perLength = (K1 * B) / averageLength
      for (let index = 0, slot = 0; index < usedBytes;) {
        let byte = bytes[index++]!
        let value = byte & 127
        for (let shift = 7; byte > 127; shift += 7) {
          byte = bytes[index++]!
          value |= (byte & 127) << shift
        }
        slot += value >>> 1
        const count = (value & 1) === 1 ? bytes[index++]! : 1
        scores[slot]! += (maxScore * count) / (count + K1 * (1 - B) + perLength * lengths[slot]!)
      }
    },
  }
}
