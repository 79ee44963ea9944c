import type { Conversation } from '@parvis/contract'
import { useState } from 'react'
import type { ChatState } from '../chat-state.ts'
import { useRecent } from './use-recent.ts'

export interface ShownConversation {
  /** As it is now, here or in another tab. */
  conversation: Conversation
  /** @param changed what the server now has of it */
  onChanged: (changed: Conversation) => void
}

/** The conversation of a chat once something was asked in it: before, there is nothing to name, to keep or to put away. */
export const askedConversation = ({ messages, conversation }: ChatState): Conversation | null =>
  messages.some(({ role }) => role === 'user') ? conversation : null

/** The conversation on the screen, which may be renamed or pinned meanwhile; null without one. */
export function useShownConversation(conversation: Conversation | null): ShownConversation | null {
  const { data: recent } = useRecent(true)
  const [changed, setChanged] = useState<Conversation | null>(null)
  if (conversation === null) return null
  const listed = recent?.find(({ id }) => id === conversation.id)
  return { conversation: listed ?? (changed?.id === conversation.id ? changed : conversation), onChanged: setChanged }
}
