import { startIndex, type RankingWeights } from '@parvis/french-search'
import { readIndexChanges, readPublishedIndexes, type LogPosition, type PublishedIndexes } from './index-changes.ts'
import type { Log } from '../platform/log.ts'
import { createIndexImage, type ImageOptions } from './index-image.ts'
import { createIndexLoader } from './index-loader.ts'
import type { RetrievalDb } from './retrieval-db.ts'
import { vectorSpaceKey, type SearchVectorSpace } from './vector-store.ts'

/** In-memory copy of the passages, held by a worker thread, with the vectors of one model. */
export type IndexCopy = {
  space: SearchVectorSpace
  /** False once its thread has died. */
  isAlive: () => boolean
  /**
   * Loads the differences with the database, up to `revision`. Calls are queued one after another; after a failed call the next one loads what is missing.
   * @param waitUntilComplete whether to wait for a large number of new articles too, which searches do without
   */
  updateTo: (db: RetrievalDb, revision: number, waitUntilComplete?: boolean) => Promise<void>
} & Pick<IndexClient, 'search' | 'select' | 'rankWithout' | 'close'>

type IndexClient = ReturnType<typeof startIndex>

/** Maximum number of new articles for which a search waits: a fraction of a second. */
const MAX_AWAITED = 500

/** Indexes to load and to remove, with the position that the copy then has. */
type IndexDifference = PublishedIndexes & { removed: readonly number[] }

/** Compares the documents of an index with those that are published. */
const compareIndexes = async (db: RetrievalDb, client: IndexClient, model_id: number | null): Promise<IndexDifference> => {
  const loaded = await client.list()
  const published = await readPublishedIndexes(db, model_id)
  const articles = new Set(published.articles)
  return {
    position: published.position,
    documents: new Map([...published.documents].filter(([index_no, isEmbedded]) => loaded.get(index_no) !== isEmbedded)),
    articles: published.articles.filter((index_no) => !loaded.has(index_no)),
    removed: [...loaded.keys()].filter((index_no) => !published.documents.has(index_no) && !articles.has(index_no)),
  }
}

type Enqueue = <T>(step: () => Promise<T>) => Promise<T>

/** Creates a queue that runs each step after those already queued, failed or not. */
const createQueue = (): Enqueue => {
  let last: Promise<unknown> = Promise.resolve()
  return (step) => {
    const result = last.then(step)
    last = result.catch(() => {})
    return result
  }
}

/** Creates a background loader of articles. It works in steps of the queue, between which searches find what is loaded. */
const createBackgroundFill = (client: IndexClient, loader: ReturnType<typeof createIndexLoader>, enqueue: Enqueue, onFailure: () => void) => {
  let pending: Promise<void> | null = null
  const load = async (db: RetrievalDb, articles: readonly number[], previous: Promise<void> | null): Promise<void> => {
    await previous
    const loaded = await client.list()
    const missing = articles.filter((index_no) => !loaded.has(index_no))
    await loader.loadArticles(db, missing, enqueue)
  }
  return {
    /** Load in progress; null for none. */
    pending: () => pending,
    start: (db: RetrievalDb, articles: readonly number[]): void => {
      const own = load(db, articles, pending)
        .catch(onFailure)
        .finally(() => {
          if (pending === own) pending = null
        })
      pending = own
    },
  }
}

export type CopyOptions = {
  weights: RankingWeights
  log: Log
  /** Null: no image is read or written. */
  image: ImageOptions | null
}

/** Starts a thread that holds an empty copy. */
export const openCopy = (space: SearchVectorSpace, { weights, log, image: imageOptions }: CopyOptions): IndexCopy => {
  const model_id = space.kind === 'stored' ? space.model.id : null
  let isAlive = true
  const threadSpace = space.kind === 'terms' ? space : ({ kind: 'stored', dimension: space.model.dimension, baseline: space.model.baseline } as const)
  const client = startIndex({ weights, space: threadSpace }, () => (isAlive = false))
  const loader = createIndexLoader(client, model_id)
  const image = imageOptions === null ? null : createIndexImage(client, vectorSpaceKey(space), imageOptions, log)
  let state: 'empty' | 'image' | 'followed' = 'empty'
  /** Null before the first load, and after one that failed: all indexes are then compared. */
  let position: LogPosition | null = null
  const enqueue = createQueue()
  let failedLoads = 0
  const filling = createBackgroundFill(client, loader, enqueue, () => {
    failedLoads++
    position = null
  })

  /** Reads the changes since the position; at first, since that of the image. Null when all indexes must be compared. */
  const readChanges = async (db: RetrievalDb): Promise<IndexDifference | null> => {
    if (state === 'empty') {
      position = (await image?.read()) ?? null
      state = 'image'
    }
    const changes = position === null ? null : await readIndexChanges(db, position, model_id)
    if (state === 'image' && changes?.isKnown === false) await image?.ignore()
    state = 'followed'
    return changes?.isKnown === true && changes.isComplete ? changes : null
  }

  const synchronise = async (db: RetrievalDb, revision: number): Promise<void> => {
    if (state === 'followed' && revision === position?.revision) return
    const failedBefore = failedLoads
    const changes = await readChanges(db)
    position = null
    const difference = changes ?? (await compareIndexes(db, client, model_id))
    // Counted before the load, which may fail after the removal.
    image?.count({ added: difference.documents.size + difference.articles.length, removed: difference.removed.length })
    // The thread processes requests in order: the load need not wait for the removal.
    const removal = client.remove(difference.removed)
    removal.catch(() => {})
    await loader.loadDocuments(db, difference.documents)
    if (difference.articles.length > MAX_AWAITED) filling.start(db, difference.articles)
    else await loader.loadArticles(db, difference.articles)
    await removal
    // The articles of a load that failed meanwhile are missing.
    if (failedLoads === failedBefore) position = difference.position
  }

  const writeImage = (): void => {
    if (position !== null && filling.pending() === null) image?.writeIfDue(position)
  }

  return {
    space,
    isAlive: () => isAlive,
    updateTo: async (db, revision, waitUntilComplete = false) => {
      await enqueue(async () => {
        await synchronise(db, revision)
        writeImage()
      })
      if (!waitUntilComplete || filling.pending() === null) return
      await filling.pending()
      await enqueue(async () => writeImage())
    },
    search: client.search,
    select: client.select,
    rankWithout: client.rankWithout,
    close: client.close,
  }
}
