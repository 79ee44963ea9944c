import { routes } from '@parvis/contract'
import { useQuery } from '@tanstack/react-query'
import { useMemo } from 'react'
import { queryFor, queryClient } from '../../api/queries.ts'
import { familiarAssistants } from '../../layout/familiar-assistants/familiar-assistants.ts'

/** Number of most used assistants listed first, after the favourites. */
const maxMostUsed = 5

/** Assistants that can be chosen. `own`: ids of the favourites, then of the most used; null until the order of the list is known. */
export function useAssistants() {
  const list = useQuery(queryFor(routes.assistants.list, { query: { is_active: '1' } }), queryClient)
  const starred = useQuery(queryFor(routes.assistantFavorites.list), queryClient)
  const used = useQuery({ ...queryFor(routes.conversations.stats), select: (stats) => stats.conversations_by_assistant.slice(0, maxMostUsed) }, queryClient)
  const isReady = list.data !== undefined && !starred.isPending && !used.isPending
  const familiarIds = useMemo(
    () => (isReady ? familiarAssistants(starred.data, used.data).map(({ assistant_id }) => assistant_id) : null),
    [isReady, starred.data, used.data],
  )
  return { list, own: familiarIds }
}
