import fc from 'fast-check'
import { expect, test } from 'vitest'
import { createTopList, defaultRankingWeights, fuse, proximity, MIN_RELEVANCE, relevanceOf, semanticShare } from './ranking.ts'

const weights = defaultRankingWeights

test('meaning counts for nothing when the vectors know no word of the question', () => {
  expect(fuse(0.4, 0.9, semanticShare(0, weights))).toBeCloseTo(0.4)
  expect(fuse(0.4, 0.9, semanticShare(1, weights))).toBeCloseTo((1 - weights.semantic) * 0.4 + weights.semantic * 0.9)
})

test('fusion rises with each of its parts', () => {
  const unit = fc.double({ min: 0, max: 1, noNaN: true })
  fc.assert(
    fc.property(unit, unit, unit, unit, (lexical, semantic, coverage, more) => {
      const base = fuse(lexical, semantic, semanticShare(coverage, weights))
      expect(fuse(lexical + more, semantic, semanticShare(coverage, weights))).toBeGreaterThanOrEqual(base)
      expect(fuse(lexical, semantic + more, semanticShare(coverage, weights))).toBeGreaterThanOrEqual(base)
    }),
  )
})

test('words side by side are worth more than near, near more than far or in another field', () => {
  const question = [1, 2].map((id) => ({ id, idf: 1 }))
  expect(proximity(question, [9, 1, 2, 9], 0)).toBe(1)
  expect(proximity(question, [2, 1], 0)).toBe(1)
  expect(proximity(question, [1, 9, 9, 2], 0)).toBeCloseTo(0.6)
  expect(proximity(question, [1, 0, 2], 0)).toBe(0)
  expect(proximity(question, [1, 9, 9, 9, 9, 9, 9, 9, 2], 0)).toBe(0)
  expect(proximity([{ id: 1, idf: 1 }], [1], 0)).toBe(0)
})

test('a top list holds the first entries of a full sort', () => {
  fc.assert(
    fc.property(fc.array(fc.integer({ min: 0, max: 20 }), { maxLength: 60 }), fc.nat(70), (scores, limit) => {
      const entries = scores.map((score, slot) => ({ slot, score }))
      const best = createTopList(limit)
      for (const entry of entries) {
        // A score that does not exceed the threshold cannot enter the list.
        if (entry.score > best.threshold()) best.offer(entry)
      }
      expect(best.sorted()).toEqual(entries.toSorted((a, b) => b.score - a.score || a.slot - b.slot).slice(0, limit))
    }),
  )
})

const evidence = { score: 0.5, lead: 0.1, words: 3, matchedShare: 0.8, unknownShare: 0 }

test('relevance grows with what answers and falls with what is missing', () => {
  const usual = relevanceOf(evidence)
  expect(usual).toBeGreaterThan(MIN_RELEVANCE)
  for (const better of [{ score: 0.6 }, { lead: 0.3 }, { matchedShare: 1 }, { words: 6 }])
    expect(relevanceOf({ ...evidence, ...better })).toBeGreaterThan(usual)
  for (const worse of [{ score: 0.3 }, { lead: 0 }, { matchedShare: 0.2 }, { unknownShare: 0.4 }])
    expect(relevanceOf({ ...evidence, ...worse })).toBeLessThan(usual)
})

test('a question whose main word nobody has heard of is not answered by its other words', () => {
  // « Quel est le plus haut sommet des Alpes ? » searched in a text about mountain races.
  expect(relevanceOf({ score: 0.4, lead: 0.05, words: 3, matchedShare: 0.55, unknownShare: 0.45 })).toBeLessThan(MIN_RELEVANCE)
})
