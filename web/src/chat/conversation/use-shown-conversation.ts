import type { Conversation } from '@parvis/contract'
import { useState } from 'react'
import type { ChatState } from '../chat-state.ts'
import { useRecentConversations } from './use-recent-conversations.ts'

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
