import { grow } from './postings.ts'

const PAGE_BYTES = 4 * 1024 * 1024

/** Sequences of term numbers in slots 0, 1, 2…, written as variable-length numbers. */
export type SequenceStore = {
  /** Adds the sequence of the next slot. */
  append: (ids: ArrayLike<number>) => void
  read: (slot: number) => Uint32Array
}

/** Creates an append-only store in pages: it grows without copying what it holds. */
export const createSequenceStore = (): SequenceStore => {
  const pages: Uint8Array[] = []
  /** Offset of each sequence; floats, because it may exceed 4 GB. */
  let starts = new Float64Array(1024)
  let slots = 0
  let scratch = new Uint32Array(256)

  return {
    append: (ids) => {
      let offset = starts[slots]!
      let page = pages[Math.floor(offset / PAGE_BYTES)]
      for (let i = 0; i < ids.length; i++) {
        for (let value = ids[i]!, isLast = false; !isLast; value >>>= 7) {
          const at = offset % PAGE_BYTES
          if (at === 0) pages.push((page = new Uint8Array(PAGE_BYTES)))
          isLast = value < 128
          page![at] = isLast ? value : (value & 127) | 128
          offset++
        }
      }
      starts = grow(starts, ++slots + 1)
      starts[slots] = offset
    },
    read: (slot) => {
      const end = starts[slot + 1]!
      let count = 0
      for (let offset = starts[slot]!, value = 0, shift = 0; offset < end; offset++) {
        const byte = pages[Math.floor(offset / PAGE_BYTES)]![offset % PAGE_BYTES]!
        value |= (byte & 127) << shift
        shift += 7
        if (byte > 127) continue
        scratch = grow(scratch, count + 1)
        scratch[count++] = value
        value = shift = 0
      }
      return scratch.slice(0, count)
    },
  }
}
