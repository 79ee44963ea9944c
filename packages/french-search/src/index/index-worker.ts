import { workerData } from 'node:worker_threads'
import { createMemoryIndex, type IndexedDocument, type IndexedPassage } from './memory-index.ts'
import type { WideSelection } from './wide-selections.ts'
import type { ImageFacts } from './index-image.ts'
import type { IndexQuery } from './search-passages.ts'
import type { Candidate } from '../ranking/rank-passages.ts'
import type { RankingWeights } from '../ranking/ranking.ts'
import { loadStaticEmbedding, type VectorSpace } from '../vectors/static-embedding.ts'
import { serveThread } from '../thread.ts'

/**
 * A document to index. `lines`: parts of its passages in order, one line each, a position and then the terms (`readTerms`). `vectors`: by position, if the
 * index stores the vectors of a model. `group`: group by which it is searched; the position of each of its passages is then followed by the first and last
 * days on which it is valid, in days since 1 January 1970, or `-`.
 */
export type AddedDocument = IndexedDocument & { lines: readonly string[]; vectors?: ReadonlyMap<number, Uint8Array> }

export type IndexSettings = { weights: RankingWeights; space: { kind: 'terms' } | Extract<VectorSpace, { kind: 'stored' }> }

export type IndexRequest =
  | { kind: 'add'; documents: AddedDocument[] }
  | { kind: 'remove'; index_numbers: readonly number[] }
  | { kind: 'search' | 'select'; query: IndexQuery }
  | { kind: 'rankWithout'; id: number; forbidden: readonly number[] }
  | { kind: 'list' }
  | { kind: 'clear' }
  | { kind: 'save'; file: string; facts: ImageFacts }
  | { kind: 'restore'; file: string; expected: ImageFacts }

/** Answers of the thread, by kind of request. */
export type IndexAnswers = {
  add: null
  remove: null
  search: Candidate[]
  select: WideSelection
  rankWithout: Candidate[] | null
  list: Map<number, boolean>
  clear: null
  save: number
  restore: ImageFacts
}

const { weights, space } = workerData as IndexSettings
const index = createMemoryIndex(space.kind === 'terms' ? { kind: 'terms', embedding: loadStaticEmbedding() } : space, weights)

/** Yields one passage at a time: the terms of a long document, all split at once, would take hundreds of megabytes. */
function* passagesOf({ lines, vectors, group }: AddedDocument): Generator<IndexedPassage> {
  for (const line of lines.values().flatMap((piece) => (piece === '' ? [] : piece.split('\n')))) {
    const [position, ...rest] = line.split(' ')
    const [from, until] = group === undefined ? [] : rest
    const terms = group === undefined ? rest : rest.slice(2)
    const vector = vectors?.get(Number(position))
    yield {
      position: Number(position),
      terms: terms.filter((term) => term !== ''),
      ...(from !== undefined && from !== '-' && { from: Number(from) }),
      ...(until !== undefined && until !== '-' && { until: Number(until) }),
      ...(vector && { vector: new Int8Array(vector.buffer, vector.byteOffset, vector.length) }),
    }
  }
}

let isWorking = false
/** Compacts the index, a few milliseconds at a time between requests. */
const work = (): void => {
  isWorking = index.work()
  if (isWorking) setImmediate(work)
}

/** Prepares the ranking of a selection. Outside a request, an error would end the thread. */
const prepare = (id: number): void => {
  try {
    index.prepare(id)
  } catch {
    // `rankWithout` throws it again.
  }
}

serveThread<IndexRequest, IndexAnswers[IndexRequest['kind']]>((question) => {
  switch (question.kind) {
    case 'add':
      for (const document of question.documents) index.add(document, passagesOf(document))
      return null
    case 'remove':
      for (const index_no of question.index_numbers) index.remove(index_no)
      if (!isWorking) work()
      return null
    case 'search':
      return index.search(question.query)
    case 'select': {
      const selection = index.select(question.query)
      setImmediate(() => prepare(selection.id))
      return selection
    }
    case 'rankWithout':
      return index.rankWithout(question.id, question.forbidden)
    case 'list':
      return index.listDocuments()
    case 'clear':
      index.clear()
      return null
    case 'save':
      return index.save(question.file, question.facts)
    case 'restore':
      return index.restore(question.file, question.expected)
  }
})
