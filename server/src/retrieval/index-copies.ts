import { openCopy, type CopyOptions, type IndexCopy } from './index-copy.ts'
import { vectorSpaceKey, type SearchVectorSpace } from './vector-store.ts'
import type { RetrievalDb } from './retrieval-db.ts'

/** In-memory copies of the index: the one that searches use and, while the embedding model changes, the one being filled. */
type IndexCopies = {
  /**
   * Returns the copy to search, updated to at least `revision`. If it is not in the `space` vector space, another copy is filled in the background and
   * replaces it once complete. Only with `waitUntilComplete` does the call wait for that.
   */
  current: (db: RetrievalDb, revision: number, space: SearchVectorSpace, waitUntilComplete?: boolean) => Promise<IndexCopy>
  close: () => Promise<void>
}

/** Delay before a replaced copy is closed, so that searches in progress can end, in milliseconds. */
const CLOSE_DELAY_MS = 10_000

export const createIndexCopies = (options: CopyOptions): IndexCopies => {
  const { log } = options
  const open = new Set<IndexCopy>()
  let current: IndexCopy | null = null
  let next: { copy: IndexCopy; completion: Promise<void> } | null = null

  const openTracked = (space: SearchVectorSpace): IndexCopy => {
    const copy = openCopy(space, options)
    open.add(copy)
    return copy
  }
  const closeTracked = async (copy: IndexCopy): Promise<void> => {
    open.delete(copy)
    await copy.close()
  }

  const fill = (db: RetrievalDb, revision: number, space: SearchVectorSpace): void => {
    if (next !== null) void closeTracked(next.copy)
    const copy = openTracked(space)
    const isWanted = (): boolean => next?.copy === copy
    const completion = copy.updateTo(db, revision, true).then(
      () => {
        if (!isWanted()) return
        const previous = current
        current = copy
        next = null
        if (previous !== null) setTimeout(() => void closeTracked(previous), CLOSE_DELAY_MS).unref()
        log.info({ space: vectorSpaceKey(space), model: space.kind === 'stored' ? space.model.name : 'built-in' }, 'retrieval: other vectors serve now')
      },
      (error: unknown) => {
        if (!isWanted()) return
        next = null
        log.warn({ err: error instanceof Error ? error.name : 'unknown' }, 'retrieval: the other vectors could not be read')
        return closeTracked(copy)
      },
    )
    next = { copy, completion }
  }

  return {
    current: async (db, revision, space, waitUntilComplete = false) => {
      if (current !== null && !current.isAlive()) {
        open.delete(current)
        current = null
      }
      current ??= openTracked(space)
      const key = vectorSpaceKey(space)
      if (vectorSpaceKey(current.space) === key) {
        if (next !== null) void closeTracked(next.copy)
        next = null
      } else if (next === null || vectorSpaceKey(next.copy.space) !== key) fill(db, revision, space)
      if (waitUntilComplete) await next?.completion
      const copy = current
      await copy.updateTo(db, revision, waitUntilComplete)
      return copy
    },
    close: async () => {
      current = null
      next = null
      await Promise.all([...open].map(closeTracked))
    },
  }
}
