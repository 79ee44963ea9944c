import { routes, type Conversation, type ModelLevel } from '@parvis/contract'
import { useQuery } from '@tanstack/react-query'
import { Mic } from 'lucide-react'
import { useState, type ComponentProps, type RefObject } from 'react'
import { createPortal } from 'react-dom'
import { queryClient, queryFor } from '../../api/queries.ts'
import { IconButton } from '../../ui/IconButton.tsx'
import { alertDownloadFailure, onDemand } from '../../ui/on-demand.tsx'
import type { Recorder as RecorderType } from './Recorder.tsx'

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

// Loaded at the first press.
const Recorder = onDemand<ComponentProps<typeof RecorderType>>(async () => (await import('./Recorder.tsx')).Recorder, {
  onMissing({ onClose }) {
    onClose()
    alertDownloadFailure('La dictée n’a pas pu être ouverte')
  },
})

/** Button that opens the recorder under the field. Absent where the conversation needs a higher level than that of the transcription server. */
export function DictationButton({ area, isDisabled, serverLevel, ...target }: DictationProps & { serverLevel: ModelLevel }) {
  const needed = useNeededLevel(target)
  const [form, setForm] = useState<HTMLFormElement | null>(null)
  if (form === null && (needed === null || needed > serverLevel)) return null
  return (
    <>
      <IconButton icon={Mic} label="Dicter" isDisabled={isDisabled || form !== null} onPress={() => setForm(area.current?.form ?? null)} />
      {form !== null && createPortal(<Recorder area={area} conversationId={target.conversation?.id} onClose={() => setForm(null)} />, form)}
    </>
  )
}

/** Returns the level that the conversation needs as far as the page knows it; null while it is not known. The server computes it again. */
function useNeededLevel({ conversation, assistantId = conversation?.assistant_id, projectId = conversation?.project_id }: DictationTarget): number | null {
  // The home page has no provider of it.
  const assistant = useQuery({ ...queryFor(routes.assistants.get, { params: { id: assistantId ?? '' } }), enabled: Boolean(assistantId) }, queryClient)
  const project = useQuery({ ...queryFor(routes.projects.get, { params: { id: projectId ?? '' } }), enabled: Boolean(projectId) }, queryClient)
  if (assistant.isLoading || project.isLoading) return null
  const documents = conversation?.documents.map(({ min_level = 1 }) => min_level) ?? []
  return Math.max(conversation?.confidential ? 3 : 1, assistant.data?.min_level ?? 1, project.data?.min_level ?? 1, ...documents)
}
