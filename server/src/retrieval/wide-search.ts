import type { Candidate, IndexQuery } from '@parvis/french-search'
import type { IndexCopy } from './index-copy.ts'
import type { DocumentScope, RetrievalDb } from './retrieval-db.ts'
import { keepAllowed, readAllowed } from './scope-store.ts'

/**
 * Searches a scope that allows most documents without reading their list: selects passages of all documents, then filters the documents of the best ones by
 * the scope. Reads the list if too few are allowed.
 * @returns the candidates that a search of the list gives
 */
export const searchWideScope = async (
  copy: Pick<IndexCopy, 'search' | 'select' | 'rankWithout'>,
  db: RetrievalDb,
  scope: DocumentScope,
  query: Omit<IndexQuery, 'allowed'>,
): Promise<Candidate[]> => {
  const { id, documents } = await copy.select({ ...query, allowed: null })
  const allowed = new Set(await keepAllowed(db, scope, documents))
  const forbidden = documents.filter((index_no) => !allowed.has(index_no))
  return (await copy.rankWithout(id, forbidden)) ?? copy.search({ ...query, allowed: await readAllowed(db, scope) })
}
