import { routes, type Assistant } from '@parvis/contract'
import { useQuery } from '@tanstack/react-query'
import { useMemo } from 'react'
import { queryFor, queryClient, keyOf } from '../../api/queries.ts'
import { familiarAssistants } from '../../layout/familiar-assistants/familiar-assistants.ts'
import { countUse } from '../count-use.ts'

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

/**
 * Has an assistant answer the conversation, and counts it as a use.
 * @param applyChoice applies the choice; returns false when nothing changed, and no use is counted
 */
export async function switchAssistant(assistant: Assistant, applyChoice: () => boolean | Promise<boolean>): Promise<void> {
  // The list already holds what the screen shows of the assistant: no request is needed.
  queryClient.setQueryData(keyOf(routes.assistants.get, { params: { id: assistant.id } }), assistant)
  if (await applyChoice()) countUse(assistant.id)
}
