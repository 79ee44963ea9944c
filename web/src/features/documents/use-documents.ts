import { routes, type DocumentSort, type LibraryDocument } from '@parvis/contract'
import { useQuery } from '@tanstack/react-query'
import { useEffect, useMemo } from 'react'
import { askAgain, changeRows, invalidate, q } from '../../api/ask.ts'
import { usePages, type Depth } from '../../api/pages.ts'
import { documentPages, goneIds, isRunning, runningIds, withLife } from './document-list.ts'
import { isMissing } from '../../api/transport/api-error.ts'

/** Milliseconds between two looks at documents that are being read; nothing is asked when none is. */
const lifePollMs = 1_500

/** What of the shared library is in sight. */
interface DocumentFilter {
  /** Empty: all of them. */
  category: string
  search: string
  sort: DocumentSort
}

/** The documents of the shared library, a page at a time, live while some of those in sight are being read. */
export function useDocuments({ category, search, sort }: DocumentFilter, depth: Depth) {
  const list = usePages(routes.documents.page, { sort, category, search }, { ...depth, lengths: documentPages })
  const ids = useMemo(() => runningIds(list.rows ?? []), [list.rows])
  const lives = useQuery({
    ...q(routes.documents.states, { query: { ids: ids.join() } }),
    select: ({ documents }) => documents,
    enabled: ids.length > 0,
    refetchInterval: lifePollMs,
    staleTime: 0,
    // What was said of a document before it was tried again is not said of the new try.
    gcTime: 0,
  })
  useEffect(() => {
    if (!lives.data) return
    const known = new Map(lives.data.map((life) => [life.id, life]))
    const gone = goneIds(ids, lives.data)
    changeRows(routes.documents.page, (document) => (gone.includes(document.id) ? null : withLife(document, known)))
    // What one filters by says how many documents there are.
    if (gone.length > 0) void askAgain(routes.documents.categories)
    // The library chat says whether a category can be asked.
    if (lives.data.some((life) => !isRunning(life))) void askAgain(routes.library.categories)
    // Also when the list has come again: it may have been asked before the last look.
  }, [lives.data, list.data, ids])
  return list
}

/** Names and numbers of the categories. */
export const useCategories = () => useQuery(q(routes.documents.categories))

/** Shows a document as an answer gave it, before the next look. */
export const showDocument = (document: LibraryDocument): void => changeRows(routes.documents.page, (one) => (one.id === document.id ? document : one))

/** Asks again for all that a change of the shared library changes. */
export const documentsChanged = (): void => void invalidate(routes.documents.update)

/** After a call that failed: what a colleague has deleted leaves the list, which nobody else tells of it. */
export function leaveGone(failure: unknown): void {
  if (isMissing(failure)) documentsChanged()
}
