import type { Conversation, ModelLevel } from '@parvis/contract'
import type { RefObject } from 'react'
import { useInstance } from '../../api/use-instance.ts'
import { onDemand } from '../../ui/on-demand.tsx'

/** Conversation, or the assistant and project of the next one, that a dictated text goes to. Its level decides whether the voice may be sent. */
export interface DictationTarget {
  conversation?: Conversation | null | undefined
  assistantId?: string | null | undefined
  projectId?: string | null | undefined
}

export interface DictationProps extends DictationTarget {
  /** Field in which the text is inserted. */
  area: RefObject<HTMLTextAreaElement | null>
  isDisabled: boolean
}

// Loaded on demand: most installations have no transcription server.
const DictationButton = onDemand<DictationProps & { serverLevel: ModelLevel }>(async () => (await import('./DictationButton.tsx')).DictationButton)

/** Dictation button of a message field; nothing without a transcription server. */
export function DictationEntry(props: DictationProps) {
  const server = useInstance()?.transcription
  return server ? <DictationButton {...props} serverLevel={server.level} /> : null
}
