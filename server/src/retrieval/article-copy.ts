import type { startIndex } from '@parvis/french-search'
import { readArticleNumbers, readArticleTerms } from './article-store.ts'
import type { RetrievalDb } from './store.ts'

/** Passages read per statement: a few milliseconds, so that other requests run in between. */
const LOAD_BATCH = 200

/** Number of articles up to which a search waits until they are loaded: a fraction of a second. */
const MAX_AWAITED = 500

/** Articles of corpora in an in-memory index. */
type ArticleCopy = {
  /**
   * Loads the differences with the database when the indexes of articles have another revision than at the last call. A large load goes on in the
   * background: meanwhile searches find what is loaded.
   */
  updateTo: (db: RetrievalDb, corpus_revision: number) => Promise<void>
  /** Waits for the load in the background. */
  complete: () => Promise<void>
  /** Whether all the articles of this revision are loaded. */
  isAt: (corpus_revision: number) => boolean
}

export const createArticleCopy = (client: Pick<ReturnType<typeof startIndex>, 'add' | 'remove'>): ArticleCopy => {
  const loaded = new Set<number>()
  let reachedRevision = -1
  /** Load in the background; null for none. */
  let running: Promise<void> | null = null

  const load = async (db: RetrievalDb, missing: readonly number[]): Promise<void> => {
    // The next batch is read while the thread ingests this one.
    let pendingAdd: Promise<void> = Promise.resolve()
    for (let index = 0; index < missing.length;) {
      const rows = await readArticleTerms(db, missing[index]!, LOAD_BATCH)
      const last = rows.at(-1)?.index_no
      if (last === undefined) break
      const fresh = rows.filter(({ index_no }) => !loaded.has(index_no))
      await pendingAdd
      pendingAdd = client.add(fresh).then(() => {
        for (const { index_no } of fresh) loaded.add(index_no)
      })
      // Awaited in the next iteration; handled here in case the database fails first.
      pendingAdd.catch(() => {})
      while (index < missing.length && missing[index]! <= last) index++
    }
    await pendingAdd
  }

  return {
    isAt: (corpus_revision) => corpus_revision === reachedRevision,
    complete: async () => running ?? undefined,
    updateTo: async (db, corpus_revision) => {
      if (running !== null || corpus_revision === reachedRevision) return
      const wanted = await readArticleNumbers(db)
      const stale = [...loaded].filter((index_no) => !wanted.has(index_no))
      if (stale.length > 0) await client.remove(stale)
      for (const index_no of stale) loaded.delete(index_no)
      const missing = [...wanted].filter((index_no) => !loaded.has(index_no)).sort((a, b) => a - b)
      const loading = load(db, missing).then(() => {
        reachedRevision = corpus_revision
      })
      if (missing.length <= MAX_AWAITED) return loading
      // A failed load is tried again by the next search.
      running = loading.catch(() => {}).finally(() => (running = null))
    },
  }
}
