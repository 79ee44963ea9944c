import { routes } from '@parvis/contract'
import { useQuery } from '@tanstack/react-query'
import { useState } from 'react'
import { q } from '../../api/ask.ts'
import { nextLookMs } from './library-summary.ts'

/** The categories that can be asked, followed while an index is being built. */
export function useLibraryCategories() {
  // The same answer stays the same object: since when it stands is known by it.
  const [firstSeen] = useState(() => new WeakMap<object, number>())
  return useQuery({
    ...q(routes.library.categories),
    refetchInterval: ({ state: { data, dataUpdatedAt } }) => {
      if (data === undefined) return false
      if (!firstSeen.has(data)) firstSeen.set(data, dataUpdatedAt)
      return nextLookMs(data.categories, dataUpdatedAt - firstSeen.get(data)!)
    },
  })
}
