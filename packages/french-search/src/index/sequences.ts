import { decodeNumbers, grow, MAX_NUMBER_BYTES, writeNumbers } from './typed-arrays.ts'

const PAGE_BYTES = 4 * 1024 * 1024

/** Sequences of term numbers in slots 0, 1, 2…, written as variable-length numbers. */
type SequenceStore = {
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
  let scratch = new Uint8Array(1024)

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
      scratch = grow(scratch, ids.length * MAX_NUMBER_BYTES)
      const length = writeNumbers(scratch, ids)
      const start = starts[slots]!
      let written = 0
      for (const part of parts(start, start + length)) {
        part.set(scratch.subarray(written, written + part.length))
        written += part.length
      }
      starts = grow(starts, ++slots + 1)
      starts[slots] = start + length
    },
    read: (slot) => {
      const [first = new Uint8Array(0), ...others] = parts(starts[slot]!, starts[slot + 1]!)
      return decodeNumbers(others.length === 0 ? first : Buffer.concat([first, ...others]))
    },
  }
}
