import fc from 'fast-check'
import { expect, test } from 'vitest'
import { mean, measuresOf, percentile } from './index.ts'

test('figures of a ranking worked out by hand', () => {
  const figures = measuresOf(['x', 'a', 'y', 'b'], new Set(['a', 'b', 'c']))
  const ideal = 1 + 1 / Math.log2(3) + 1 / Math.log2(4)
  expect(figures['ndcg@10']).toBeCloseTo((1 / Math.log2(3) + 1 / Math.log2(5)) / ideal)
  expect(figures).toMatchObject({ 'recall@10': 2 / 3, 'hit@10': 1, 'mrr@10': 0.5 })
})

test('any ranking: figures are between 0 and 1, and 1 for the ideal', () => {
  fc.assert(
    fc.property(fc.uniqueArray(fc.nat(30).map(String)), fc.uniqueArray(fc.nat(30).map(String), { minLength: 1, maxLength: 10 }), (ranked, relevant) => {
      for (const value of Object.values(measuresOf(ranked, new Set(relevant)))) expect(value >= 0 && value <= 1).toBe(true)
      for (const value of Object.values(measuresOf(relevant, new Set(relevant)))) expect(value).toBeCloseTo(1)
    }),
  )
})

test('nearest-rank percentiles and mean', () => {
  expect(percentile([5, 1, 4, 2, 3], 0.5)).toBe(3)
  expect(percentile([5, 1, 4, 2, 3], 0.95)).toBe(5)
  expect(percentile([], 0.5)).toBe(0)
  expect(mean([1, 2, 3])).toBe(2)
})
