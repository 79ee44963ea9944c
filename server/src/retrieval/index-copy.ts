import { startIndex, type AddedDocument, type Candidate, type IndexQuery, type RankingWeights } from '@parvis/french-search'
import type { ServedSpace } from './served-space.ts'
import { readIndexNumbers, readTerms, type Executor } from './store.ts'
import { readVectors } from './vector-store.ts'

/** In-memory copy of the passages, held by a worker thread, with the vectors of one model. */
export type IndexCopy = {
  space: ServedSpace
  /** False once its thread has died. */
  lives: () => boolean
  /**
   * Loads the differences with the database, up to `revision`. Calls are queued one after another; after a failed call the next one loads what is missing.
   */
  follow: (db: Executor, revision: number) => Promise<void>
  search: (query: IndexQuery) => Promise<Candidate[]>
  close: () => Promise<void>
}

/** Passages read per statement: a few milliseconds, so that other requests run in between. */
const LOAD_BATCH = 200

export const openCopy = (space: ServedSpace, weights: RankingWeights): IndexCopy => {
  const model_id = space.kind === 'stored' ? space.model.id : null
  let alive = true
  const client = startIndex(
    {
      weights,
      space: space.kind === 'terms' ? space : { kind: 'stored', dimension: space.model.dimension, baseline: space.model.baseline },
    },
    () => (alive = false),
  )
  let reached = -1
  /** Loaded index numbers, each with whether all its vectors were stored when it was loaded. */
  const held = new Map<number, boolean>()
  let following: Promise<void> = Promise.resolve()

  const load = async (db: Executor, wanted: ReadonlyMap<number, boolean>): Promise<void> => {
    const missing = [...wanted.keys()].filter((index_no) => !held.has(index_no)).sort((a, b) => a - b)
    // The next batch is read while the thread ingests this one.
    let adding: Promise<void> = Promise.resolve()
    // Documents have few passages: reading by ranges of index numbers keeps each statement near LOAD_BATCH rows.
    for (let at = 0; at < missing.length;) {
      const rows = await readTerms(db, missing[at]!, LOAD_BATCH)
      const last = rows.at(-1)?.index_no
      if (last === undefined) break
      const fresh = rows.filter(({ index_no }) => !held.has(index_no))
      const embedded = fresh.map(({ index_no }) => index_no).filter((index_no) => wanted.get(index_no) === true)
      const vectors = model_id === null || embedded.length === 0 ? null : await readVectors(db, model_id, embedded)
      const documents: AddedDocument[] = fresh.map(({ index_no, lines }) => {
        const its = vectors?.get(index_no)
        return { index_no, lines, ...(its && { vectors: its }) }
      })
      await adding
      adding = client.add(documents).then(() => {
        for (const { index_no } of fresh) held.set(index_no, wanted.get(index_no) === true)
      })
      // Awaited in the next iteration; handled here in case the database fails first.
      adding.catch(() => {})
      while (at < missing.length && missing[at]! <= last) at++
    }
    await adding
  }

  const synchronise = async (db: Executor, revision: number): Promise<void> => {
    if (revision === reached) return
    const wanted = await readIndexNumbers(db, model_id)
    // Indexes deleted, or whose vectors arrived since they were loaded.
    const stale = [...held].filter(([index_no, had]) => wanted.get(index_no) !== had).map(([index_no]) => index_no)
    if (stale.length > 0) await client.remove(stale)
    for (const index_no of stale) held.delete(index_no)
    await load(db, wanted)
    reached = revision
  }

  return {
    space,
    lives: () => alive,
    follow: (db, revision) => {
      following = following.catch(() => {}).then(() => synchronise(db, revision))
      return following
    },
    search: client.search,
    close: client.close,
  }
}
