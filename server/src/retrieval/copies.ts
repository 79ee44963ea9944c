import type { RankingWeights } from '@parvis/french-search'
import type { Log } from '../platform/log.ts'
import { openCopy, type IndexCopy } from './index-copy.ts'
import { spaceKey, type ServedSpace } from './served-space.ts'
import type { Executor } from './store.ts'

/** In-memory copies of the index: the one that searches use and, while the embedding model changes, the one being filled. */
export type Copies = {
  /**
   * Returns the copy to search, updated to at least `revision`. If it is not in the `wanted` vector space, another copy is filled in the background and
   * replaces it once complete. Only with `whole` does the call wait for that.
   */
  current: (db: Executor, revision: number, wanted: ServedSpace, whole?: boolean) => Promise<IndexCopy>
  close: () => Promise<void>
}

/** Delay before a replaced copy is closed, so that searches in progress can end, in milliseconds. */
const FAREWELL_MS = 10_000

export const createCopies = (weights: RankingWeights, log: Log): Copies => {
  const open = new Set<IndexCopy>()
  let serving: IndexCopy | null = null
  let filling: { copy: IndexCopy; done: Promise<void> } | null = null

  const begin = (space: ServedSpace): IndexCopy => {
    const copy = openCopy(space, weights)
    open.add(copy)
    return copy
  }
  const end = async (copy: IndexCopy): Promise<void> => {
    open.delete(copy)
    await copy.close()
  }

  const fill = (db: Executor, revision: number, space: ServedSpace): void => {
    if (filling !== null) void end(filling.copy)
    const copy = begin(space)
    const isWanted = (): boolean => filling?.copy === copy
    const done = copy.follow(db, revision).then(
      () => {
        if (!isWanted()) return
        const former = serving
        serving = copy
        filling = null
        if (former !== null) setTimeout(() => void end(former), FAREWELL_MS).unref()
        log.info({ space: spaceKey(space), model: space.kind === 'stored' ? space.model.name : 'built-in' }, 'retrieval: other vectors serve now')
      },
      (error: unknown) => {
        if (!isWanted()) return
        filling = null
        log.warn({ err: error instanceof Error ? error.name : 'unknown' }, 'retrieval: the other vectors could not be read')
        return end(copy)
      },
    )
    filling = { copy, done }
  }

  return {
    current: async (db, revision, wanted, whole = false) => {
      if (serving !== null && !serving.lives()) {
        open.delete(serving)
        serving = null
      }
      serving ??= begin(wanted)
      const key = spaceKey(wanted)
      if (spaceKey(serving.space) === key) {
        if (filling !== null) void end(filling.copy)
        filling = null
      } else if (filling === null || spaceKey(filling.copy.space) !== key) fill(db, revision, wanted)
      if (whole) await filling?.done
      const copy = serving
      await copy.follow(db, revision)
      return copy
    },
    close: async () => {
      serving = null
      filling = null
      await Promise.all([...open].map(end))
    },
  }
}
