import type { Assistant, SentBody, routes } from '@parvis/contract'
import type { UseQueryResult } from '@tanstack/react-query'
import { useId, useState, type FormEvent } from 'react'
import { ApiError, isStale, sentenceOf } from '../../../api/transport/api-error.ts'
import { HeldFields } from '../../../layout/drafts/FormDialog.tsx'
import { FormDraftNotice } from '../../../layout/drafts/FormDraftNotice.tsx'
import { useFormDraft } from '../../../layout/drafts/use-form-draft.ts'
import { Banner } from '../../../ui/feedback/Banner.tsx'
import { Dialog, FormActions } from '../../../ui/overlays/Dialog.tsx'
import { focusWithin, refusedField } from '../../../ui/overlays/focus-within.ts'
import { AssistantFields } from './AssistantFields.tsx'
import { AssistantTrial } from './AssistantTrial.tsx'
import {
  assistantBodyOf,
  assistantFormOf,
  assistantMessages,
  documentsLeft,
  emptyAssistantForm,
  findAssistantFormErrors,
  refusalOf,
  type AssistantForm,
  type AssistantFormErrors,
  type DocumentChoice,
} from './assistant-form.ts'
import styles from './AssistantForm.module.css'
import { useAssistantChoices } from './use-assistant-choices.ts'

type Body = SentBody<typeof routes.assistants.create>

/** Where what is written goes: to the organisation's assistants, or to one's own. */
export interface AssistantDesk {
  /** Names what is kept of a form that was left. */
  draft: string
  documents: UseQueryResult<readonly DocumentChoice[]>
  hasState: boolean
  /** False where somebody else chooses what it asks. */
  hasDocuments?: boolean
  create: (body: Body) => Promise<Assistant>
  update: (id: string, body: Body & { expected_updated_at?: string | undefined }) => Promise<Assistant>
  /** What is shown of them is no longer so. */
  refresh: () => void
}

interface AssistantFormDialogProps {
  desk: AssistantDesk
  /** null: a new assistant. */
  assistant: Assistant | null
  onClose: () => void
  onDone: (sentence: string) => void
}

/** Shows the sentence, which is at the top, to whoever is at the bottom; then the first field that was refused, if one was. */
function showRefusal(form: HTMLElement | null) {
  form?.closest('[role=dialog]')?.scrollTo({ top: 0 })
  focusWithin(form, refusedField)
}

/** Creates or edits an assistant. Nothing typed is lost by a refusal. */
export function AssistantFormDialog({ desk, assistant, onClose, onDone }: AssistantFormDialogProps) {
  const formId = useId()
  const { documents } = desk
  const { categories, fieldNames } = useAssistantChoices(documents)
  const draft = useFormDraft<AssistantForm>(
    `${desk.draft}.${assistant?.id ?? 'new'}`,
    assistant ? assistantFormOf(assistant) : emptyAssistantForm,
    assistant?.updated_at,
  )
  const form = draft.values
  const close = () => draft.leave(onClose)
  const [errors, setErrors] = useState<AssistantFormErrors>({})
  const [failure, setFailure] = useState<string | null>(null)
  const [isPending, setPending] = useState(false)
  const isNew = assistant === null
  const choices = { categories, documents: desk.hasDocuments === false ? null : documents, hasState: desk.hasState }

  function refuse(sentence: string) {
    setFailure(sentence)
    showRefusal(document.getElementById(formId))
  }

  async function submit(event?: FormEvent<HTMLFormElement>) {
    event?.preventDefault()
    if (isPending) return
    const found = findAssistantFormErrors(form)
    setErrors(found)
    if (Object.keys(found).length > 0) return refuse(refusalOf(found))
    // Where somebody else chooses them, nothing of them is sent. What is to take the place of another version differs from that one.
    const base = desk.hasDocuments === false ? form : (draft.conflict?.theirs ?? draft.base)
    const left = documentsLeft(form, base, documents.data)
    if (left !== null) {
      draft.set({ document_category_ids: left })
      setErrors({ document_category_ids: assistantMessages.documentsGone })
      return refuse(assistantMessages.documentsGone)
    }
    setFailure(null)
    setPending(true)
    try {
      const body = assistantBodyOf(form, base)
      await draft.save((expected_updated_at) => (assistant === null ? desk.create(body) : desk.update(assistant.id, { ...body, expected_updated_at })))
      onDone(`L’assistant «\u00a0${body.name}\u00a0» a été ${isNew ? 'créé' : 'modifié'}.`)
      onClose()
    } catch (error) {
      setPending(false)
      // What the list shows of it is no longer so.
      if (isStale(error)) return desk.refresh()
      if (error instanceof ApiError) setErrors(error.fields)
      // One of them is gone: the list says which are left.
      if (error instanceof ApiError && error.code === 'assistants.document_category_unknown') void documents.refetch()
      refuse(`${isNew ? assistantMessages.creation : assistantMessages.update}. ${sentenceOf(error, '')}`.trim())
    }
  }

  return (
    <Dialog
      isOpen
      onClose={close}
      title={isNew ? 'Nouvel assistant' : `Modifier «\u00a0${assistant.name}\u00a0»`}
      size="xl"
      isBusy={isPending}
      actions={<FormActions onCancel={close} isPending={isPending} form={formId} verb={isNew ? 'Créer l’assistant' : 'Enregistrer'} />}
    >
      <div className={styles.sides}>
        <form id={formId} className={styles.form} onSubmit={(event) => void submit(event)} noValidate>
          {failure && <Banner tone="error">{failure}</Banner>}
          <FormDraftNotice draft={draft} fields={fieldNames} onSaveMine={() => void submit()} isSaving={isPending} />
          <HeldFields isHeld={isPending}>
            <AssistantFields form={form} onChange={draft.set} errors={errors} {...choices} />
          </HeldFields>
        </form>
        <AssistantTrial form={form} />
      </div>
    </Dialog>
  )
}
