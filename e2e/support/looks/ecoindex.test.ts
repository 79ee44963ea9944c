import { expect, it } from 'vitest'
import { ecoIndex } from './ecoindex.ts'

it('is 100 for nothing, 0 for the worst, and falls with each of the three', () => {
  expect(ecoIndex({ elements: 0, requests: 0, kilobytes: 0 })).toBe(100)
  expect(ecoIndex({ elements: 600_000, requests: 4_000, kilobytes: 300_000 })).toBe(0)
  const light = { elements: 200, requests: 10, kilobytes: 200 }
  expect(ecoIndex({ ...light, elements: 400 })).toBeLessThan(ecoIndex({ ...light, requests: 12 }))
  expect(ecoIndex({ ...light, kilobytes: 400 })).toBeLessThan(ecoIndex(light))
})

it('stands on the bounds: at the sixth class of each, thirty hundredths are lost', () => {
  // 358, 49 and 783.38 are the lower bounds of the seventh class: 100 − 5 × (3 + 2 + 1) × 6 / 6.
  expect(ecoIndex({ elements: 358, requests: 49, kilobytes: 783.38 })).toBeCloseTo(70, 6)
})
