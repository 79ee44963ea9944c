import type { Candidate, IndexQuery } from '@parvis/french-search'
import type { IndexCopy } from './index-copy.ts'
import type { DocumentScope, RetrievalDb } from './retrieval-db.ts'
import { keepAllowed, readAllowed } from './scope-store.ts'

/**
 * Searches a scope that allows most documents, without the list of them: ranks all passages, then reads the rights on the documents of the best ones. If too
 * few are allowed, reads the list after all.
 * @returns the candidates that a search of the list would give
 */
export const searchWideScope = async (
  copy: Pick<IndexCopy, 'search' | 'shortlist'>,
  db: RetrievalDb,
  scope: DocumentScope,
  query: Omit<IndexQuery, 'allowed'>,
): Promise<Candidate[]> => {
  const { documents, needed, isWhole } = await copy.shortlist({ ...query, allowed: null })
  const own = documents.flatMap(({ index_no, group }) => (group === null ? [index_no] : []))
  const allowed = new Set(await keepAllowed(db, scope, own))
  const kept = documents.filter(({ index_no, group }) => group !== null || allowed.has(index_no))
  const passages = kept.reduce((sum, document) => sum + document.passages, 0)
  if (!isWhole && passages < needed) return copy.search({ ...query, allowed: await readAllowed(db, scope) })
  return copy.search({ ...query, allowed: kept.map(({ index_no }) => index_no), groups: [] })
}
