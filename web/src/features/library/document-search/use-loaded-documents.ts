import { routes, type LibraryDocument } from '@parvis/contract'
import { useQuery } from '@tanstack/react-query'
import { invalidate, q } from '../../../api/ask.ts'

/** Milliseconds between two looks while a document is being read. */
const lifePollMs = 1_500

export const isRunning = ({ state }: LibraryDocument) => state === 'en_attente' || state === 'en_cours'

/** What the person has loaded for themselves, the last first; looked at again while some of it is being read. */
export const useLoadedDocuments = () =>
  useQuery({
    ...q(routes.library.uploads),
    select: ({ documents }) => documents,
    refetchInterval: ({ state }) => (state.data?.documents.some(isRunning) ? lifePollMs : false),
  })

/** Asks again for what is loaded. */
export const loadedChanged = (): void => void invalidate(routes.library.upload)
