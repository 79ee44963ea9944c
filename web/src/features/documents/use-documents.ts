import { routes, type DocumentSort, type LibraryDocument } from '@parvis/contract'
import { useQuery } from '@tanstack/react-query'
import { useEffect, useMemo } from 'react'
import { askAgain, changeRows, invalidate, q } from '../../api/ask.ts'
import { usePages, type Depth } from '../../api/pages.ts'
import { documentPages, goneIds, isRunning, runningIds, withLife } from './document-list.ts'
import { isMissing } from '../../api/transport/api-error.ts'

/** Polling interval in milliseconds while documents are being read. */
const lifePollMs = 1_500

/** Filters and sort order of the list. */
interface DocumentFilter {
  /** Name of the category; empty for all of them. */
  category: string
  search: string
  sort: DocumentSort
}

/**
 * Pages of the shared documents. Polls the states of the listed documents that are still being read and updates the list; documents deleted meanwhile are
 * removed from it.
 */
export function useDocuments({ category, search, sort }: DocumentFilter, depth: Depth) {
  const list = usePages(routes.documents.page, { sort, category, search }, { ...depth, lengths: documentPages })
  const ids = useMemo(() => runningIds(list.rows ?? []), [list.rows])
  const lives = useQuery({
    ...q(routes.documents.states, { query: { ids: ids.join() } }),
    select: ({ documents }) => documents,
    enabled: ids.length > 0,
    refetchInterval: lifePollMs,
    staleTime: 0,
    // A state cached before a retry must not be shown after it.
    gcTime: 0,
  })
  useEffect(() => {
    if (!lives.data) return
    const known = new Map(lives.data.map((life) => [life.id, life]))
    const gone = goneIds(ids, lives.data)
    changeRows(routes.documents.page, (document) => (gone.includes(document.id) ? null : withLife(document, known)))
    // The counts in the category filter have changed.
    if (gone.length > 0) void askAgain(routes.documents.categories)
    // The library chat shows whether a category can be queried.
    if (lives.data.some((life) => !isRunning(life))) void askAgain(routes.library.categories)
    // `list.data` too: a list fetched before the last poll has older states.
  }, [lives.data, list.data, ids])
  return list
}

/** Names of the categories, with their numbers of documents. */
export const useCategories = () => useQuery(q(routes.documents.categories))

/** Replaces a document in the cached list, before the next poll. */
export const showDocument = (document: LibraryDocument): void => changeRows(routes.documents.page, (one) => (one.id === document.id ? document : one))

/** Invalidates every query that depends on the shared documents. */
export const documentsChanged = (): void => void invalidate(routes.documents.update)

/** After a failed call: refreshes the lists if the document was missing, because a colleague has deleted it. */
export function leaveGone(failure: unknown): void {
  if (isMissing(failure)) documentsChanged()
}
