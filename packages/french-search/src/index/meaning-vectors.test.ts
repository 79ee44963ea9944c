import { expect, test } from 'vitest'
import { FIELD_BREAK } from '../cutting/index-terms.ts'
import { defaultRankingWeights } from '../ranking/ranking.ts'
import { countTerms, loadStaticEmbedding } from '../vectors/static-embedding.ts'
import { createMeaningVectors } from './meaning-vectors.ts'
import { createMemoryIndex } from './memory-index.ts'

test('products with the vector of a question are the semantic scores of the index in memory', async () => {
  const embedding = loadStaticEmbedding()
  const passages = [
    ['cimetier', FIELD_BREAK, 'cimetier', FIELD_BREAK, 'concess', 'communal'],
    ['cimetier', FIELD_BREAK, 'cimetier', FIELD_BREAK, 'inhum'],
    ['budget', 'communal'],
  ]
  const index = createMemoryIndex({ kind: 'terms', embedding }, defaultRankingWeights)
  index.add(
    { index_no: 1 },
    passages.map((terms, position) => ({ position, terms })),
  )
  const asked = embedding.embed(countTerms(['cimetier', 'budget']))
  const query = { ownTerms: ['cimetier'], weighted: [['cimetier', 1]], knownTerms: ['cimetier'], vector: asked, allowed: null, limit: 3 } as const
  const vectors = createMeaningVectors(defaultRankingWeights)
  const [question, documents] = [vectors.ofQuestion(asked)!, await vectors.ofDocument(passages)]
  const found = index.search(query)
  expect(found).toHaveLength(3)
  for (const { position, semantic } of found) {
    const product = documents[position]!.reduce((sum, value, component) => sum + value * question[component]!, 0)
    expect(product).toBeCloseTo(semantic, 5)
  }
})

test('encoding a long document does not block the event loop', async () => {
  let isDone = false
  let turns = 0
  const encoding = createMeaningVectors(defaultRankingWeights)
    .ofDocument(Array.from({ length: 1_000 }, () => ['budget']))
    .finally(() => (isDone = true))
  while (!isDone) {
    await new Promise((resolve) => setImmediate(resolve))
    turns++
  }
  expect(await encoding).toHaveLength(1_000)
  expect(turns).toBeGreaterThan(20)
})
