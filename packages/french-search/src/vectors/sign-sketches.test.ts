import fc from 'fast-check'
import { expect, test } from 'vitest'
import { directionEncoding, product } from './byte-vectors.ts'
import { createSignSketches } from './sign-sketches.ts'

test('a sum is that of the components with the signs of the row, whatever the dimension, up to rounding', () => {
  const vectors = fc
    .integer({ min: 1, max: 300 })
    .chain((dimension) => fc.array(fc.int8Array({ minLength: dimension, maxLength: dimension }), { minLength: 1, maxLength: 40 }))
  fc.assert(
    fc.property(vectors, fc.nat(20), ([question, ...rows], first) => {
      const dimension = question!.length
      const sketches = createSignSketches(dimension)
      rows.forEach((row, index) => sketches.set(first + index, row))
      if (rows.length === 0) return
      const { factor, offset } = sketches.prepare(question!, 1)
      const largest = Math.max(...question!.map(Math.abs))
      rows.forEach((row, index) => {
        const signed = question!.reduce((sum, component, j) => sum + (row[j]! > 0 ? component : -component), 0)
        const estimate = (sketches.sums(first, rows.length)[index]! * factor + offset) / Math.sqrt(Math.PI / 2 / dimension)
        expect(Math.abs(estimate - signed)).toBeLessThan(1 + (largest * 4 * 2 * Math.ceil(dimension / 4)) / 127)
      })
    }),
    { numRuns: 60 },
  )
})

test('the deviation of the estimated cosines is the one that is told', () => {
  const dimension = 192
  const sketches = createSignSketches(dimension)
  let seed = 1
  const random = (): number => (seed = (seed * 48_271) % 0x7fff_ffff) / 0x7fff_ffff
  const vector = () => directionEncoding.toBytes(Array.from({ length: dimension }, () => random() + random() + random() - 1.5))
  const question = vector()
  const rows = Array.from({ length: 3_000 }, vector)
  rows.forEach((row, index) => sketches.set(index, row))
  const { factor, offset } = sketches.prepare(question, directionEncoding.scale(question))
  const errors = Array.from(sketches.sums(0, rows.length), (sum, index) => {
    const cosine = product(question, rows[index]!) * directionEncoding.scale(question) * directionEncoding.scale(rows[index]!)
    return sum * factor + offset - cosine
  })
  const deviation = Math.sqrt(errors.reduce((sum, error) => sum + error * error, 0) / errors.length)
  expect(deviation).toBeGreaterThan(sketches.deviation * 0.9)
  expect(deviation).toBeLessThan(sketches.deviation * 1.1)
})
