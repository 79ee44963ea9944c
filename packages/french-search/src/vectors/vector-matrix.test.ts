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
      matrix.productsAt(Int8Array.from(rows[0]!), Array.from(rows.keys()).reverse(), rows.length, found)
      expect([...found].reverse()).toEqual(rows.map((row) => scalar(rows[0]!, row)))
      expect([...matrix.row(rows.length - 1)]).toEqual(rows.at(-1))
    }),
    { numRuns: 100 },
  )
})

test('extreme values do not overflow; more rows than the first memory holds', () => {
  const matrix = createVectorMatrix(4_096)
  const extreme = new Int8Array(4_096).fill(-127)
  const rows = 5_000
  matrix.set(rows - 1, extreme)
  const found = new Int32Array(3).fill(1)
  matrix.productsAt(extreme, [rows - 1, 2, 3], 2, found)
  // A row that was never set is zero; values after `count` are not changed.
  expect([...found]).toEqual([4_096 * 127 * 127, 0, 1])
})

test.each(['dot-products', 'sign-sketches'])('the program %s is the one that its text says (npm run wat -w @parvis/french-search)', async (program) => {
  const file = (kind: string) => readFileSync(new URL(`${program}.${kind}`, import.meta.url))
  const { parseWat } = await wabt()
  const { buffer } = parseWat(`${program}.wat`, file('wat').toString(), { simd: true }).toBinary({})
  expect(Buffer.from(buffer)).toEqual(file('wasm'))
})
