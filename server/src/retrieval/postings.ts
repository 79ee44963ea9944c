import { FIELD_BREAK } from './index-terms.ts'

const K1 = 1.2
const B = 0.75
/** Number of the field break in sequences; never a posting. */
export const BREAK_ID = 0

type List = { slots: Uint32Array; counts: Uint8Array; length: number }

/** The same array, or a copy at least twice as long when it is too short. */
export const grow = <T extends Float32Array | Float64Array | Uint32Array | Int8Array>(array: T, needed: number): T => {
  if (needed <= array.length) return array
  const larger = new (array.constructor as new (length: number) => T)(Math.max(needed, array.length * 2))
  larger.set(array)
  return larger
}

const push = (list: List, slot: number, count: number): void => {
  if (list.length === list.slots.length) {
    const { slots, counts } = list
    list.slots = new Uint32Array(list.length * 2)
    list.slots.set(slots)
    list.counts = new Uint8Array(list.length * 2)
    list.counts.set(counts)
  }
  list.slots[list.length] = slot
  list.counts[list.length++] = Math.min(255, count)
}

export type Postings = {
  /** Adds the terms of the next slot (0, 1, 2…). */
  append: (terms: readonly string[]) => void
  id: (term: string) => number | undefined
  term: (id: number) => string
  /** Term numbers of a slot in order, with breaks. */
  sequence: (slot: number) => Uint32Array
  /** Terms of a slot, breaks apart: the length of BM25. */
  length: (slot: number) => number
  /** Slots that hold a term. */
  frequency: (id: number) => number
  /** Adds to `scores` what one term gives each slot: BM25, k1 1.2, b 0.75. */
  accumulate: (id: number, factor: number, averageLength: number, scores: Float32Array) => void
}

/** Inverted index in typed arrays, append only. */
export const createPostings = (): Postings => {
  const ids = new Map<string, number>([[FIELD_BREAK, BREAK_ID]])
  const terms: string[] = [FIELD_BREAK]
  const lists: List[] = [{ slots: new Uint32Array(1), counts: new Uint8Array(1), length: 0 }]
  let starts = new Uint32Array(1024)
  let flat = new Uint32Array(65_536)
  let lengths = new Float32Array(1024)
  let slots = 0

  const numberOf = (term: string): number => {
    const known = ids.get(term)
    if (known !== undefined) return known
    const id = lists.length
    ids.set(term, id)
    terms.push(term)
    lists.push({ slots: new Uint32Array(2), counts: new Uint8Array(2), length: 0 })
    return id
  }

  return {
    append: (sequence) => {
      const slot = slots++
      const start = starts[slot]!
      starts = grow(starts, slots + 1)
      lengths = grow(lengths, slots)
      flat = grow(flat, start + sequence.length)
      const counts = new Map<number, number>()
      let length = 0
      sequence.forEach((term, index) => {
        const id = numberOf(term)
        flat[start + index] = id
        if (id === BREAK_ID) return
        counts.set(id, (counts.get(id) ?? 0) + 1)
        length++
      })
      for (const [id, count] of counts) push(lists[id]!, slot, count)
      starts[slot + 1] = start + sequence.length
      lengths[slot] = length
    },
    id: (term) => ids.get(term),
    term: (id) => terms[id]!,
    sequence: (slot) => flat.subarray(starts[slot], starts[slot + 1]),
    length: (slot) => lengths[slot]!,
    frequency: (id) => lists[id]!.length,
    accumulate: (id, factor, averageLength, scores) => {
      const list = lists[id]!
      for (let i = 0; i < list.length; i++) {
        const slot = list.slots[i]!
        const count = list.counts[i]!
        scores[slot]! += (factor * count * (K1 + 1)) / (count + K1 * (1 - B + (B * lengths[slot]!) / averageLength))
      }
    },
  }
}

/** Inverse document frequency of BM25; never negative. */
export const inverseFrequency = (total: number, frequency: number): number => Math.log(1 + (Math.max(0, total - frequency) + 0.5) / (frequency + 0.5))

/** What one term of factor 1 can give at most. */
export const MOST_PER_TERM = K1 + 1
