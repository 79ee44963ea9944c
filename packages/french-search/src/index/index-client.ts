import type { AddedDocument, IndexAnswers, IndexRequest, IndexSettings } from './index-worker.ts'
import type { IndexQuery } from './search-passages.ts'
import type { Candidate } from '../ranking/rank-passages.ts'
import { startThread } from '../thread.ts'

type IndexClient = {
  /** Adds documents. One of the same number is replaced when `isEmbedded` differs, and stays otherwise. */
  add: (documents: AddedDocument[]) => Promise<void>
  remove: (index_numbers: readonly number[]) => Promise<void>
  search: (query: IndexQuery) => Promise<Candidate[]>
  /** Returns the numbers of the indexed documents, each with its `isEmbedded`. */
  list: () => Promise<ReadonlyMap<number, boolean>>
  close: () => Promise<void>
}

/**
 * Starts the index in its own thread, so that a search never delays other requests. Requests are processed in the order of the calls. Calls reject once the
 * thread has died, and `onDeath` is called once. A new client starts empty.
 */
export const startIndex = (settings: IndexSettings, onDeath: () => void): IndexClient => {
  const thread = startThread<IndexRequest, IndexAnswers[IndexRequest['kind']]>(new URL('./index-worker.ts', import.meta.url), settings, onDeath)
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
    list: () => ask({ kind: 'list' }),
    close: thread.close,
  }
}
