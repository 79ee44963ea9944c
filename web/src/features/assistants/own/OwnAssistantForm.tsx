import { routes, type OwnAssistant } from '@parvis/contract'
import { useQuery } from '@tanstack/react-query'
import { invalidate, q } from '../../../api/ask.ts'
import { call } from '../../../api/browser.ts'
import { create } from '../../../api/create.ts'
import { AssistantFormDialog, type AssistantDesk } from '../form/AssistantFormDialog.tsx'

interface OwnAssistantFormProps {
  /** Null for a new assistant. */
  assistant: OwnAssistant | null
  onClose: () => void
  onDone: (sentence: string) => void
}

/** Form of an assistant of the person's own. */
export function OwnAssistantForm(props: OwnAssistantFormProps) {
  const desk: AssistantDesk = {
    draft: 'own-assistant',
    documents: useQuery({ ...q(routes.ownAssistants.documentCategories), staleTime: 0 }),
    hasState: false,
    hasDocuments: props.assistant?.is_own ?? true,
    create: (body) => create(routes.ownAssistants.create, body),
    update: (id, body) => call(routes.ownAssistants.update, { params: { id }, body }),
    refresh: () => void invalidate(routes.ownAssistants.update),
  }
  return <AssistantFormDialog desk={desk} {...props} />
}
