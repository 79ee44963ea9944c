import { routes, type DocumentSort, type LibraryDocument } from '@parvis/contract'
import { useQuery } from '@tanstack/react-query'
import { useEffect, useMemo } from 'react'
import { invalidateAnswers, updateListRows, invalidate, queryFor } from '../../api/queries.ts'
import { usePages, type ListDepth } from '../../api/pages.ts'
import { documentPageSizes, missingIds, isRunning, runningIds, stateQueries, withState, type DocumentStateFilter } from './document-list.ts'
import { isNotFound } from '../../api/transport/api-error.ts'

/** Polling interval in milliseconds while documents are being read. */
const lifePollMs = 1_500

/** Filters and sort order of the list. */
interface DocumentFilter {
  /** Name of the category; empty for all of them. */
  category: string
  state: DocumentStateFilter
  search: string
  sort: DocumentSort
}

/**
 * Pages of the shared documents. Polls the states of the listed documents that are still being read and updates the list; documents deleted meanwhile are
 * removed from it.
 */
export function useDocuments({ category, state, search, sort }: DocumentFilter, depth: ListDepth) {
  const list = usePages(routes.documents.page, { sort, category, search, ...stateQueries[state] }, { ...depth, lengths: documentPageSizes })
  const ids = useMemo(() => runningIds(list.rows ?? []), [list.rows])
  const lives = useQuery({
    ...queryFor(routes.documents.states, { query: { ids: ids.join() } }),
    select: ({ documents }) => documents,
    enabled: ids.length > 0,
    refetchInterval: lifePollMs,
    staleTime: 0,
    // A state cached before a retry must not be shown after it.
    gcTime: 0,
  })
  useEffect(() => {
    if (!lives.data) return
    const progressById = new Map(lives.data.map((progress) => [progress.id, progress]))
    const missingDocumentIds = missingIds(ids, lives.data)
    updateListRows(routes.documents.page, (document) => (missingDocumentIds.includes(document.id) ? null : withState(document, progressById)))
    // The counts in the category filter have changed.
    if (missingDocumentIds.length > 0) void invalidateAnswers(routes.documents.categories)
    // The library chat shows whether a category can be queried.
    if (lives.data.some((progress) => !isRunning(progress))) void invalidateAnswers(routes.library.categories)
    // `list.data` too: a list fetched before the last poll has older states.
  }, [lives.data, list.data, ids])
  return list
}

/** Names of the categories, with their numbers of documents. */
export const useCategories = () => useQuery(queryFor(routes.documents.categories))

/** Replaces a document in the cached list, before the next poll. */
export const showDocument = (document: LibraryDocument): void =>
  updateListRows(routes.documents.page, (cached) => (cached.id === document.id ? document : cached))

/** Invalidates every query that depends on the shared documents. */
export const documentsChanged = (): void => void invalidate(routes.documents.update)

/** After a failed call: refreshes the lists if the document was missing, because a colleague has deleted it. */
export function refreshIfMissing(failure: unknown): void {
  if (isNotFound(failure)) documentsChanged()
}
