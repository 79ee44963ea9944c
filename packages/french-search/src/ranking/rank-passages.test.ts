import fc from 'fast-check'
import { expect, test } from 'vitest'
import { BREAK_ID, FIELD_BREAK, headingTerms, vectorTerms } from '../cutting/index-terms.ts'
import { createMemoryIndex } from '../index/memory-index.ts'
import { meanOf, product, unitEncoding } from '../vectors/byte-vectors.ts'
import { countTerms, loadStaticEmbedding } from '../vectors/static-embedding.ts'
import { articleSection, reorderArticles } from './article-sections.ts'
import { applyStandIns, questionShare, weighTerms, type TermStatistics } from './question-terms.ts'
import { lexicalScorer, rankPassages, semanticScore } from './rank-passages.ts'
import { defaultRankingWeights as weights } from './ranking.ts'

const embedding = loadStaticEmbedding()
const vectorOf = (terms: readonly string[]): Int8Array => unitEncoding.toBytes(embedding.embed(countTerms(terms)))

/** Numbers and statistics of the terms of all passages, as another engine stores them. */
const collect = (documents: readonly (readonly string[])[][]): TermStatistics => {
  const ids = new Map([[FIELD_BREAK, BREAK_ID]])
  const frequencies = [0]
  const passages = documents.flat()
  for (const terms of passages)
    for (const term of new Set(terms)) {
      const id = ids.get(term) ?? ids.size
      ids.set(term, id)
      frequencies[id] = (frequencies[id] ?? 0) + 1
    }
  const length = passages.reduce((sum, terms) => sum + terms.filter((term) => term !== FIELD_BREAK).length, 0)
  return { passages: passages.length, meanLength: length / passages.length, id: (term) => ids.get(term), frequency: (id) => frequencies[id]! }
}

test('candidates with the statistics of their collection get the scores of the index that holds them', () => {
  const term = fc.constantFrom('budget', 'communal', 'cimetier', 'concess', 'télétravail', 'zzz', FIELD_BREAK)
  const passage = fc.array(term, { minLength: 1, maxLength: 12 }).map((terms) => [...terms, 'mair'])
  const documents = fc.array(fc.array(passage, { minLength: 1, maxLength: 5 }), { minLength: 1, maxLength: 12 })
  const own = fc.uniqueArray(fc.constantFrom('budget', 'cimetier', 'concess', 'télétravail', 'tele', 'inconnu'), { minLength: 1 })
  fc.assert(
    fc.property(documents, own, (collection, ownTerms) => {
      const index = createMemoryIndex({ kind: 'terms', embedding }, weights)
      for (const [index_no, passages] of collection.entries())
        index.add(
          { index_no },
          passages.map((terms, position) => ({ position, terms })),
        )
      const vector = embedding.embed(countTerms(ownTerms))
      const question = {
        ownTerms,
        weighted: [...ownTerms.map((word) => [word, 1] as const), ['communal', 0.4] as const],
        knownTerms: ownTerms.filter(embedding.knows),
        standIns: [['tele', 'télétravail']] as const,
      }
      const expected = index.search({ ...question, vector, allowed: null, limit: 100 })

      const statistics = collect(collection)
      const terms = weighTerms(statistics, applyStandIns(statistics, question))
      const asked = unitEncoding.toBytes(vector)
      const share = questionShare(terms, weights, { hasVector: unitEncoding.scale(asked) > 0, isBuiltIn: true })
      const lexicalOf = lexicalScorer(terms, statistics.meanLength)
      const nearness = (bytes: Int8Array): number => product(asked, bytes) * unitEncoding.scale(asked) * unitEncoding.scale(bytes)
      const shortlist = collection.flatMap((passages, index_no) => {
        const vectors = passages.map((words) => vectorOf(vectorTerms(words)))
        const mean = meanOf(
          unitEncoding,
          vectors.map((bytes) => ({ bytes, scale: unitEncoding.scale(bytes) })),
          embedding.dimension,
        )
        return passages.map((words, position) => {
          const ids = Uint32Array.from(words, (word) => statistics.id(word)!)
          const headings = Array.from(headingTerms(words, FIELD_BREAK))
          const ownScore = nearness(vectors[position]!)
          const semantic = semanticScore(weights, ownScore, nearness(mean), headings.length > 0 ? nearness(vectorOf(headings)) : ownScore)
          return { index_no, position, lexical: lexicalOf(ids), semantic: share > 0 ? semantic : 0, share, terms: ids, section: articleSection(headings) }
        })
      })
      const ranked = rankPassages(shortlist, terms, weights, 100)
      const keys = (candidates: typeof ranked) => candidates.map(({ index_no, position }) => `${index_no} ${position}`).toSorted()
      expect(keys(ranked)).toEqual(keys(expected))
      for (const [rank, { score, relevance }] of ranked.entries()) {
        expect(score).toBeCloseTo(expected[rank]!.score, 5)
        expect(relevance).toBeCloseTo(expected[rank]!.relevance, 5)
      }
    }),
    { numRuns: 60 },
  )
})

test('articles of the section of a lead follow it, on ranks held by articles; other texts keep their rank and all scores theirs', () => {
  const titles: Record<string, string> = {
    a: 'cod civil art311-21 section nom',
    b: 'cod civil art311-22 section nom',
    c: 'cod civil articl l2 section nom',
    d: 'cod civil art9 section vie',
    e: 'cod civil art10 section vie',
    f: 'arret art12 n2016-360 art12@n2016-360',
    g: 'arret art13 n2016-360 art13@n2016-360',
    h: 'perm a1',
    i: 'perm a2',
  }
  const order = (ranks: string) => {
    const ranked = [...ranks].map((name, at) => ({
      index_no: name.charCodeAt(0),
      name,
      section: articleSection((titles[name] ?? 'guid nom').split(' ')),
      score: 0.6 - at * 0.05,
    }))
    const reordered = reorderArticles(ranked)
    expect(reordered.map(({ score }) => score)).toEqual(ranked.map(({ score }) => score))
    return reordered.map(({ name }) => name).join('')
  }
  expect(order('adsscb')).toBe('abssdc')
  expect(order('asdsbe')).toBe('asbsde')
  expect(order('fsssdg')).toBe('fsssgd')
  // The section of the fifth document raises nothing, nor a text without a number.
  expect(order('stuvadb')).toBe('stuvadb')
  expect(order('sab')).toBe('sab')
  // A short number without the word «article» is no article.
  expect(order('hsi')).toBe('hsi')
  expect(order('')).toBe('')
})
