import { routes } from '@parvis/contract'
import { useQuery } from '@tanstack/react-query'
import { useEffect } from 'react'
import { call } from '../../../api/browser.ts'
import { libraryState, type ChosenLibrary } from './library-state.ts'

/**
 * What has become of the library chosen with the assistant; null without one. It may be renamed, emptied or deleted while
 * people talk: looked at again after each reply.
 */
export function useLibrary(name: string | null, isWriting: boolean): ChosenLibrary | null {
  const { data, refetch } = useQuery({
    queryKey: ['library', 'categories'],
    queryFn: ({ signal }) => call(routes.library.categories, { signal }),
    enabled: name !== null,
  })
  useEffect(() => {
    if (name !== null && !isWriting) void refetch()
  }, [name, isWriting, refetch])
  return libraryState(name, data?.categories)
}
