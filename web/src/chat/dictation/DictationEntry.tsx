import type { ComponentProps } from 'react'
import { useInstance } from '../../api/use-instance.ts'
import { onDemand } from '../../ui/on-demand.tsx'
import type { DictationButton as DictationButtonType, DictationProps } from './DictationButton.tsx'

// Loaded on demand: most installations have no transcription server.
const DictationButton = onDemand<ComponentProps<typeof DictationButtonType>>(async () => (await import('./DictationButton.tsx')).DictationButton)

/** Dictation button of a message field; nothing without a transcription server. */
export function DictationEntry(props: DictationProps) {
  const server = useInstance()?.transcription
  return server ? <DictationButton {...props} serverLevel={server.level} /> : null
}
