import { readFileSync } from 'node:fs'

/** Signs of the components of vectors, from which cosines with the vector of a question are estimated: an eighth of the memory of the vectors is read. */
export type SignSketches = {
  /** Standard deviation of an estimated cosine. */
  deviation: number
  /** Sets the signs of a row. In a row that is not set, or null, they are negative. */
  set: (row: number, vector: Int8Array) => void
  /**
   * Sets the vector to compare the rows with.
   * @returns numbers that convert a sum to an estimated cosine: sum × factor + offset
   */
  prepare: (vector: Int8Array, scale: number) => { factor: number; offset: number }
  /** Computes the sums of rows `first` to `first + count - 1`, at most `MAX_ESTIMATES` of them. The array is valid until the next call. */
  sums: (first: number, count: number) => Uint16Array
}

/** Maximum number of rows of one call of `sums`. */
export const MAX_ESTIMATES = 4_096
/** Number of interleaved rows: one instruction reads a byte of each. */
const BLOCK_ROWS = 16
const WASM_PAGE_BYTES = 65_536
/** Maximum value of a table: the sum of two fits in a byte. */
const MAX_TABLE_VALUE = 127
// Compiled from sign-sketches.wat, the readable source.
const program = new WebAssembly.Module(readFileSync(new URL('sign-sketches.wasm', import.meta.url)))

/** Creates sketches in the memory of a small WebAssembly program that looks up sixteen rows at a time. */
export const createSignSketches = (dimension: number): SignSketches => {
  /** Bytes of a row: the signs of eight components each, in two codes. */
  const width = Math.ceil(dimension / 8)
  const outputAt = width * 2 * BLOCK_ROWS
  const codesAt = outputAt + (MAX_ESTIMATES + 2 * BLOCK_ROWS) * Uint16Array.BYTES_PER_ELEMENT
  const memory = new WebAssembly.Memory({ initial: Math.ceil(codesAt / WASM_PAGE_BYTES), maximum: 65_536 })
  const { exports } = new WebAssembly.Instance(program, { env: { memory } })
  const sum = exports['sum'] as (tables: number, codes: number, width: number, blocks: number, output: number) => void
  let bytes = new Uint8Array(memory.buffer)
  const blockOffset = (row: number): number => codesAt + Math.floor(row / BLOCK_ROWS) * width * BLOCK_ROWS

  const reserve = (row: number): void => {
    const missingBytes = blockOffset(row) + width * BLOCK_ROWS - bytes.length
    if (missingBytes <= 0) return
    memory.grow(Math.ceil(Math.max(missingBytes, bytes.length / 4) / WASM_PAGE_BYTES))
    bytes = new Uint8Array(memory.buffer)
  }

  return {
    deviation: Math.sqrt((Math.PI / 2 - 1) / dimension),
    set: (row, vector) => {
      reserve(row)
      for (let index = 0, at = blockOffset(row) + (row % BLOCK_ROWS); index < width; index++, at += BLOCK_ROWS) {
        let code = 0
        for (let bit = 0; bit < 8; bit++) if (vector[index * 8 + bit]! > 0) code |= 1 << bit
        bytes[at] = code
      }
    },
    prepare: (vector, scale) => {
      // A code stands for the signs of a group of four components. Its value is their signed sum, plus that of their absolute values: not negative.
      const valueOf = (group: number, code: number): number => {
        let value = 0
        for (let bit = 0; bit < 4; bit++) {
          const component = vector[group * 4 + bit] ?? 0
          value += Math.abs(component) + (code & (1 << bit) ? component : -component)
        }
        return value
      }
      const values = Array.from({ length: width * 2 * 16 }, (_, index) => valueOf(Math.floor(index / 16), index % 16))
      // The sum of all groups must fit in 16 bits.
      const step = Math.max(1, ...values) / Math.min(MAX_TABLE_VALUE, Math.floor(0xff_ff / (width * 2)))
      bytes.set(values.map((value) => Math.round(value / step)))
      const total = vector.reduce((sumSoFar, component) => sumSoFar + Math.abs(component), 0)
      // The mean absolute component of a vector of length 1 is √(2 / π / dimension).
      const perProduct = scale * Math.sqrt(Math.PI / 2 / dimension)
      return { factor: perProduct * step, offset: -perProduct * total }
    },
    sums: (first, count) => {
      const skipped = first % BLOCK_ROWS
      sum(0, blockOffset(first), width, Math.ceil((skipped + count) / BLOCK_ROWS), outputAt)
      return new Uint16Array(memory.buffer, outputAt + skipped * Uint16Array.BYTES_PER_ELEMENT, count)
    },
  }
}
