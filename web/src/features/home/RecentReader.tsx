import { routes } from '@parvis/contract'
import { useQuery } from '@tanstack/react-query'
import { useLayoutEffect } from 'react'
import { q } from '../../api/ask.ts'
import { queryClient } from '../../api/query.ts'
import type { RecentConversation } from './RecentConversations.tsx'

/**
 * Reads the conversations that home offers to resume, for a signed-in person; draws nothing. A file of its own because
 * visitors see home too, and need none of this.
 */
export function RecentReader({ onRead }: { onRead: (conversations: readonly RecentConversation[] | undefined) => void }) {
  const { data, isError } = useQuery({ ...q(routes.conversations.page, { query: { limit: '3' } }), select: (page) => page.data }, queryClient)
  // Before the paint: what the cache holds is there at once.
  useLayoutEffect(() => onRead(isError ? [] : data), [onRead, data, isError])
  useLayoutEffect(() => () => onRead(undefined), [onRead])
  return null
}
