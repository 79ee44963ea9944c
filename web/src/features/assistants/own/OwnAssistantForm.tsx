import { routes, type OwnAssistant } from '@parvis/contract'
import { useQuery } from '@tanstack/react-query'
import { useState } from 'react'
import { invalidate, queryFor } from '../../../api/queries.ts'
import { call } from '../../../api/browser.ts'
import { create } from '../../../api/create.ts'
import { leaveUploadTexts } from '../../../chat/files/file-rules.ts'
import { useUnsaved } from '../../../layout/drafts/use-unsaved.ts'
import { AssistantFormDialog, type AssistantFormTarget } from '../form/AssistantFormDialog.tsx'
import { OwnAssistantFiles } from './OwnAssistantFiles.tsx'

interface OwnAssistantFormProps {
  /** Null for a new assistant. */
  assistant: OwnAssistant | null
  onClose: () => void
  onDone: (sentence: string) => void
}

/** Form of an assistant of the person's own. */
export function OwnAssistantForm(props: OwnAssistantFormProps) {
  const { assistant } = props
  const isOwn = assistant?.is_own ?? true
  const [isSending, setSending] = useState(false)
  const leaveFiles = useUnsaved(isSending, undefined, leaveUploadTexts)
  const desk: AssistantFormTarget = {
    draft: 'own-assistant',
    documents: useQuery({ ...queryFor(routes.ownAssistants.documentCategories), staleTime: 0 }),
    hasState: false,
    hasDocuments: isOwn,
    ...(isOwn && { files: <OwnAssistantFiles assistant={assistant} onSending={setSending} />, leaveFiles, hasFiles: (assistant?.file_count ?? 0) > 0 }),
    create: (body) => create(routes.ownAssistants.create, body),
    update: (id, body) => call(routes.ownAssistants.update, { params: { id }, body }),
    refresh: () => void invalidate(routes.ownAssistants.update),
  }
  return <AssistantFormDialog target={desk} {...props} />
}
