import { useMemo, type ComponentProps, type ReactNode } from 'react'
import { useInstance } from '../../api/use-instance.ts'
import { onDemand } from '../../ui/on-demand.tsx'
import type { Chat } from '../machine/effects.ts'
import type { ChatState } from '../machine/state.ts'
import type { ConversationSettings as ConversationSettingsType } from './ConversationSettings.tsx'

// Loaded on demand, when the details of a conversation open.
const ConversationSettings = onDemand<ComponentProps<typeof ConversationSettingsType>>(
  async () => (await import('./ConversationSettings.tsx')).ConversationSettings,
)

/**
 * Settings of the conversation, for the details of its header: the day of its questions, and the models where the instance has several. Stable.
 * @param isGrounded whether its answers always search documents. Otherwise the settings are null where the instance has one model only.
 */
export function useConversationSettings(chat: Chat, { conversation }: ChatState, isGrounded = true): ReactNode {
  const instance = useInstance()
  const hasChoice = instance !== undefined && instance.models.length > 1
  return useMemo(
    () => (isGrounded || hasChoice ? <ConversationSettings chat={chat} conversation={conversation} hasModels={hasChoice} /> : null),
    [isGrounded, hasChoice, chat, conversation],
  )
}
