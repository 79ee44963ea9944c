import { startIndex, type AddedDocument, type Candidate, type IndexQuery, type RankingWeights } from '@parvis/french-search'
import { type SearchVectorSpace, readVectors } from './vector-store.ts'
import { createArticleCopy } from './article-copy.ts'
import { readIndexNumbers, readTerms, type RetrievalDb } from './store.ts'

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
  search: (query: IndexQuery) => Promise<Candidate[]>
  close: () => Promise<void>
}

/** Passages read per statement: a few milliseconds, so that other requests run in between. */
const LOAD_BATCH = 200

export const openCopy = (space: SearchVectorSpace, weights: RankingWeights): IndexCopy => {
  const model_id = space.kind === 'stored' ? space.model.id : null
  let isAlive = true
  const client = startIndex(
    {
      weights,
      space: space.kind === 'terms' ? space : { kind: 'stored', dimension: space.model.dimension, baseline: space.model.baseline },
    },
    () => (isAlive = false),
  )
  let reachedRevision = -1
  /** Loaded index numbers, each with whether all its vectors were stored when it was loaded. */
  const loadedIndexes = new Map<number, boolean>()
  const articles = createArticleCopy(client)
  let pendingSync: Promise<void> = Promise.resolve()

  const load = async (db: RetrievalDb, wantedIndexes: ReadonlyMap<number, boolean>): Promise<void> => {
    const missingIndexes = [...wantedIndexes.keys()].filter((index_no) => !loadedIndexes.has(index_no)).sort((a, b) => a - b)
    // The next batch is read while the thread ingests this one.
    let pendingAdd: Promise<void> = Promise.resolve()
    // Documents have few passages: reading by ranges of index numbers keeps each statement near LOAD_BATCH rows.
    for (let index = 0; index < missingIndexes.length;) {
      const rows = await readTerms(db, missingIndexes[index]!, LOAD_BATCH)
      const last = rows.at(-1)?.index_no
      if (last === undefined) break
      const fresh = rows.filter(({ index_no }) => !loadedIndexes.has(index_no))
      const embedded = fresh.map(({ index_no }) => index_no).filter((index_no) => wantedIndexes.get(index_no) === true)
      const vectors = model_id === null || embedded.length === 0 ? null : await readVectors(db, model_id, embedded)
      const documents: AddedDocument[] = fresh.map(({ index_no, lines }) => {
        const ownVectors = vectors?.get(index_no)
        return { index_no, lines, ...(ownVectors && { vectors: ownVectors }) }
      })
      await pendingAdd
      pendingAdd = client.add(documents).then(() => {
        for (const { index_no } of fresh) loadedIndexes.set(index_no, wantedIndexes.get(index_no) === true)
      })
      // Awaited in the next iteration; handled here in case the database fails first.
      pendingAdd.catch(() => {})
      while (index < missingIndexes.length && missingIndexes[index]! <= last) index++
    }
    await pendingAdd
  }

  const synchronise = async (db: RetrievalDb, revision: number): Promise<void> => {
    if (revision === reachedRevision) return
    const { documents: wantedIndexes, corpus_revision } = await readIndexNumbers(db, model_id)
    // Indexes deleted, or whose vectors arrived since they were loaded.
    const stale = [...loadedIndexes].filter(([index_no, hadVectors]) => wantedIndexes.get(index_no) !== hadVectors).map(([index_no]) => index_no)
    if (stale.length > 0) await client.remove(stale)
    for (const index_no of stale) loadedIndexes.delete(index_no)
    await load(db, wantedIndexes)
    await articles.updateTo(db, corpus_revision)
    // While articles load in the background, the next call reads the differences again.
    if (articles.isAt(corpus_revision)) reachedRevision = revision
  }

  return {
    space,
    isAlive: () => isAlive,
    updateTo: (db, revision, waitUntilComplete = false) => {
      pendingSync = pendingSync.catch(() => {}).then(() => synchronise(db, revision))
      // Outside the queue: searches do not wait for it.
      return waitUntilComplete ? pendingSync.then(articles.complete) : pendingSync
    },
    search: client.search,
    close: client.close,
  }
}
