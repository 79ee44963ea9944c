import fc from 'fast-check'
import { expect, test } from 'vitest'
import { createMemoryIndex } from './memory-index.ts'
import type { IndexQuery } from './search-passages.ts'
import { defaultRankingWeights } from '../ranking/ranking.ts'
import { countTerms, loadStaticEmbedding } from '../vectors/static-embedding.ts'

const embedding = loadStaticEmbedding()
const passage = (position: number, ...terms: string[]) => ({ position, terms })
const query = (terms: string[], more: Partial<IndexQuery> = {}): IndexQuery => ({
  ownTerms: terms,
  weighted: terms.map((term) => [term, 1] as const),
  knownTerms: terms.filter(embedding.knows),
  vector: embedding.embed(countTerms(terms)),
  allowed: null,
  limit: 10,
  ...more,
})
const newIndex = () => createMemoryIndex({ kind: 'terms', embedding }, defaultRankingWeights)

test('the passage with the words comes first, one without words in common may follow by its meaning', () => {
  const index = newIndex()
  index.add({ index_no: 1 }, [passage(0, 'cimetier', 'concess')])
  index.add({ index_no: 2 }, [passage(0, 'sepultur', 'inhum')])
  index.add({ index_no: 3 }, [passage(0, 'budget', 'communal')])
  const found = index.search(query(['concess', 'cimetier']))
  expect(found[0]).toMatchObject({ index_no: 1, position: 0 })
  expect(found[1]).toMatchObject({ index_no: 2, lexical: 0 })
  expect(found[1]!.semantic).toBeGreaterThan(found[2]!.semantic)
})

test('only allowed documents are found', () => {
  const index = newIndex()
  for (let number = 1; number <= 5; number++) index.add({ index_no: number }, [passage(0, 'budget', 'communal')])
  expect(index.search(query(['budget'], { allowed: [2, 4, 9, 2] })).map((hit) => hit.index_no)).toEqual([2, 4])
  expect(index.search(query(['budget'], { allowed: [] }))).toEqual([])
})

test('a document without terms is listed and never found', () => {
  const index = newIndex()
  index.add({ index_no: 1 }, [passage(0)])
  index.add({ index_no: 2 }, [])
  expect([...index.listDocuments().keys()]).toEqual([1, 2])
  expect(index.search(query(['budget']))).toEqual([])
})

test('after any additions and removals, exactly the remaining passages are found', () => {
  const word = fc.constantFrom('budget', 'commun', 'cimetier', 'voir', 'ecol', 'mair', '|', 'zzz')
  const passages = fc.array(fc.array(word, { minLength: 1, maxLength: 6 }), { minLength: 1, maxLength: 400 })
  fc.assert(
    fc.property(fc.array(passages, { minLength: 2, maxLength: 8 }), fc.array(fc.nat(7), { maxLength: 6 }), fc.nat(8), (documents, removed, steps) => {
      const index = newIndex()
      const findable = (terms: string[], position: number) => passage(position, ...terms, 'cimetier')
      documents.forEach((list, number) => index.add({ index_no: number }, list.map(findable)))
      for (const number of removed) {
        index.remove(number)
        for (let step = 0; step < steps; step++) index.work()
      }
      const expected = documents.flatMap((list, number) => (removed.includes(number) ? [] : list.map((_, position) => `${number} ${position}`)))
      const hits = index.search(query(['cimetier', 'commun'], { limit: 10_000 }))
      expect(hits.map((hit) => `${hit.index_no} ${hit.position}`).toSorted()).toEqual(expected.toSorted())
      expect(hits.every((hit, rank) => rank === 0 || hit.score <= hits[rank - 1]!.score)).toBe(true)
    }),
    { numRuns: 30 },
  )
})
