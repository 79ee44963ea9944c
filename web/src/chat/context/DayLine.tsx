import type { ComponentProps } from 'react'
import { onDemand } from '../../ui/on-demand.tsx'
import type { Chat } from '../machine/effects.ts'
import type { ChatState } from '../machine/state.ts'
import type { AsOfLine as AsOfLineType } from './AsOfLine.tsx'

// Loaded on demand: most conversations ask about today.
const AsOfLine = onDemand<ComponentProps<typeof AsOfLineType>>(async () => (await import('./AsOfLine.tsx')).AsOfLine)

/** Line under the header of a conversation that asks its questions at another day than today. */
export const DayLine = ({ chat, conversation }: { chat: Chat; conversation: ChatState['conversation'] }) =>
  conversation?.as_of ? <AsOfLine chat={chat} day={conversation.as_of} /> : null
