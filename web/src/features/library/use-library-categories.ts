import { routes } from '@parvis/contract'
import { useQuery } from '@tanstack/react-query'
import { useState } from 'react'
import { queryFor } from '../../api/queries.ts'
import { nextPollMs } from './library-summary.ts'

/** Categories that can be queried, polled while an index is being built. */
export function useLibraryCategories() {
  // Time at which each data object first appeared. Unchanged data keeps its object (structural sharing), so this gives how long it has not changed.
  const [firstSeen] = useState(() => new WeakMap<object, number>())
  return useQuery({
    ...queryFor(routes.library.categories),
    refetchInterval: ({ state: { data, dataUpdatedAt } }) => {
      if (data === undefined) return false
      if (!firstSeen.has(data)) firstSeen.set(data, dataUpdatedAt)
      return nextPollMs(data.categories, dataUpdatedAt - firstSeen.get(data)!)
    },
  })
}
