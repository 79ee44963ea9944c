import type { AddedDocument, startIndex } from '@parvis/french-search'
import { readArticleTerms } from './article-store.ts'
import type { RetrievalDb } from './retrieval-db.ts'
import { readTerms } from './store.ts'
import { readVectors } from './vector-store.ts'

/** Passages read per statement: a few milliseconds, so that other requests run in between. */
const LOAD_BATCH = 200

/** Reads documents in order of their index numbers from `from` on. Returns null when there are no more. */
type BatchReader = (from: number) => Promise<{ documents: AddedDocument[]; last: number } | null>

/** Runs the reading of one batch. */
type BatchRunner = <T>(step: () => Promise<T>) => Promise<T>

type IndexLoader = {
  /** Loads indexes of documents, each with its vectors if it has all of them. */
  loadDocuments: (db: RetrievalDb, wanted: ReadonlyMap<number, boolean>) => Promise<void>
  /** Loads indexes of articles. `run` is called for each batch. */
  loadArticles: (db: RetrievalDb, wanted: readonly number[], run?: BatchRunner) => Promise<void>
}

/**
 * Creates a loader that fills the index of a thread from the database.
 * @param model_id model of the vectors; null for the built-in ones
 */
export const createIndexLoader = (client: Pick<ReturnType<typeof startIndex>, 'add'>, model_id: number | null): IndexLoader => {
  /** Loads indexes by ranges of their numbers. The next batch is read while the thread indexes this one. */
  const load = async (indexNumbers: Iterable<number>, read: BatchReader, run: BatchRunner = (step) => step()): Promise<void> => {
    const missing = Array.from(indexNumbers).sort((a, b) => a - b)
    let pendingAdd: Promise<void> = Promise.resolve()
    for (let index = 0; index < missing.length;) {
      const last = await run(async () => {
        const batch = await read(missing[index]!)
        await pendingAdd
        if (batch === null) return Infinity
        pendingAdd = client.add(batch.documents)
        // Awaited with the next batch; handled here in case the database fails first.
        pendingAdd.catch(() => {})
        return batch.last
      })
      while (index < missing.length && missing[index]! <= last) index++
    }
    await pendingAdd
  }

  return {
    loadDocuments: (db, wanted) =>
      load(wanted.keys(), async (from) => {
        const rows = await readTerms(db, from, LOAD_BATCH)
        const fresh = rows.filter(({ index_no }) => wanted.has(index_no))
        const embedded = fresh.map(({ index_no }) => index_no).filter((index_no) => wanted.get(index_no) === true)
        const vectors = model_id === null || embedded.length === 0 ? null : await readVectors(db, model_id, embedded)
        const documents = fresh.map(({ index_no, lines }) => {
          const ownVectors = vectors?.get(index_no)
          return { index_no, lines, isEmbedded: wanted.get(index_no) === true, ...(ownVectors && { vectors: ownVectors }) }
        })
        const last = rows.at(-1)
        return last === undefined ? null : { documents, last: last.index_no }
      }),
    loadArticles: (db, wanted, run) => {
      const numbers = new Set(wanted)
      return load(
        wanted,
        async (from) => {
          const rows = await readArticleTerms(db, from, LOAD_BATCH)
          const last = rows.at(-1)
          return last === undefined ? null : { documents: rows.filter(({ index_no }) => numbers.has(index_no)), last: last.index_no }
        },
        run,
      )
    },
  }
}
