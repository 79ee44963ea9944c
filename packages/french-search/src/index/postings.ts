import { BREAK_ID, FIELD_BREAK } from '../cutting/index-terms.ts'
import { B, K1 } from '../ranking/bm25.ts'
import { createPostingLists, SKIP_INTERVAL, type PostingList } from './posting-lists.ts'
import { createSequenceStore } from './sequences.ts'
import { createTermDictionary } from './term-dictionary.ts'
import { grow } from './typed-arrays.ts'

/** Maximum length of a slot in BM25. */
const MAX_LENGTH = 65_535

/** Adds the scores of a term in slots `first` to `end` - 1 to `scores`, at index slot - `first`. Successive calls take ascending slots. */
type TermScorer = (first: number, end: number, scores: Float32Array) => void

const createScorer = ({ bytes, skips, length }: PostingList, lengths: Uint16Array, factor: number, averageLength: number): TermScorer => {
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
    while (index < bytes.length) {
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
  /** Adds the term numbers of the next slot (0, 1, 2…), in order, field breaks included. */
  append: (sequence: Uint32Array) => void
  /** Returns the number of a term. A new term receives the next number. */
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

/** Creates an append-only inverted index. Term numbers have a variable length: common terms are mostly met first, and have short ones. */
export const createPostings = (): Postings => {
  const terms = createTermDictionary()
  const lists = createPostingLists()
  const sequences = createSequenceStore()
  let lengths = new Uint16Array(1024)
  /** Occurrences of each term in the slot being added; all zeros between two slots. */
  let counts = new Uint32Array(1024)
  let slots = 0
  let listCount = 0

  const numberOf = (term: string): number => {
    const id = terms.number(term)
    while (listCount <= id) {
      lists.create()
      listCount++
    }
    return id
  }
  numberOf(FIELD_BREAK)

  const append = (sequence: Uint32Array): void => {
    const slot = slots++
    sequences.append(sequence)
    lengths = grow(lengths, slots)
    counts = grow(counts, listCount)
    let length = 0
    for (const id of sequence) {
      if (id === BREAK_ID) continue
      counts[id]!++
      length++
    }
    for (const id of sequence) {
      if (counts[id] === 0) continue
      lists.add(id, slot, counts[id]!)
      counts[id] = 0
    }
    lengths[slot] = Math.min(MAX_LENGTH, length)
  }

  return {
    append,
    number: numberOf,
    id: terms.id,
    term: terms.term,
    sequence: sequences.read,
    length: (slot) => lengths[slot]!,
    frequency: lists.length,
    scorer: (id, factor, averageLength) => createScorer(lists.read(id), lengths, factor, averageLength),
  }
}
