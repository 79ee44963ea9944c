import { readFileSync } from 'node:fs'

/** Rows of signed bytes of equal length, and their exact products with the vector of a question. */
export type VectorMatrix = {
  dimension: number
  /** Sets a row. Rows skipped before it are all zeros. */
  set: (row: number, vector: Int8Array) => void
  /** Copy of a row. */
  row: (row: number) => Int8Array
  /** Computes the products of `vector` with the first `count` of the given rows, at most 4,096. They are written to the beginning of `output`. */
  productsAt: (vector: Int8Array, rows: ArrayLike<number>, count: number, output: Int32Array) => void
}

const WASM_PAGE_BYTES = 65_536
/** Maximum number of rows multiplied by one call: the memory of the products. */
const ROWS_PER_CALL = 4_096
// Compiled from dot-products.wat, the readable source.
const program = new WebAssembly.Module(readFileSync(new URL('dot-products.wasm', import.meta.url)))

/**
 * Creates a matrix in the memory of a small WebAssembly program that multiplies sixteen bytes at a time. It is ten to twenty times faster than a
 * JavaScript loop, in which a search would spend most of its time.
 */
export const createVectorMatrix = (dimension: number): VectorMatrix => {
  const width = Math.ceil(dimension / 16) * 16
  const outputAt = width
  const rowsAt = Math.ceil((outputAt + ROWS_PER_CALL * 4) / 16) * 16
  const memory = new WebAssembly.Memory({ initial: Math.ceil((rowsAt + 1_024 * width) / WASM_PAGE_BYTES), maximum: 65_536 })
  const { exports } = new WebAssembly.Instance(program, { env: { memory } })
  const multiply = exports['multiply'] as (question: number, rows: number, width: number, count: number, output: number) => void
  let bytes = new Int8Array(memory.buffer)

  const reserve = (rows: number): void => {
    const missingBytes = rowsAt + rows * width - bytes.length
    if (missingBytes <= 0) return
    // Grows by at least a quarter. Existing pages do not move; only the view is new.
    memory.grow(Math.ceil(Math.max(missingBytes, bytes.length / 4) / WASM_PAGE_BYTES))
    bytes = new Int8Array(memory.buffer)
  }
  const rowOffset = (row: number): number => rowsAt + row * width

  return {
    dimension,
    set: (row, vector) => {
      reserve(row + 1)
      bytes.set(vector, rowOffset(row))
    },
    row: (row) => bytes.slice(rowOffset(row), rowOffset(row) + dimension),
    productsAt: (vector, rows, count, output) => {
      bytes.fill(0, 0, width)
      bytes.set(vector, 0)
      for (let index = 0; index < count; index++) multiply(0, rowOffset(rows[index]!), width, 1, outputAt + index * 4)
      output.set(new Int32Array(memory.buffer, outputAt, count))
    },
  }
}
