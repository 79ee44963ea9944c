import { vectorTerms } from '../cutting/index-terms.ts'
import type { RankingWeights } from '../ranking/ranking.ts'
import { countTerms, spaceParameters, type VectorSpace } from '../vectors/static-embedding.ts'
import type { Candidate } from '../ranking/rank-passages.ts'
import { createSearchBuffers, searchPassages, type IndexQuery } from './search-passages.ts'
import { appendDocument, compactSegment, createSegment, dropDocument, type VectoredPassage } from './segment.ts'

export type IndexedPassage = {
  position: number
  /** Terms in order, with field breaks between titles and text. */
  terms: readonly string[]
  /** Vector of the index's model. A passage without one is only found by its words. Omitted when vectors are computed from terms. */
  vector?: Int8Array | null
  /** First and last days on which it is valid, in days since 1 January 1970; absent: no bound. */
  from?: number
  until?: number
}

type MemoryIndex = {
  /** @param group documents of a group are searched by its name, not by their numbers */
  add: (index_no: number, passages: Iterable<IndexedPassage>, group?: string) => void
  remove: (index_no: number) => void
  search: (query: IndexQuery) => Candidate[]
  /** Numbers of the indexed documents. */
  listDocuments: () => number[]
  passageCount: () => number
}

/**
 * Creates an index with exact BM25 and exact cosine over every passage, in typed arrays (docs/decisions/0007 gives the bytes per passage). A removed
 * document is excluded at once; its memory is reclaimed when a third of the slots are dead.
 */
export const createMemoryIndex = (space: VectorSpace, weights: RankingWeights): MemoryIndex => {
  const measures = spaceParameters(space)
  const { code, dimension, embedding, unknown } = measures
  const vectorOf = ({ terms, vector }: IndexedPassage): Int8Array => {
    if (embedding !== null) return code.toBytes(embedding.embed(countTerms(vectorTerms(terms))))
    return vector?.length === dimension ? vector : unknown
  }
  /** Yields the passages that have terms, with their vectors. */
  function* vectored(passages: Iterable<IndexedPassage>): Generator<VectoredPassage> {
    for (const passage of passages) {
      const { position, terms, from, until } = passage
      if (terms.length > 0) yield { position, terms, vector: vectorOf(passage), ...(from !== undefined && { from }), ...(until !== undefined && { until }) }
    }
  }
  let segment = createSegment(code, dimension)
  let buffers = createSearchBuffers(0)

  return {
    search: (query) => {
      if (segment.liveSlots === 0) return []
      if (buffers.order.length < segment.slots) buffers = createSearchBuffers(segment.documentOf.length)
      return searchPassages({ segment, measures, weights, buffers }, query)
    },
    add: (index_no, passages, group) => {
      if (!segment.documents.has(index_no)) appendDocument(segment, index_no, vectored(passages), group)
    },
    remove: (index_no) => {
      dropDocument(segment, index_no)
      if (segment.slots > 1000 && segment.liveSlots < segment.slots * (2 / 3)) segment = compactSegment(segment)
    },
    listDocuments: () => [...segment.documents.keys()],
    passageCount: () => segment.liveSlots,
  }
}
