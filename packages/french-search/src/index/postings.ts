import { BREAK_ID, FIELD_BREAK } from '../cutting/index-terms.ts'
import { B, K1, MAX_TERM_COUNT } from '../ranking/bm25.ts'
import { createSequenceStore } from './sequences.ts'
import { grow, MAX_NUMBER_BYTES, writeNumber } from './typed-arrays.ts'

/** Maximum length of a slot in BM25. */
const MAX_LENGTH = 65_535

/** Number of postings between two skips. */
const SKIP_INTERVAL = 128
const noSkips = new Uint32Array(0)

/**
 * Postings of one term. For each slot: the distance from the previous slot, doubled, plus one when the count follows (if above 1). `skips`: after each
 * `SKIP_INTERVAL` postings, the last slot and the offset of the next posting.
 */
type PostingList = { bytes: Uint8Array; usedBytes: number; last: number; length: number; skips: Uint32Array }

const addPosting = (list: PostingList, slot: number, count: number): void => {
  list.bytes = grow(list.bytes, list.usedBytes + MAX_NUMBER_BYTES + 1)
  list.usedBytes = writeNumber(list.bytes, list.usedBytes, (slot - list.last) * 2 + (count > 1 ? 1 : 0))
  if (count > 1) list.bytes[list.usedBytes++] = Math.min(MAX_TERM_COUNT, count)
  list.last = slot
  list.length++
  if (list.length % SKIP_INTERVAL > 0) return
  const index = (list.length / SKIP_INTERVAL - 1) * 2
  list.skips = grow(list.skips, index + 2)
  list.skips[index] = slot
  list.skips[index + 1] = list.usedBytes
}

/** Adds the scores of a term in slots `first` to `end` - 1 to `scores`, whose index 0 is slot `first`. Successive calls take ascending slots. */
export type TermScorer = (first: number, end: number, scores: Float32Array) => void

const createScorer = ({ bytes, usedBytes, skips, length }: PostingList, lengths: Uint16Array, factor: number, averageLength: number): TermScorer => {
  const skipCount = Math.floor(length / SKIP_INTERVAL)
  const maxScore = factor * (K1 + 1)
  const perLength = (K1 * B) / averageLength
  /** Offset of the next posting, slot of the previous one, and number of skips passed. */
  const cursor = { index: 0, last: 0, passed: 0 }
  return (first, end, scores) => {
    let { index, last, passed } = cursor
    while (passed < skipCount && skips[passed * 2]! < first) passed++
    if (passed > 0 && skips[passed * 2 - 1]! > index) {
      last = skips[passed * 2 - 2]!
      index = skips[passed * 2 - 1]!
    }
    while (index < usedBytes) {
      let next = index
      let byte = bytes[next++]!
      let value = byte & 127
      for (let shift = 7; byte > 127; shift += 7) {
        byte = bytes[next++]!
        value |= (byte & 127) << shift
      }
      const slot = last + (value >>> 1)
      if (slot >= end) break
      const count = (value & 1) === 1 ? bytes[next++]! : 1
      if (slot >= first) scores[slot - first]! += (maxScore * count) / (count + K1 * (1 - B) + perLength * lengths[slot]!)
      last = slot
      index = next
    }
    cursor.index = index
    cursor.last = last
    cursor.passed = passed
  }
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
  /** Number of terms of a slot, field breaks excluded, at most 65,535: its length in BM25. */
  length: (slot: number) => number
  /** Number of slots that contain a term. */
  frequency: (id: number) => number
  /** Returns a function that adds the BM25 scores of one term, multiplied by `factor`. */
  scorer: (id: number, factor: number, averageLength: number) => TermScorer
}

/** Creates an append-only inverted index. Numbers have a variable length: the terms met first, which are the common ones, have short ones. */
export const createPostings = (): Postings => {
  const ids = new Map<string, number>([[FIELD_BREAK, BREAK_ID]])
  const terms: string[] = [FIELD_BREAK]
  const lists: PostingList[] = [{ bytes: new Uint8Array(0), usedBytes: 0, last: 0, length: 0, skips: noSkips }]
  const sequences = createSequenceStore()
  let lengths = new Uint16Array(1024)
  /** Occurrences of each term in the slot being added; all zeros between two slots. */
  let counts = new Uint32Array(1024)
  let slots = 0

  const numberOf = (term: string): number => {
    const knownId = ids.get(term)
    if (knownId !== undefined) return knownId
    const id = lists.length
    ids.set(term, id)
    terms.push(term)
    lists.push({ bytes: new Uint8Array(8), usedBytes: 0, last: 0, length: 0, skips: noSkips })
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
    lengths[slot] = Math.min(MAX_LENGTH, length)
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
    scorer: (id, factor, averageLength) => createScorer(lists[id]!, lengths, factor, averageLength),
  }
}
