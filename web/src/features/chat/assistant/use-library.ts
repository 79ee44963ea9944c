import { routes } from '@parvis/contract'
import { useQuery } from '@tanstack/react-query'
import { useEffect } from 'react'
import { queryFor } from '../../../api/queries.ts'
import { libraryState, type ChosenLibrary } from './library-state.ts'

/** State of the library chosen for the conversation; null without one. Refreshed after each reply, as it may be renamed, emptied or deleted meanwhile. */
export function useLibrary(name: string | null, isWriting: boolean): ChosenLibrary | null {
  const { data, refetch } = useQuery({ ...queryFor(routes.library.categories), enabled: name !== null })
  useEffect(() => {
    if (name !== null && !isWriting) void refetch()
  }, [name, isWriting, refetch])
  return libraryState(name, data?.categories)
}
