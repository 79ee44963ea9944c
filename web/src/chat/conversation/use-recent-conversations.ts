import { routes, type Conversation } from '@parvis/contract'
import { useQuery } from '@tanstack/react-query'
import { useState } from 'react'
import { queryFor, queryClient } from '../../api/queries.ts'
import type { ChatState } from '../machine/state.ts'

/** Milliseconds during which the components of a page share one answer of the recent conversations. */
const sharedMs = 2_000

const recentQuery = { ...queryFor(routes.conversations.recent), staleTime: sharedMs }

/**
 * Recent conversations, as in the sidebar. Updated when this tab or another changes them.
 * @param isBesideSidebar whether the component is mounted beside the sidebar, which has just fetched them: they are not fetched again
 */
export const useRecentConversations = (isBesideSidebar = false) =>
  useQuery({ ...recentQuery, refetchOnMount: !isBesideSidebar, select: ({ conversations }) => conversations }, queryClient)

/** Number of unseen conversations shared by other people. Comes with the recent conversations, without a request of its own. */
export const useNewShares = (isBesideSidebar = false): number =>
  useQuery({ ...recentQuery, refetchOnMount: !isBesideSidebar, select: ({ news }) => news.conversations }, queryClient).data ?? 0

/** Counts of the user's unseen news. Come with the recent conversations, without a request of their own. */
export const useNews = () => useQuery({ ...recentQuery, select: ({ news }) => news }, queryClient)

export interface ShownConversation {
  /** Current state, including changes made in another tab. */
  conversation: Conversation
  /** @param changed the conversation returned by the server */
  onChanged: (changed: Conversation) => void
}

/** The conversation of a chat once a question was asked; null before, as there is nothing to rename, pin or delete. */
export const startedConversation = ({ messages, conversation }: ChatState): Conversation | null =>
  messages.some(({ role }) => role === 'user') ? conversation : null

/** Follows the conversation on the screen, which may be renamed or pinned from elsewhere; null without one. */
export function useShownConversation(conversation: Conversation | null): ShownConversation | null {
  const { data: recent } = useRecentConversations(true)
  const [changed, setChanged] = useState<Conversation | null>(null)
  if (conversation === null) return null
  const listed = recent?.find(({ id }) => id === conversation.id)
  return { conversation: listed ?? (changed?.id === conversation.id ? changed : conversation), onChanged: setChanged }
}
