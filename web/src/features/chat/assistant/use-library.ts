import { routes } from '@parvis/contract'
import { useQuery } from '@tanstack/react-query'
import { useEffect } from 'react'
import { q } from '../../../api/ask.ts'
import { libraryState, type ChosenLibrary } from './library-state.ts'

/**
 * What has become of the library chosen with the assistant; null without one. It may be renamed, emptied or deleted while
 * people talk: looked at again after each reply.
 */
export function useLibrary(name: string | null, isWriting: boolean): ChosenLibrary | null {
  const { data, refetch } = useQuery({ ...q(routes.library.categories), enabled: name !== null })
  useEffect(() => {
    if (name !== null && !isWriting) void refetch()
  }, [name, isWriting, refetch])
  return libraryState(name, data?.categories)
}
