import fc from 'fast-check'
import { expect, test } from 'vitest'
import { BREAK_ID, FIELD_BREAK } from '../cutting/index-terms.ts'
import { createPostings } from './postings.ts'

const average = 10
const bm25 = (count: number, length: number): number => (count * 2.2) / (count + 1.2 * (0.25 + (0.75 * length) / average))

test('sequences are given back, and every slot receives what a plain count gives it', () => {
  const term = fc.constantFrom('budget', 'mair', 'voirie', 'permis', FIELD_BREAK, 'l2121-29')
  fc.assert(
    fc.property(fc.array(fc.array(term, { maxLength: 400 }), { maxLength: 30 }), (slots) => {
      const postings = createPostings()
      for (const terms of slots) postings.append(terms)
      for (const [slot, terms] of slots.entries()) {
        expect(Array.from(postings.sequence(slot), postings.term)).toEqual(terms)
        expect(postings.length(slot)).toBe(terms.filter((item) => item !== FIELD_BREAK).length)
      }
      const id = postings.id('budget')
      if (id === undefined) return
      const counts = slots.map((terms) => Math.min(255, terms.filter((item) => item === 'budget').length))
      expect(postings.frequency(id)).toBe(counts.filter(Boolean).length)
      const scores = new Float32Array(slots.length)
      postings.accumulate(id, 1, average, scores)
      for (const [slot, count] of counts.entries()) expect(scores[slot]).toBeCloseTo(count === 0 ? 0 : bm25(count, postings.length(slot)), 4)
    }),
  )
})

test('numbers of any size and slots far apart', () => {
  const postings = createPostings()
  postings.append(['rare'])
  for (let slot = 1; slot < 40_000; slot++) postings.append([`mot${slot}`])
  postings.append(['rare', 'mot39999'])
  expect(Array.from(postings.sequence(40_000), postings.term)).toEqual(['rare', 'mot39999'])
  const scores = new Float32Array(40_001)
  postings.accumulate(postings.id('rare')!, 1, average, scores)
  expect(scores.reduce<number[]>((found, score, slot) => (score > 0 ? [...found, slot] : found), [])).toEqual([0, 40_000])
  expect(postings.id(FIELD_BREAK)).toBe(BREAK_ID)
})
