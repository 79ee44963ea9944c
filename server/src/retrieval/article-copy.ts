import type { startIndex } from '@parvis/french-search'
import { readArticleNumbers, readArticleTerms } from './article-store.ts'
import type { RetrievalDb } from './store.ts'

/** Passages read per statement: a few milliseconds, so that other requests run in between. */
const LOAD_BATCH = 200

/** Articles of corpora in an in-memory index. */
type ArticleCopy = {
  /** Loads the differences with the database when the indexes of articles have another revision than at the last call. */
  updateTo: (db: RetrievalDb, corpus_revision: number) => Promise<void>
}

export const createArticleCopy = (client: Pick<ReturnType<typeof startIndex>, 'add' | 'remove'>): ArticleCopy => {
  const loaded = new Set<number>()
  let reachedRevision = -1

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
    updateTo: async (db, corpus_revision) => {
      if (corpus_revision === reachedRevision) return
      const wanted = await readArticleNumbers(db)
      const stale = [...loaded].filter((index_no) => !wanted.has(index_no))
      if (stale.length > 0) await client.remove(stale)
      for (const index_no of stale) loaded.delete(index_no)
      await load(
        db,
        [...wanted].filter((index_no) => !loaded.has(index_no)).sort((a, b) => a - b),
      )
      reachedRevision = corpus_revision
    },
  }
}
