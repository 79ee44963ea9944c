import { readFileSync } from 'node:fs'
import fc from 'fast-check'
import { expect, test } from 'vitest'
import wabt from 'wabt'
import { createVectorMatrix } from './vector-matrix.ts'

const byte = fc.integer({ min: -127, max: 127 })
const vectors = fc
  .integer({ min: 1, max: 70 })
  .chain((dimension) =>
    fc.tuple(fc.constant(dimension), fc.array(fc.array(byte, { minLength: dimension, maxLength: dimension }), { minLength: 1, maxLength: 20 })),
  )

const scalar = (a: readonly number[], b: readonly number[]): number => a.reduce((sum, value, index) => sum + value * b[index]!, 0)

test('products are those of a plain loop, whatever the dimension', () => {
  fc.assert(
    fc.property(vectors, ([dimension, rows]) => {
      const matrix = createVectorMatrix(dimension)
      rows.forEach((row, index) => matrix.set(index, Int8Array.from(row)))
      const found = new Int32Array(rows.length)
      matrix.products(Int8Array.from(rows[0]!), 0, rows.length, found)
      expect([...found]).toEqual(rows.map((row) => scalar(rows[0]!, row)))
      matrix.productsAt(Int8Array.from(rows[0]!), Array.from(rows.keys()).reverse(), rows.length, found)
      expect([...found].reverse()).toEqual(rows.map((row) => scalar(rows[0]!, row)))
      expect([...matrix.row(rows.length - 1)]).toEqual(rows.at(-1))
    }),
    { numRuns: 100 },
  )
})

test('extreme values do not overflow; more rows than one call and than the first memory hold', () => {
  const matrix = createVectorMatrix(4_096)
  const extreme = new Int8Array(4_096).fill(-127)
  const rows = 5_000
  matrix.set(rows - 1, extreme)
  const found = new Int32Array(rows).fill(1)
  matrix.products(extreme, 2, rows - 2, found)
  expect(found[rows - 1]).toBe(4_096 * 127 * 127)
  // Values outside the requested range are not changed; a row that was never set is zero.
  expect([...found.subarray(0, 3)]).toEqual([1, 1, 0])
})

test.each(['dot-products', 'sign-sketches'])('the program %s is the one that its text says (npm run wat -w @parvis/french-search)', async (program) => {
  const file = (kind: string) => readFileSync(new URL(`${program}.${kind}`, import.meta.url))
  const { parseWat } = await wabt()
  const { buffer } = parseWat(`${program}.wat`, file('wat').toString(), { simd: true }).toBinary({})
  expect(Buffer.from(buffer)).toEqual(file('wasm'))
})
