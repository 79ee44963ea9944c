import { routes } from '@parvis/contract'
import { useQuery } from '@tanstack/react-query'
import { useMemo } from 'react'
import { q } from '../../api/ask.ts'
import { queryClient } from '../../api/query.ts'
import { ownAssistants } from '../../layout/own-assistants/own-assistants.ts'

/** Number of most used assistants listed first, after the favourites. */
const mostUsed = 5

/** Assistants that can be chosen. `own`: ids of the favourites, then of the most used; null until the order of the list is known. */
export function useAssistants() {
  const list = useQuery(q(routes.assistants.list, { query: { is_active: '1' } }), queryClient)
  const starred = useQuery(q(routes.assistantFavorites.list), queryClient)
  const used = useQuery({ ...q(routes.conversations.stats), select: (stats) => stats.conversations_by_assistant.slice(0, mostUsed) }, queryClient)
  const isReady = list.data !== undefined && !starred.isPending && !used.isPending
  const own = useMemo(
    () => (isReady ? ownAssistants(starred.data, used.data).map(({ assistant_id }) => assistant_id) : null),
    [isReady, starred.data, used.data],
  )
  return { list, own }
}
