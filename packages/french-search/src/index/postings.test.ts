import fc from 'fast-check'
import { expect, test } from 'vitest'
import { BREAK_ID, FIELD_BREAK } from '../cutting/index-terms.ts'
import { createPostings, type Postings } from './postings.ts'

const average = 10
const append = (postings: Postings, terms: readonly string[]): void => postings.append(Uint32Array.from(terms, postings.number))
const bm25 = (count: number, length: number): number => (count * 2.2) / (count + 1.2 * (0.25 + (0.75 * length) / average))

test('sequences are read back, and scores are those of a naive BM25', () => {
  const term = fc.constantFrom('budget', 'mair', 'voirie', 'permis', FIELD_BREAK, 'l2121-29')
  fc.assert(
    fc.property(fc.array(fc.array(term, { maxLength: 400 }), { maxLength: 30 }), (slots) => {
      const postings = createPostings()
      for (const terms of slots) append(postings, terms)
      for (const [slot, terms] of slots.entries()) {
        expect(Array.from(postings.sequence(slot), postings.term)).toEqual(terms)
        expect(postings.length(slot)).toBe(terms.filter((item) => item !== FIELD_BREAK).length)
      }
      const id = postings.id('budget')
      if (id === undefined) return
      const counts = slots.map((terms) => Math.min(255, terms.filter((item) => item === 'budget').length))
      expect(postings.frequency(id)).toBe(counts.filter(Boolean).length)
      const scores = new Float32Array(slots.length)
      postings.scorer(id, 1, average)(0, slots.length, scores)
      for (const [slot, count] of counts.entries()) expect(scores[slot]).toBeCloseTo(count === 0 ? 0 : bm25(count, postings.length(slot)), 4)
    }),
  )
})

test('term numbers of any size, in slots far apart, are read back', () => {
  const postings = createPostings()
  append(postings, ['rare'])
  for (let slot = 1; slot < 40_000; slot++) append(postings, [`mot${slot}`])
  append(postings, ['rare', 'mot39999'])
  expect(Array.from(postings.sequence(40_000), postings.term)).toEqual(['rare', 'mot39999'])
  const scores = new Float32Array(40_001)
  postings.scorer(postings.id('rare')!, 1, average)(0, 40_001, scores)
  expect(scores.reduce<number[]>((found, score, slot) => (score > 0 ? [...found, slot] : found), [])).toEqual([0, 40_000])
  expect(postings.id(FIELD_BREAK)).toBe(BREAK_ID)
})

test('ascending windows give the same scores as one pass, whatever is skipped between them', () => {
  const slots = fc.array(fc.nat(9), { minLength: 1, maxLength: 2_000 })
  fc.assert(
    fc.property(slots, fc.array(fc.nat(600), { maxLength: 12 }), (counts, steps) => {
      const postings = createPostings()
      for (const count of counts) append(postings, ['mair', ...Array.from({ length: count > 3 ? count : 0 }, () => 'budget')])
      const id = postings.id('budget')
      if (id === undefined) return
      const whole = new Float32Array(counts.length)
      postings.scorer(id, 1, average)(0, counts.length, whole)
      const score = postings.scorer(id, 1, average)
      for (let first = 0, step = 0; first < counts.length; step += 2) {
        const end = Math.min(counts.length, first + 1 + (steps[step] ?? 50))
        const scores = new Float32Array(end - first)
        score(first, end, scores)
        expect(scores).toEqual(whole.slice(first, end))
        first = end + (steps[step + 1] ?? 0)
      }
    }),
    { numRuns: 60 },
  )
})
