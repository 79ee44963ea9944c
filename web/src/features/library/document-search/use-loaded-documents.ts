import { routes, type LibraryDocument } from '@parvis/contract'
import { useQuery, useQueryClient } from '@tanstack/react-query'
import { call } from '../../../api/browser.ts'

/** Milliseconds between two looks while a document is being read. */
const lifePollMs = 1_500

const loadedKey = ['loaded-documents']
export const isRunning = ({ state }: LibraryDocument) => state === 'en_attente' || state === 'en_cours'

/** What the person has loaded for themselves, the last first; looked at again while some of it is being read. */
export const useLoadedDocuments = () =>
  useQuery({
    queryKey: loadedKey,
    queryFn: async ({ signal }) => (await call(routes.library.uploads, { signal })).documents,
    refetchInterval: ({ state }) => (state.data?.some(isRunning) ? lifePollMs : false),
  })

/** Asks again for what is loaded. */
export function useLoadedChanged(): () => void {
  const cache = useQueryClient()
  return () => void cache.invalidateQueries({ queryKey: loadedKey })
}
