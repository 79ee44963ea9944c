import { routes, type LibraryDocument } from '@parvis/contract'
import { useQuery, useQueryClient } from '@tanstack/react-query'
import { useCallback, useEffect, useMemo } from 'react'
import { call } from '../../api/browser.ts'
import { isRunning, runningIds, withLives } from './document-list.ts'

/** Milliseconds between two looks at documents that are being read; nothing is asked when none is. */
const lifePollMs = 1_500

const listKey = (category: string) => ['documents', category]

/** The documents of a category (empty: all), live while some are being read. */
export function useDocuments(category: string) {
  const cache = useQueryClient()
  const list = useQuery({
    queryKey: listKey(category),
    queryFn: async ({ signal }) => (await call(routes.documents.list, { query: category === '' ? {} : { category }, signal })).documents,
  })
  const ids = useMemo(() => runningIds(list.data ?? []), [list.data])
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
    cache.setQueryData<LibraryDocument[]>(listKey(category), (documents) => documents && withLives(documents, lives.data))
    // The library chat says whether a category can be asked.
    if (lives.data.some((life) => !isRunning(life))) void cache.invalidateQueries({ queryKey: ['library-categories'] })
    // Also when the list has come again: it may have been asked before the last look.
  }, [lives.data, list.data, category, cache])
  return list
}

/** Names and numbers of the categories. */
export const useCategories = () => useQuery({ queryKey: ['document-categories'], queryFn: ({ signal }) => call(routes.documents.categories, { signal }) })

/** Shows a document as an answer gave it, before the next look. */
export function useShowDocument(): (document: LibraryDocument) => void {
  const cache = useQueryClient()
  return useCallback(
    (document) => {
      cache.setQueriesData<LibraryDocument[]>({ queryKey: ['documents'] }, (documents) => documents?.map((one) => (one.id === document.id ? document : one)))
    },
    [cache],
  )
}

/** Asks again for all that a change of the base changes. */
export function useDocumentsChanged(): () => void {
  const cache = useQueryClient()
  return () => {
    for (const key of ['documents', 'document-categories', 'library-categories']) void cache.invalidateQueries({ queryKey: [key] })
  }
}
