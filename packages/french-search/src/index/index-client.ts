import type { AddedDocument, IndexRequest, IndexSettings } from './index-worker.ts'
import type { IndexQuery } from './search-passages.ts'
import type { Candidate } from '../ranking/rank-passages.ts'
import { startThread } from '../thread.ts'

type IndexClient = {
  add: (documents: AddedDocument[]) => Promise<void>
  remove: (index_numbers: number[]) => Promise<void>
  search: (query: IndexQuery) => Promise<Candidate[]>
  close: () => Promise<void>
}

/**
 * Starts the index in its own thread, so that a search never delays other requests. Calls reject once the thread has died, and `onDeath` is called once. A
 * new client starts empty.
 */
export const startIndex = (settings: IndexSettings, onDeath: () => void): IndexClient => {
  const thread = startThread<IndexRequest, Candidate[] | null>(new URL('./index-worker.ts', import.meta.url), settings, onDeath)
  return {
    add: async (documents) => {
      await thread.send({ kind: 'add', documents })
    },
    remove: async (index_numbers) => {
      await thread.send({ kind: 'remove', index_numbers })
    },
    search: async (query) => (await thread.send({ kind: 'search', query })) ?? [],
    close: thread.close,
  }
}
