import type { AddedDocument, IndexAnswers, IndexRequest, IndexSettings } from './index-worker.ts'
import type { ImageFacts } from './index-image.ts'
import type { IndexQuery } from './search-passages.ts'
import type { WideSelection } from './wide-selections.ts'
import type { Candidate } from '../ranking/rank-passages.ts'
import { startThread } from '../thread.ts'

type IndexClient = {
  /** Adds documents. One already present is only replaced if its `isEmbedded` differs. */
  add: (documents: AddedDocument[]) => Promise<void>
  remove: (index_numbers: readonly number[]) => Promise<void>
  search: (query: IndexQuery) => Promise<Candidate[]>
  /** Selects passages before the scope is known. */
  select: (query: IndexQuery) => Promise<WideSelection>
  /**
   * Ranks a selection without documents that the scope forbids.
   * @returns the candidates of a search of the scope; null when too few passages of it were selected
   */
  rankWithout: (id: number, forbidden: readonly number[]) => Promise<Candidate[] | null>
  /** Returns the numbers of the indexed documents, each with its `isEmbedded`. */
  list: () => Promise<ReadonlyMap<number, boolean>>
  clear: () => Promise<void>
  /**
   * Writes the documents into a file, while other requests are processed. The file has all that earlier requests have added; it may have what later ones add
   * or remove. Returns its size in bytes.
   */
  save: (file: string, facts: ImageFacts) => Promise<number>
  /** Replaces the documents by those of a file, and returns its facts. Rejects when it is absent, damaged or has other facts: the index is then empty. */
  restore: (file: string, expected: ImageFacts) => Promise<ImageFacts>
  close: () => Promise<void>
}

/** Size of the V8 young generation of the thread. With the default, about 90 MB more stay allocated after a load. */
const YOUNG_GENERATION_MB = 12

/**
 * Starts the index in its own thread, so that a search never delays other requests. Requests are processed in the order of the calls. Calls reject once the
 * thread has died, and `onDeath` is called once. A new client starts empty.
 */
export const startIndex = (settings: IndexSettings, onDeath: () => void): IndexClient => {
  const thread = startThread<IndexRequest, IndexAnswers[IndexRequest['kind']]>(new URL('./index-worker.ts', import.meta.url), settings, onDeath, {
    maxYoungGenerationSizeMb: YOUNG_GENERATION_MB,
  })
  const ask = async <Kind extends IndexRequest['kind']>(request: IndexRequest & { kind: Kind }): Promise<IndexAnswers[Kind]> =>
    (await thread.send(request)) as IndexAnswers[Kind]
  return {
    add: async (documents) => {
      if (documents.length > 0) await ask({ kind: 'add', documents })
    },
    remove: async (index_numbers) => {
      if (index_numbers.length > 0) await ask({ kind: 'remove', index_numbers })
    },
    search: (query) => ask({ kind: 'search', query }),
    select: (query) => ask({ kind: 'select', query }),
    rankWithout: (id, forbidden) => ask({ kind: 'rankWithout', id, forbidden }),
    list: () => ask({ kind: 'list' }),
    clear: async () => void (await ask({ kind: 'clear' })),
    save: (file, facts) => ask({ kind: 'save', file, facts }),
    restore: (file, expected) => ask({ kind: 'restore', file, expected }),
    close: thread.close,
  }
}
