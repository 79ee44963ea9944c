import { routes, type Assistant, type SentRouteBody } from '@parvis/contract'
import { type UseQueryResult, useQuery } from '@tanstack/react-query'
import { useId, useState, type ReactNode } from 'react'
import { ApiError, isStale, sentenceOf } from '../../../api/transport/api-error.ts'
import { ReadOnlyFields } from '../../../layout/drafts/FormDialog.tsx'
import { FormDraftNotice } from '../../../layout/drafts/FormDraftNotice.tsx'
import { useFormDraft } from '../../../layout/drafts/use-form-draft.ts'
import { Banner } from '../../../ui/feedback/Banner.tsx'
import { Dialog, FormActions } from '../../../ui/overlays/Dialog.tsx'
import { focusWithin, invalidFieldSelector } from '../../../ui/overlays/focus-within.ts'
import { AssistantFields } from './AssistantFields.tsx'
import { AssistantTrial } from './AssistantTrial.tsx'
import {
  assistantBodyOf,
  assistantFormOf,
  assistantMessages,
  emptyAssistantForm,
  findRefusal,
  type AssistantForm,
  type AssistantFormErrors,
  type DocumentChoice,
  assistantFieldNames,
  documentNames,
} from './assistant-form.ts'
import styles from './AssistantForm.module.css'
import { queryFor } from '../../../api/queries.ts'

type Body = SentRouteBody<typeof routes.assistants.create>

/** Storage of the form: the calls and options for assistants of the organisation or for the person's own. */
export interface AssistantFormTarget {
  /** Prefix of the key of the stored draft. */
  draft: string
  documents: UseQueryResult<readonly DocumentChoice[]>
  hasState: boolean
  /** False when only somebody else may choose the document categories. */
  hasDocuments?: boolean
  /** Section of the assistant's files. */
  files?: ReactNode
  /** Whether the assistant has files, added by its owner. */
  hasFiles?: boolean
  /** Asks for a confirmation before abandoning pending uploads, then calls `proceed`. */
  leaveFiles?: (proceed: () => void) => void
  create: (body: Body) => Promise<Assistant>
  update: (id: string, body: Body & { expected_updated_at?: string | undefined }) => Promise<Assistant>
  /** Invalidates the cached assistants. */
  refresh: () => void
}

interface AssistantFormDialogProps {
  target: AssistantFormTarget
  /** Null for a new assistant. */
  assistant: Assistant | null
  onClose: () => void
  onDone: (sentence: string) => void
}

/** Scrolls the dialog to the error at its top, then focuses the first refused field, if any. */
function showRefusal(form: HTMLElement | null) {
  form?.closest('[role=dialog]')?.scrollTo({ top: 0 })
  focusWithin(form, invalidFieldSelector)
}

const proceed = (go: () => void) => go()

/** Dialog to create or edit an assistant. What was typed is kept when saving fails. */
export function AssistantFormDialog({ target, assistant, onClose, onDone }: AssistantFormDialogProps) {
  const formId = useId()
  const { documents } = target
  const { categories, fieldNames } = useAssistantChoices(documents)
  const draft = useFormDraft<AssistantForm>(
    `${target.draft}.${assistant?.id ?? 'new'}`,
    assistant ? assistantFormOf(assistant) : emptyAssistantForm,
    assistant?.updated_at,
  )
  const form = draft.values
  const { leaveFiles = proceed } = target
  const close = () => leaveFiles(() => draft.confirmClose(onClose))
  const [errors, setErrors] = useState<AssistantFormErrors>({})
  const [failure, setFailure] = useState<string | null>(null)
  const [isPending, setPending] = useState(false)
  const isNew = assistant === null
  const choices = { categories, documents: target.hasDocuments === false ? null : documents, hasState: target.hasState, files: target.files }

  function refuse(sentence: string) {
    setFailure(sentence)
    showRefusal(document.getElementById(formId))
  }

  async function submit() {
    if (isPending) return
    // Without `hasDocuments`, the base is the form itself, so that no change of documents is sent. In an edit conflict, changes are computed against the
    // other version.
    const base = target.hasDocuments === false ? form : (draft.conflict?.theirs ?? draft.base)
    const refusal = findRefusal(form, base, documents.data)
    setErrors(refusal?.errors ?? {})
    if (refusal !== null) {
      draft.set(refusal.changes)
      return refuse(refusal.sentence)
    }
    setFailure(null)
    setPending(true)
    try {
      const body = assistantBodyOf(form, base)
      await draft.save((expected_updated_at) => (assistant === null ? target.create(body) : target.update(assistant.id, { ...body, expected_updated_at })))
      onDone(`L’assistant «\u00a0${body.name}\u00a0» a été ${isNew ? 'créé' : 'modifié'}.`)
      onClose()
    } catch (error) {
      setPending(false)
      // The cached list is outdated.
      if (isStale(error)) return target.refresh()
      if (error instanceof ApiError) setErrors(error.fields)
      // A chosen category was deleted: refreshes the options.
      if (error instanceof ApiError && error.code === 'assistants.document_category_unknown') void documents.refetch()
      refuse(`${isNew ? assistantMessages.creation : assistantMessages.update}. ${sentenceOf(error, '')}`.trim())
    }
  }

  const send = (event: { preventDefault: () => void }) => {
    event.preventDefault()
    leaveFiles(() => void submit())
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
        <form id={formId} className={styles.form} onSubmit={send} noValidate>
          {failure && <Banner tone="error">{failure}</Banner>}
          <FormDraftNotice draft={draft} fields={fieldNames} onSaveMine={() => void submit()} isSaving={isPending} />
          <ReadOnlyFields isHeld={isPending}>
            <AssistantFields form={form} onChange={draft.set} errors={errors} {...choices} />
          </ReadOnlyFields>
        </form>
        <AssistantTrial form={form} hasFiles={target.hasFiles === true} />
      </div>
    </Dialog>
  )
}

/** Options of the form of an assistant, and its field labels for the notice of an edit conflict. */
function useAssistantChoices(documents: UseQueryResult<readonly DocumentChoice[]>) {
  const categories = useQuery(queryFor(routes.assistants.categories))
  const fieldNames = {
    ...assistantFieldNames,
    category_id: { label: 'Catégorie', read: (id: string | null) => categories.data?.find((category) => category.id === id)?.name ?? '' },
    document_category_ids: { label: 'Documents de l’assistant', read: (ids: readonly string[]) => documentNames(documents.data, ids) },
  }
  return { categories, fieldNames }
}
