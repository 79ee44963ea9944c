import { grow } from './typed-arrays.ts'

/** Numbers of terms, in order of appearance. */
type TermDictionary = {
  id: (term: string) => number | undefined
  /** Returns the number of a term. A new term receives the next number. */
  number: (term: string) => number
  term: (id: number) => string
}

/** Share of the hash table that is used before it doubles. */
const MAX_LOAD = 0.7

/** Creates an empty dictionary, in typed arrays: a large index has a term for each article number and each name. */
export const createTermDictionary = (): TermDictionary => {
  /** UTF-8 of the terms one after another, and their offsets. */
  let bytes = new Uint8Array(65_536)
  let starts = new Uint32Array(1024)
  /** Hash table with open addressing. An entry is the number of a term plus one, or 0 when it is free. */
  let table = new Uint32Array(4096)
  let size = 0
  /** UTF-8 of the term that is looked up. */
  let scratch = Buffer.alloc(256)

  /** Writes a term into `scratch`. Returns its length. */
  const encode = (term: string): number => {
    if (scratch.length < term.length * 3) scratch = Buffer.alloc(term.length * 3)
    for (let i = 0; i < term.length; i++) {
      const code = term.charCodeAt(i)
      if (code > 127) return scratch.write(term)
      scratch[i] = code
    }
    return term.length
  }
  /** FNV-1a. */
  const hash = (source: Uint8Array, start: number, end: number): number => {
    let value = 0x811c_9dc5
    for (let i = start; i < end; i++) value = Math.imul(value ^ source[i]!, 0x0100_0193)
    return (value ^ (value >>> 15)) >>> 0
  }
  /** Returns the position in the table of the term in `scratch`, or the free position where it goes. */
  const find = (length: number): number => {
    const mask = table.length - 1
    for (let index = hash(scratch, 0, length) & mask; ; index = (index + 1) & mask) {
      const entry = table[index]!
      if (entry === 0) return index
      const start = starts[entry - 1]!
      if (starts[entry]! - start !== length) continue
      let same = 0
      while (same < length && bytes[start + same] === scratch[same]) same++
      if (same === length) return index
    }
  }
  const enlarge = (): void => {
    table = new Uint32Array(table.length * 2)
    const mask = table.length - 1
    for (let id = 0; id < size; id++) {
      let index = hash(bytes, starts[id]!, starts[id + 1]!) & mask
      while (table[index] !== 0) index = (index + 1) & mask
      table[index] = id + 1
    }
  }

  return {
    id: (term) => {
      const entry = table[find(encode(term))]!
      return entry === 0 ? undefined : entry - 1
    },
    number: (term) => {
      const length = encode(term)
      const index = find(length)
      if (table[index] !== 0) return table[index]! - 1
      const id = size++
      const start = starts[id]!
      starts = grow(starts, size + 1)
      starts[size] = start + length
      bytes = grow(bytes, start + length)
      bytes.set(scratch.subarray(0, length), start)
      table[index] = size
      if (size > table.length * MAX_LOAD) enlarge()
      return id
    },
    term: (id) => Buffer.from(bytes.buffer, starts[id], starts[id + 1]! - starts[id]!).toString(),
  }
}
