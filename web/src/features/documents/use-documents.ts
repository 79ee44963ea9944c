import { routes, type DocumentSort, type LibraryDocument } from '@parvis/contract'
import { useQuery, useQueryClient } from '@tanstack/react-query'
import { useCallback, useEffect, useMemo } from 'react'
import { call } from '../../api/browser.ts'
import { changeRows, usePages } from '../../api/pages.ts'
import { documentsPerPage, isRunning, runningIds, withLife } from './document-list.ts'

/** Milliseconds between two looks at documents that are being read; nothing is asked when none is. */
const lifePollMs = 1_500

const pagesKey = ['documents', 'pages'] as const

/** What of the shared library is in sight. */
export interface DocumentFilter {
  /** Empty: all of them. */
  category: string
  search: string
  sort: DocumentSort
}

/** The documents of the shared library, a page at a time, live while some of those in sight are being read. */
export function useDocuments({ category, search, sort }: DocumentFilter) {
  const cache = useQueryClient()
  const list = usePages<LibraryDocument>([...pagesKey, category, search, sort], (cursor, signal) =>
    call(routes.documents.page, {
      query: {
        sort,
        limit: String(documentsPerPage),
        ...(category !== '' && { category }),
        ...(search !== '' && { search }),
        ...(cursor !== undefined && { cursor }),
      },
      signal,
    }),
  )
  const ids = useMemo(() => runningIds(list.rows ?? []), [list.rows])
  const lives = useQuery({
    queryKey: ['document-lives', ids.join()],
    queryFn: async ({ signal }) => (await call(routes.documents.states, { query: { ids: ids.join() }, signal })).documents,
    enabled: ids.length > 0,
    refetchInterval: lifePollMs,
    staleTime: 0,
    // What was said of a document before it was tried again is not said of the new try.
    gcTime: 0,
  })
  useEffect(() => {
    if (!lives.data) return
    const known = new Map(lives.data.map((life) => [life.id, life]))
    changeRows<LibraryDocument>(cache, pagesKey, (document) => withLife(document, known))
    // The library chat says whether a category can be asked.
    if (lives.data.some((life) => !isRunning(life))) void cache.invalidateQueries({ queryKey: ['library-categories'] })
    // Also when the list has come again: it may have been asked before the last look.
  }, [lives.data, list.data, cache])
  return list
}

/** Names and numbers of the categories. */
export const useCategories = () => useQuery({ queryKey: ['document-categories'], queryFn: ({ signal }) => call(routes.documents.categories, { signal }) })

/** Shows a document as an answer gave it, before the next look. */
export function useShowDocument(): (document: LibraryDocument) => void {
  const cache = useQueryClient()
  return useCallback(
    (document) => {
      changeRows<LibraryDocument>(cache, pagesKey, (one) => (one.id === document.id ? document : one))
    },
    [cache],
  )
}

/** Asks again for all that a change of the shared library changes. */
export function useDocumentsChanged(): () => void {
  const cache = useQueryClient()
  return () => {
    for (const key of ['documents', 'document-categories', 'library-categories']) void cache.invalidateQueries({ queryKey: [key] })
  }
}
