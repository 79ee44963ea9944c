import fc from 'fast-check'
import { expect, test } from 'vitest'
import { estimateTokens } from '../cutting/chunk.ts'
import { joinNeighbours, type SearchHit } from './passages.ts'

const hit = (document_id: string, position: number, score: number, more: Partial<SearchHit> = {}): SearchHit => ({
  document_id,
  position,
  score,
  relevance: score,
  lexical: score,
  semantic: score,
  questionIndex: 0,
  peak: score,
  page_from: position,
  page_to: position,
  section_path: ['Titre', `§ ${position}`],
  text: `Texte ${position}.`,
  ...more,
})

test('neighbours of one document become one excerpt, in reading order', () => {
  expect(joinNeighbours([hit('a', 4, 0.9), hit('b', 1, 0.8), hit('a', 3, 0.5), hit('a', 7, 0.4)], 1000)).toEqual([
    { document_id: 'a', positions: [3, 4], page_from: 3, page_to: 4, section_path: ['Titre'], text: 'Texte 3.\nTexte 4.', score: 0.9 },
    expect.objectContaining({ document_id: 'b', positions: [1] }),
    expect.objectContaining({ document_id: 'a', positions: [7] }),
  ])
})

test('a document without pages stays so', () => {
  expect(joinNeighbours([hit('a', 0, 1, { page_from: null, page_to: null })], 10)[0]).toMatchObject({ page_from: null, page_to: null })
})

test('any hits: the budget holds beyond the first, nothing is invented', () => {
  const hits = fc
    .uniqueArray(fc.tuple(fc.constantFrom('a', 'b'), fc.nat(20)), { selector: ([id, position]) => `${id}${position}` })
    .map((list) => list.map(([id, position], rank) => hit(id, position, 1 - rank / 100, { text: 'mot '.repeat(1 + position) })))
  fc.assert(
    fc.property(hits, fc.nat(200), (list, budget) => {
      const excerpts = joinNeighbours(list, budget)
      const used = excerpts.flatMap((excerpt) =>
        excerpt.positions.map((position) => list.find((one) => one.document_id === excerpt.document_id && one.position === position)!),
      )
      expect(new Set(used).size).toBe(used.length)
      const size = used.reduce((sum, one) => sum + estimateTokens(one.text), 0)
      expect(size).toBeLessThanOrEqual(Math.max(budget, list[0] ? estimateTokens(list[0].text) : 0))
      expect(excerpts.length === 0).toBe(list.length === 0)
    }),
  )
})
