import { routes, type LibraryDocument } from '@parvis/contract'
import { useQuery } from '@tanstack/react-query'
import { invalidate, queryFor } from '../../../api/queries.ts'

/** Polling interval in milliseconds while a document is being read. */
const lifePollMs = 1_500

export const isRunning = ({ state }: LibraryDocument) => state === 'en_attente' || state === 'en_cours'

/** The person's own documents, latest first, polled while some are being read. */
export const useLoadedDocuments = () =>
  useQuery({
    ...queryFor(routes.library.uploads),
    select: ({ documents }) => documents,
    refetchInterval: ({ state }) => (state.data?.documents.some(isRunning) ? lifePollMs : false),
  })

/** Invalidates the list of loaded documents. */
export const loadedChanged = (): void => void invalidate(routes.library.upload)
