import fc from 'fast-check'
import { expect, test } from 'vitest'
import { termScore } from '../ranking/bm25.ts'
import { weighTerms } from '../ranking/question-terms.ts'
import { directionEncoding, product } from '../vectors/byte-vectors.ts'
import { createMemoryIndex } from './memory-index.ts'
import { defaultRankingWeights } from '../ranking/ranking.ts'
import type { QuestionVector } from './question-vector.ts'
import { appendDocument, createSegment, dropDocument, slotRuns, type IndexSegment } from './segment.ts'
import { selectShortlist } from './shortlist.ts'

const vocabulary = ['budget', 'mair', 'voir', 'permis', 'ecol', 'concess']
const dimension = 24

/** Returns a vector of a few components; without components, that of a passage not embedded yet. */
const vectorOf = (components: readonly number[]): Int8Array => directionEncoding.toBytes(Array.from({ length: dimension }, (_, j) => components[j] ?? 0))

type Passage = { terms: readonly string[]; components: readonly number[]; from?: number; until?: number }
type Document = { group: string | null; passages: readonly Passage[] }

const fill = (documents: readonly Document[]): IndexSegment => {
  const segment = createSegment(directionEncoding, dimension)
  documents.forEach(({ group, passages }, index_no) =>
    appendDocument(
      segment,
      { index_no, group, isEmbedded: true },
      passages.map(({ terms, components, ...days }, position) => ({
        position,
        terms: Uint32Array.from(terms, segment.postings.number),
        vector: vectorOf(components),
        ...days,
      })),
    ),
  )
  return segment
}

const questionTerms = ({ postings, liveSlots, liveLength }: IndexSegment) =>
  weighTerms(
    { passages: liveSlots, meanLength: liveLength / liveSlots, id: postings.id, frequency: postings.frequency },
    { ownTerms: ['budget', 'mair'], weighted: [['budget', 1], ['mair', 1], ['ecol', 0.4]], knownTerms: [] }, // prettier-ignore
  )

const questionVector = ({ scaleOf }: IndexSegment, components: readonly number[], share: number): QuestionVector => {
  const vector = vectorOf(components)
  const scale = directionEncoding.scale(vector)
  const similarityOf = (cosine: number): number => (cosine - 0.1) / 0.9
  return {
    vector,
    scale,
    share,
    shareAt: (slot) => (scaleOf[slot] === 0 ? 0 : share),
    similarityOf,
    isSketched: true,
    similarity: (products, scaleOfRow) => similarityOf(products * scale * scaleOfRow),
  }
}

const component = fc.array(fc.integer({ min: -9, max: 9 }), { maxLength: dimension })
const day = fc.option(fc.nat(20), { nil: undefined })
const document: fc.Arbitrary<Document> = fc.record({
  group: fc.constantFrom(null, null, 'code', 'loi'),
  passages: fc.array(
    fc.record(
      { terms: fc.array(fc.constantFrom(...vocabulary), { minLength: 1, maxLength: 9 }), components: component, from: day, until: day },
      { requiredKeys: ['terms', 'components'] },
    ),
    { maxLength: 12 },
  ),
})

