import fc from 'fast-check'
import { expect, test } from 'vitest'
import { joinNeighbours, withinTokens } from './passage-ranges.ts'

const at = (document_id: string, position: number, score: number) => ({ document_id, position, score })

test('neighbours become one range, with what stands between, in the order of their best', () => {
  expect(joinNeighbours([at('a', 4, 9), at('b', 1, 8), at('a', 6, 7), at('a', 20, 6), at('b', 0, 5)], 5)).toEqual([
    { document_id: 'a', first: 4, last: 6, score: 9 }, { document_id: 'b', first: 0, last: 1, score: 8 }, { document_id: 'a', first: 20, last: 20, score: 6 },
  ])
})

test('two ranges that a third passage brings together become one', () => {
  expect(joinNeighbours([at('a', 1, 9), at('a', 5, 8), at('a', 3, 7)], 5)).toEqual([{ document_id: 'a', first: 1, last: 5, score: 9 }])
})

const found = fc.array(fc.record({ document_id: fc.constantFrom('a', 'b'), position: fc.nat(30), score: fc.constant(1) }))

test('ranges of a document never overlap, and are never more than asked', () => {
  fc.assert(fc.property(found, fc.integer({ min: 1, max: 6 }), (places, limit) => {
    const ranges = joinNeighbours(places, limit)
    expect(ranges.length).toBeLessThanOrEqual(limit)
    for (const one of ranges) for (const other of ranges) {
      if (one !== other && one.document_id === other.document_id) expect(one.last < other.first || other.last < one.first).toBe(true)
    }
  }))
})

test('what does not fit is skipped, not what follows it', () => {
  expect(withinTokens([{ tokens: 3 }, { tokens: 9 }, { tokens: 2 }], 5)).toEqual([{ tokens: 3 }, { tokens: 2 }])
})
