import type { Embeddings } from '../platform/embeddings/port.ts'
import { createIndexCopies } from './index-copies.ts'
import type { CopyOptions } from './index-copy.ts'
import type { SearchEngine } from './search-engine.ts'
import type { RetrievalDb } from './retrieval-db.ts'
import { readScope } from './scope-store.ts'
import { chooseVectorSpace, readModels, type SearchVectorSpace } from './vector-store.ts'
import { searchWideScope } from './wide-search.ts'

const dayMs = 86_400_000

/**
 * Creates the built-in engine: ranking runs in a thread that holds a copy of the terms and vectors. Each request reads `retrieval_state.revision` and
 * updates the copy to it.
 */
export const createBuiltInEngine = (embeddings: Embeddings | null, options: CopyOptions): SearchEngine => {
  const indexCopies = createIndexCopies(options)
  let target: { revision: number; space: SearchVectorSpace } = { revision: -1, space: { kind: 'terms' } }

  const wantedSpace = async (db: RetrievalDb, revision: number): Promise<SearchVectorSpace> => {
    if (embeddings !== null && target.revision !== revision) target = { revision, space: chooseVectorSpace(await readModels(db), embeddings) }
    return target.space
  }

  return {
    name: 'interne',
    open: async (db, { scope, day }) => {
      const { revision, allowed, codes: groups, isWide } = await readScope(db, scope)
      if (allowed?.length === 0 && groups?.length === 0) return null
      const copy = await indexCopies.current(db, revision, await wantedSpace(db, revision))
      const restriction = { groups, day: day === null ? null : Date.parse(day) / dayMs }
      return {
        space: copy.space,
        search: (query) =>
          isWide && scope !== undefined ? searchWideScope(copy, db, scope, { ...query, ...restriction }) : copy.search({ ...query, ...restriction, allowed }),
      }
    },
    warmUp: async (db) => {
      const { revision } = await readScope(db)
      await indexCopies.current(db, revision, await wantedSpace(db, revision), true)
    },
    close: indexCopies.close,
  }
}
