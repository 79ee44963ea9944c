import { useMemo, type ComponentProps, type ReactNode } from 'react'
import { useInstance } from '../../api/use-instance.ts'
import { onDemand } from '../../ui/on-demand.tsx'
import type { Chat } from '../machine/effects.ts'
import type { ChatState } from '../machine/state.ts'
import type { ModelSettings as ModelSettingsType } from './ModelSettings.tsx'

// Loaded on demand, when the details of a conversation open.
const ModelSettings = onDemand<ComponentProps<typeof ModelSettingsType>>(async () => (await import('./ModelSettings.tsx')).ModelSettings)

/** Settings of the models that read the conversation, for the details of its header. Stable; null where the instance has one model only. */
export function useModelSettings(chat: Chat, { conversation }: ChatState): ReactNode {
  const instance = useInstance()
  const hasChoice = instance !== undefined && instance.models.length > 1
  return useMemo(() => (hasChoice ? <ModelSettings chat={chat} conversation={conversation} /> : null), [hasChoice, chat, conversation])
}
