import { routes, type Assistant } from '@parvis/contract'
import { useQuery } from '@tanstack/react-query'
import { invalidate, queryFor } from '../../../api/queries.ts'
import { call } from '../../../api/browser.ts'
import { create } from '../../../api/create.ts'
import { runRowAction } from '../../../layout/run-row-action.ts'
import { AssistantFormDialog, type AssistantFormTarget } from '../form/AssistantFormDialog.tsx'

interface CommonAssistantFormProps {
  /** Null for a new assistant. */
  assistant: Assistant | null
  onClose: () => void
  onDone: (sentence: string) => void
}

/** Form of an assistant of the organisation. */
export function CommonAssistantForm(props: CommonAssistantFormProps) {
  const desk: AssistantFormTarget = {
    draft: 'assistant',
    documents: useQuery({ ...queryFor(routes.documentCategories.list), staleTime: 0 }),
    hasState: true,
    create: (body) => create(routes.assistants.create, body),
    update: (id, body) => runRowAction(routes.assistants.update, () => call(routes.assistants.update, { params: { id }, body })),
    refresh: () => void invalidate(routes.assistants.update),
  }
  return <AssistantFormDialog target={desk} {...props} />
}
