import { MAX_TERM_COUNT } from '../ranking/bm25.ts'
import { grow, writeNumber } from './typed-arrays.ts'

/** Number of postings between two skips. */
export const SKIP_INTERVAL = 128

/**
 * Postings of one term. For each slot: the distance from the previous slot, doubled, plus one when the count follows (if above 1). `skips`: after each
 * `SKIP_INTERVAL` postings, the last slot and the offset of the next posting.
 */
export type PostingList = { bytes: Uint8Array; length: number; skips: Uint32Array }

/** Lists of postings by term number. */
type PostingLists = {
  /** Adds an empty list with the next number. */
  create: () => void
  /** Adds a posting. Slots are ascending. */
  add: (id: number, slot: number, count: number) => void
  /** Number of postings. */
  length: (id: number) => number
  read: (id: number) => PostingList
}

const PAGE_BITS = 20
const PAGE_BYTES = 2 ** PAGE_BITS
/** Capacity from which a list has a page of its own, in bytes. */
const OWN_PAGE_BYTES = PAGE_BYTES / 4
/** Capacities of lists, in bytes: 4, 6, 8, 12, 16, 24… */
const capacities = Array.from({ length: 56 }, (_, index) => (index % 2 === 0 ? 4 : 6) * 2 ** Math.floor(index / 2))
const noSkips = new Uint32Array(0)
const noBytes = new Uint8Array(0)

/** Fields of a list: address of its region, its position in `capacities`, bytes used, last slot, number of postings. */
const [ADDRESS, SIZE, USED, LAST, LENGTH, FIELDS] = [0, 1, 2, 3, 4, 5]

/** Allocates the regions of lists in pages. An address is the number of the page and an offset in it. */
const createRegions = () => {
  const pages: Uint8Array[] = []
  /** Addresses of the free regions, by capacity. */
  const free: number[][] = capacities.map(() => [])
  /** Numbers of the free pages. */
  const freePages: number[] = []
  let next = 0
  let end = 0

  /** Returns the address of the new page. */
  const addPage = (size: number): number => {
    const number = freePages.pop() ?? pages.length
    pages[number] = new Uint8Array(size)
    return number * PAGE_BYTES
  }

  return {
    page: (address: number): Uint8Array => pages[address >>> PAGE_BITS]!,
    allocate: (capacity: number): number => {
      const reused = free[capacity]!.pop()
      if (reused !== undefined) return reused
      const size = capacities[capacity]!
      if (size >= OWN_PAGE_BYTES) return addPage(size)
      if (next + size > end) {
        next = addPage(PAGE_BYTES)
        end = next + PAGE_BYTES
      }
      next += size
      return next - size
    },
    release: (address: number, capacity: number): void => {
      if (capacities[capacity]! < OWN_PAGE_BYTES) {
        free[capacity]!.push(address)
        return
      }
      pages[address >>> PAGE_BITS] = noBytes
      freePages.push(address >>> PAGE_BITS)
    },
  }
}

/** Creates empty lists, in typed arrays and pages: most terms of a large index have one posting. */
export const createPostingLists = (): PostingLists => {
  const regions = createRegions()
  /** Fields of the lists, side by side: one access to memory for each posting. */
  let fields = new Uint32Array(1024 * FIELDS)
  const skipsOf = new Map<number, Uint32Array>()
  let count = 0

  /** Moves a list to a larger region. `at`: position of its fields. */
  const enlarge = (at: number, needed: number): void => {
    const size = fields[at + SIZE]!
    let larger = size + 1
    while (capacities[larger]! < needed) larger++
    const [from, to] = [fields[at + ADDRESS]!, regions.allocate(larger)]
    const offset = from % PAGE_BYTES
    regions.page(to).set(regions.page(from).subarray(offset, offset + fields[at + USED]!), to % PAGE_BYTES)
    regions.release(from, size)
    fields[at + ADDRESS] = to
    fields[at + SIZE] = larger
  }

  return {
    create: () => {
      const at = count++ * FIELDS
      fields = grow(fields, at + FIELDS)
      fields[at + ADDRESS] = regions.allocate(0)
    },
    add: (id, slot, occurrences) => {
      const at = id * FIELDS
      const distance = (slot - fields[at + LAST]!) * 2 + (occurrences > 1 ? 1 : 0)
      const used = fields[at + USED]!
      const needed = used + bytesOf(distance) + (occurrences > 1 ? 1 : 0)
      if (needed > capacities[fields[at + SIZE]!]!) enlarge(at, needed)
      const address = fields[at + ADDRESS]!
      const page = regions.page(address)
      const end = writeNumber(page, (address % PAGE_BYTES) + used, distance)
      if (occurrences > 1) page[end] = Math.min(MAX_TERM_COUNT, occurrences)
      fields[at + USED] = needed
      fields[at + LAST] = slot
      const length = ++fields[at + LENGTH]!
      if (length % SKIP_INTERVAL > 0) return
      const index = (length / SKIP_INTERVAL - 1) * 2
      const skips = grow(skipsOf.get(id) ?? noSkips, index + 2)
      skips[index] = slot
      skips[index + 1] = needed
      skipsOf.set(id, skips)
    },
    length: (id) => fields[id * FIELDS + LENGTH]!,
    read: (id) => {
      const at = id * FIELDS
      const address = fields[at + ADDRESS]!
      const start = address % PAGE_BYTES
      return {
        bytes: regions.page(address).subarray(start, start + fields[at + USED]!),
        length: fields[at + LENGTH]!,
        skips: skipsOf.get(id) ?? noSkips,
      }
    },
  }
}

/** Size of a variable-length number, in bytes. */
const bytesOf = (value: number): number => (value < 0x80 ? 1 : value < 0x4000 ? 2 : value < 0x20_0000 ? 3 : value < 0x1000_0000 ? 4 : 5)
