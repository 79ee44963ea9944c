import { vectorTerms } from '../cutting/index-terms.ts'
import type { RankingWeights } from '../ranking/ranking.ts'
import { countTerms, spaceParameters, type VectorSpace } from '../vectors/static-embedding.ts'
import type { Candidate } from '../ranking/rank-passages.ts'
import { searchPassages, type IndexQuery } from './search-passages.ts'
import { createWideSelections, type WideSelection, type WideSelections } from './wide-selections.ts'
import { readImage, writeImage, type ImageFacts } from './index-image.ts'
import { appendDocument, compactSegment, createSegment, dropDocument, type IndexSegment, type VectoredPassage } from './segment.ts'

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

/** A document to index. `group`: group by which it is searched instead of its number. `isEmbedded`: whether the model had given all its vectors. */
export type IndexedDocument = { index_no: number; group?: string; isEmbedded?: boolean }

type MemoryIndex = {
  /** Adds a document. One already present is only replaced if its `isEmbedded` differs. */
  add: (document: IndexedDocument, passages: Iterable<IndexedPassage>) => void
  remove: (index_no: number) => void
  /** Compacts the index for a few milliseconds, if needed. Returns false when nothing is left to do. */
  work: () => boolean
  search: (query: IndexQuery) => Candidate[]
  select: (query: IndexQuery) => WideSelection
  prepare: WideSelections['prepare']
  rankWithout: WideSelections['rankWithout']
  /** Returns the numbers of the indexed documents, each with its `isEmbedded`. */
  listDocuments: () => Map<number, boolean>
  clear: () => void
  /** Writes the documents into a file, in pieces between which the index may be used and changed. Returns the size in bytes. */
  save: (file: string, facts: ImageFacts) => Promise<number>
  /** Replaces the content by that of a file, and returns its facts. On an error, the index is empty. @throws {Error} as `readImage` */
  restore: (file: string, expected: ImageFacts) => ImageFacts
}

/**
 * Creates an index with exact BM25 and exact cosine over every passage, in typed arrays (docs/decisions/0007 gives the bytes per passage). A removed
 * document is excluded at once; its memory is reclaimed by `work` when a third of the slots are dead.
 */
export const createMemoryIndex = (space: VectorSpace, weights: RankingWeights): MemoryIndex => {
  const measures = spaceParameters(space)
  const { code, dimension, embedding, unknown } = measures
  const vectorOf = ({ terms, vector }: IndexedPassage): Int8Array => {
    if (embedding !== null) return code.toBytes(embedding.embed(countTerms(vectorTerms(terms))))
    return vector?.length === dimension ? vector : unknown
  }
  let segment = createSegment(code, dimension)
  const selections = createWideSelections()
  /** Copy of the segment without its dead slots, while it is being made. */
  let compaction: { fresh: IndexSegment; steps: Generator<void> } | null = null

  /** Yields the passages that have terms, with their vectors. */
  function* vectored(passages: Iterable<IndexedPassage>): Generator<VectoredPassage> {
    for (const passage of passages) {
      const { terms, ...rest } = passage
      if (terms.length > 0) yield { ...rest, terms: Uint32Array.from(terms, (term) => segment.postings.number(term)), vector: vectorOf(passage) }
    }
  }
  const clear = (): void => {
    segment = createSegment(code, dimension)
    compaction = null
    selections.clear()
  }
  const withWeights = (facts: ImageFacts): ImageFacts => ({ ...facts, ...(embedding !== null && { weights: embedding.version }) })
  const drop = (index_no: number): void => {
    dropDocument(segment, index_no)
    if (compaction !== null) dropDocument(compaction.fresh, index_no)
  }

  return {
    search: (query) => {
      if (segment.liveSlots === 0) return []
      return searchPassages({ segment, measures, weights }, query)
    },
    select: (query) => (segment.liveSlots === 0 ? { id: 0, documents: [] } : selections.select({ segment, measures, weights }, query)),
    prepare: selections.prepare,
    rankWithout: selections.rankWithout,
    add: ({ index_no, group = null, isEmbedded = false }, passages) => {
      const ordinal = segment.documents.ordinal(index_no)
      if (ordinal !== undefined && segment.documents.read(ordinal).isEmbedded === isEmbedded) return
      drop(index_no)
      appendDocument(segment, { index_no, group, isEmbedded }, vectored(passages))
    },
    remove: drop,
    work: () => {
      if (compaction === null) {
        if (segment.slots <= 1000 || segment.liveSlots >= segment.slots * (2 / 3)) return false
        const fresh = createSegment(code, dimension)
        compaction = { fresh, steps: compactSegment(segment, fresh) }
      }
      if (compaction.steps.next().done === true) {
        segment = compaction.fresh
        compaction = null
        // Selections would keep the former segment in memory. Without them, searches read the list of the scope.
        selections.clear()
      }
      return true
    },
    listDocuments: () =>
      new Map(segment.documents.liveOrdinals().map((ordinal) => [segment.documents.indexNumber(ordinal), segment.documents.read(ordinal).isEmbedded])),
    save: (file, facts) => writeImage(file, segment, withWeights(facts)),
    restore: (file, expected) => {
      clear()
      try {
        return readImage(file, segment, withWeights(expected))
      } catch (error) {
        clear()
        throw error
      }
    },
    clear,
  }
}
