import fc from 'fast-check'
import { describe, expect, it, test } from 'vitest'
import { estimateFootprint, generationSeconds, gramsRange, methodRatio, type FootprintEstimate, type FootprintModel } from './estimate.ts'
import { footprintModelOf } from './known-models.ts'

const known = (name: string, facts = {}): FootprintModel =>
  footprintModelOf({ name, facts: { zone: 'FRA', pue: 1.2, ...facts }, host: 'modele.ville.example' })!
const estimate = (model: FootprintModel, tokens: number, ms: number | null = null): FootprintEstimate =>
  estimateFootprint(model, tokens, generationSeconds(model, tokens, ms))
const sized = (active: number, total = active): FootprintModel => known('x', { params_active: active, params_total: total })

describe('the golden table of the method (400 tokens, France, PUE 1.2)', () => {
  test.each([
    ['mistral-small-latest', 4, [0.0432, 0.0019, 0.0032, 0.0051]],
    ['mistral-large-2411', 3, [0.366, 0.016, 0.028, 0.045]],
    ['open-mixtral-8x22b', 3, [0.406, 0.018, 0.031, 0.049]],
  ])('%s', (name, digits, expected) => {
    const { wh, use, embodied, ecologits } = estimate(known(name), 400)
    expect([wh, use, embodied, ecologits].map(({ min }) => Number(min.toFixed(digits)))).toEqual(expected)
    expect(wh.max).toBe(wh.min)
  })

  it('carries the life-cycle study over by its ratio on Mistral Large 2', () => {
    expect(methodRatio).toBeCloseTo(25.54, 2)
    expect(estimate(known('mistral-large-2407'), 400).lifeCycle.max).toBeCloseTo(1.14, 10)
    const { min, max } = gramsRange(estimate(known('mistral-small-latest'), 400))
    expect([min.toFixed(3), max.toFixed(2)]).toEqual(['0.005', '0.13'])
  })
})

const size = fc.double({ min: 0.1, max: 2_000, noNaN: true })
const count = fc.integer({ min: 1, max: 1_000_000 })

test('grows with the tokens, the active and the total parameters, and never with a shorter duration', () => {
  const parts = ({ wh, use, embodied, lifeCycle }: FootprintEstimate) => [wh, use, embodied, lifeCycle].flatMap(({ min, max }) => [min, max])
  const isAtMost = (low: FootprintEstimate, high: FootprintEstimate) => {
    const highParts = parts(high)
    expect(parts(low).every((value, at) => value <= highParts[at]! * (1 + 1e-12))).toBe(true)
  }
  fc.assert(
    fc.property(size, size, size, count, count, fc.nat(600_000), (one, two, rest, less, more, ms) => {
      const [small, large] = [Math.min(one, two), Math.max(one, two)]
      const [few, many] = [Math.min(less, more), Math.max(less, more)]
      for (const measured of [null, ms]) {
        isAtMost(estimate(sized(small, large), few, measured), estimate(sized(small, large), many, measured))
        isAtMost(estimate(sized(small, large + rest), few, measured), estimate(sized(large, large + rest), few, measured))
        isAtMost(estimate(sized(small, large), few, measured), estimate(sized(small, large + rest), few, measured))
      }
      isAtMost(estimate(sized(small, large), few, ms), estimate(sized(small, large), few))
    }),
  )
})

test('gives ordered ranges where the publisher gives no exact figure', () => {
  const medium = estimate(known('mistral-medium-latest'), 400)
  expect(medium.wh.min).toBeLessThan(medium.wh.max)
  expect(medium.wh.min).toBeGreaterThan(estimate(known('mistral-small-latest'), 400).wh.max)
  expect(gramsRange(medium)).toEqual({ min: medium.ecologits.min, max: medium.lifeCycle.max })
})

describe('the facts of a model', () => {
  const host = 'modele.ville.example'
  it('are those of the settings, else the published ones; nothing for a model that neither gives', () => {
    expect(footprintModelOf({ name: 'maison-7b', host })).toBeNull()
    expect(footprintModelOf({ name: 'maison', facts: { params_total: 7, zone: 'FRA', pue: 1.1 }, host })).toBeNull()
    expect(footprintModelOf({ name: 'mistralai/Mistral-Small-2506', facts: { params_active: 7 }, host })).toMatchObject({
      active: { min: 7 },
      total: { min: 7 },
    })
    expect(footprintModelOf({ name: 'mistralai/Mistral-Small-2506', host })).toMatchObject({ active: { min: 23.6, max: 23.6 } })
  })

  it('take the servers of Mistral where they are, another zone for the world, and never fewer parameters in all than active ones', () => {
    expect(footprintModelOf({ name: 'mistral-small-latest', host: 'api.mistral.ai' })).toMatchObject({ zone: 'SWE', pue: 1.16 })
    expect(footprintModelOf({ name: 'mistral-small-latest', host })).toMatchObject({ zone: 'WOR', pue: 1.2 })
    expect(footprintModelOf({ name: 'mistral-small-latest', facts: { zone: 'ZZZ' }, host })).toMatchObject({ zone: 'WOR' })
    expect(sized(12, 4).total).toEqual({ min: 12, max: 12 })
  })
})
