import { grow } from './postings.ts'

/** Maximum size of a variable-length number of seven bits a byte, in bytes. */
export const MAX_NUMBER_BYTES = 5

/** Writes a variable-length number, lowest seven bits first. Returns the end offset. */
export const writeNumber = (bytes: Uint8Array, index: number, value: number): number => {
  while (value > 127) {
    bytes[index++] = (value & 127) | 128
    value >>>= 7
  }
  bytes[index++] = value
  return index
}

/** Writes numbers one after another, each with a variable length. */
export const encodeNumbers = (numbers: Uint32Array): Uint8Array => {
  const bytes = new Uint8Array(numbers.length * MAX_NUMBER_BYTES)
  let end = 0
  for (let i = 0; i < numbers.length; i++) end = writeNumber(bytes, end, numbers[i]!)
  return bytes.subarray(0, end)
}

/** Reads the numbers written by `encodeNumbers`. */
export const decodeNumbers = (bytes: Uint8Array): Uint32Array => {
  const numbers = new Uint32Array(bytes.length)
  let count = 0
  for (let index = 0, value = 0, shift = 0; index < bytes.length; index++) {
    const byte = bytes[index]!
    value |= (byte & 127) << shift
    shift += 7
    if (byte > 127) continue
    numbers[count++] = value
    value = shift = 0
  }
  return numbers.slice(0, count)
}

const PAGE_BYTES = 4 * 1024 * 1024

/** Sequences of term numbers in slots 0, 1, 2…, written as variable-length numbers. */
export type SequenceStore = {
  /** Adds the sequence of the next slot. */
  append: (ids: Uint32Array) => void
  read: (slot: number) => Uint32Array
}

/** Creates an append-only store in pages: it grows without copying what it holds. */
export const createSequenceStore = (): SequenceStore => {
  const pages: Uint8Array[] = []
  /** Offset of each sequence; floats, because it may exceed 4 GB. */
  let starts = new Float64Array(1024)
  let slots = 0

  /** Yields the parts of pages from one offset to another. */
  function* parts(start: number, end: number): Generator<Uint8Array> {
    for (let offset = start; offset < end;) {
      const page = Math.floor(offset / PAGE_BYTES)
      if (page === pages.length) pages.push(new Uint8Array(PAGE_BYTES))
      const part = pages[page]!.subarray(offset % PAGE_BYTES, Math.min(PAGE_BYTES, end - page * PAGE_BYTES))
      yield part
      offset += part.length
    }
  }

  return {
    append: (ids) => {
      const bytes = encodeNumbers(ids)
      const start = starts[slots]!
      let written = 0
      for (const part of parts(start, start + bytes.length)) {
        part.set(bytes.subarray(written, written + part.length))
        written += part.length
      }
      starts = grow(starts, ++slots + 1)
      starts[slots] = start + bytes.length
    },
    read: (slot) => {
      const [first = new Uint8Array(0), ...others] = parts(starts[slot]!, starts[slot + 1]!)
      return decodeNumbers(others.length === 0 ? first : Buffer.concat([first, ...others]))
    },
  }
}