test('the shortlist is that of a naive score of every passage in the scope', () => {
  const scope = fc.record({
    allowed: fc.option(fc.array(fc.nat(30), { maxLength: 25 })),
    groups: fc.option(fc.subarray(['code', 'loi', 'none'])),
    day: fc.option(fc.nat(20)),
    limit: fc.integer({ min: 1, max: 40 }),
    removed: fc.array(fc.nat(30), { maxLength: 5 }),
  })
  fc.assert(
    fc.property(fc.array(document, { minLength: 1, maxLength: 30 }), component, fc.constantFrom(0, 0.45), scope, (documents, asked, share, restriction) => {
      const segment = fill(documents)
      for (const index_no of restriction.removed) dropDocument(segment, index_no)
      const { allowed, groups, day: today, limit } = restriction
      const terms = questionTerms(segment)
      const question = questionVector(segment, asked, share)
      const naive = documents.flatMap(({ group, passages }, index_no) => {
        const isAllowed = group === null ? allowed === null || allowed.includes(index_no) : groups === null || groups.includes(group)
        if (restriction.removed.includes(index_no) || (!isAllowed && !(allowed?.includes(index_no) ?? false))) return []
        return passages.flatMap(({ terms: words, components, from = -Infinity, until = Infinity }, position) => {
          if (today !== null && (from > today || until < today)) return []
          const bm25 = terms.scored.reduce((sum, { id, factor }) => {
            const count = words.filter((word) => segment.postings.id(word) === id).length
            return count === 0 ? sum : sum + termScore(factor, count, words.length, segment.liveLength / segment.liveSlots)
          }, 0)
          const vector = vectorOf(components)
          const scale = directionEncoding.scale(vector)
          const lexical = bm25 / (terms.maxScore || 1)
          const weight = scale === 0 ? 0 : share
          return { key: `${index_no} ${position}`, score: (1 - weight) * lexical + weight * question.similarity(product(question.vector, vector), scale) }
        })
      })
      const found = selectShortlist(segment, { terms, questionVector: question, runs: slotRuns(segment, allowed, groups), day: today, limit })
      const scores = naive.toSorted((a, b) => b.score - a.score).slice(0, limit)
      expect(found.length).toBe(scores.length)
      found.forEach(({ slot, score }, rank) => {
        expect(score).toBeCloseTo(scores[rank]!.score, 4)
        const key = `${segment.documents.indexNumber(segment.documentOf[slot]!)} ${segment.positionOf[slot]!}`
        expect(naive.find((passage) => passage.key === key)!.score).toBeCloseTo(score, 4)
      })
    }),
    { numRuns: 200 },
  )
})

/** Creates a generator of a fixed sequence of numbers, from 0 (included) to 1. */
const sequence = (): (() => number) => {
  let seed = 7
  return () => (seed = (seed * 48_271) % 0x7fff_ffff) / 0x7fff_ffff
}

test('with estimated similarities, at least 98 % of the shortlist is that of an exact search', () => {
  const random = sequence()
  const documents = Array.from({ length: 1_500 }, () => ({
    group: null,
    passages: Array.from({ length: 10 }, () => ({
      terms: Array.from({ length: 12 }, () => vocabulary[Math.floor(random() * random() * vocabulary.length)]!),
      // One passage in ten has no vector.
      components: random() < 0.1 ? [] : Array.from({ length: dimension }, () => random() + random() - 1),
    })),
  }))
  const segment = fill(documents)
  const query = {
    terms: questionTerms(segment),
    questionVector: questionVector(segment, documents[0]!.passages.find(({ components }) => components.length > 0)!.components, 0.45),
    runs: slotRuns(segment, null),
    day: null,
    limit: 300,
  }
  const exact = new Set(selectShortlist(segment, query).map(({ slot }) => slot))
  const estimated = selectShortlist(segment, { ...query, maxExactSlots: 0 })
  expect(estimated.filter(({ slot }) => exact.has(slot)).length).toBeGreaterThanOrEqual(294)
  expect(estimated[0]!.slot).toBe(selectShortlist(segment, query)[0]!.slot)
})

test('hostile texts and questions take less than a second of processor time', () => {
  const index = createMemoryIndex({ kind: 'stored', dimension, baseline: 0 }, defaultRankingWeights)
  const vector = vectorOf([1, 2, 3])
  const add = (index_no: number, terms: readonly string[]): void => index.add({ index_no }, [{ position: 0, terms, vector }])
  const copy = ['budget', 'mair', 'voir']
  for (let index_no = 0; index_no < 10_000; index_no++) add(index_no, copy)
  add(
    10_000,
    Array.from({ length: 50_000 }, (_, position) => vocabulary[position % vocabulary.length]!),
  )
  add(10_001, ['e'])
  const search = (terms: readonly string[]) => {
    const start = process.threadCpuUsage()
    const found = index.search({
      ownTerms: terms,
      weighted: [...new Set(terms)].map((term) => [term, 1]),
      knownTerms: terms,
      vector: Float32Array.from(vector),
      allowed: null,
      limit: 20,
    })
    return { found, processorMicros: process.threadCpuUsage(start).user }
  }
  // Copies have equal scores: those of the first documents are kept.
  expect(search(copy).found.map(({ index_no }) => index_no)).toEqual(Array.from({ length: 20 }, (_, index_no) => index_no))
  expect(search(['e']).found[0]!.index_no).toBe(10_001)
  expect(search([]).found).toHaveLength(20)
  expect(search(Array.from({ length: 400 }, (_, rank) => vocabulary[rank % vocabulary.length]!)).processorMicros).toBeLessThan(1_000_000)
})
