import { routes, type Assistant, type MaskingMode, type ModelLevel, type SentRouteBody } from '@parvis/contract'
import { type UseQueryResult, useQuery } from '@tanstack/react-query'
import { useState, type FormEvent, type ReactNode } from 'react'
import { ApiError, isStale, sentenceOf } from '../../../api/transport/api-error.ts'
import { useInstance } from '../../../api/use-instance.ts'
import { ReadOnlyFields } from '../../../layout/drafts/FormDialog.tsx'
import { FormDraftNotice } from '../../../layout/drafts/FormDraftNotice.tsx'
import { useForm } from '../../../layout/drafts/use-form.ts'
import { UseFields } from '../../../layout/uses/UseFields.tsx'
import { useDeclaredUse } from '../../../layout/uses/use-declared-use.ts'
import { Banner } from '../../../ui/feedback/Banner.tsx'
import { Dialog, FormActions } from '../../../ui/overlays/Dialog.tsx'
import { maskingWords } from '../../../ui/words/masking-words.ts'
import { levelName, modelLabel } from '../../../ui/words/model-words.ts'
import { GateReason } from '../tests/GateReason.tsx'
import { AssistantFields } from './AssistantFields.tsx'
import { AssistantTrial } from './AssistantTrial.tsx'
import {
  assistantBodyOf,
  assistantFormOf,
  assistantMessages,
  emptyAssistantForm,
  findAssistantFormErrors,
  refusalOf,
  remainingDocuments,
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

const proceed = (go: () => void) => go()

/** Dialog to create or edit an assistant. What was typed is kept when saving fails. */
export function AssistantFormDialog(props: AssistantFormDialogProps) {
  const { target, assistant, onClose } = props
  const { documents, hasDocuments = true, leaveFiles = proceed } = target
  const { categories, fieldNames } = useAssistantChoices(documents)
  const { draft, errors, failure, isPending, submit, formProps, noticeProps, gateReason, setGateReason, use } = useAssistantForm(props)
  const isNew = assistant === null
  const close = () => leaveFiles(() => draft.confirmClose(onClose))

  const send = (event: FormEvent) => {
    event.preventDefault()
    leaveFiles(submit)
  }
  if (use.answers !== null)
    return (
      <Dialog
        key="use"
        isOpen
        onClose={close}
        title={`À quoi sert «\u00a0${draft.values.name.trim()}\u00a0»\u00a0?`}
        size="l"
        isBusy={isPending}
        actions={
          <FormActions
            onCancel={use.leave}
            cancelLabel="Retour"
            isPending={isPending}
            isDisabled={!use.isReady}
            form={formProps.id}
            verb={isNew ? 'Créer l’assistant' : 'Enregistrer'}
          />
        }
      >
        <form {...formProps} className={styles.form} onSubmit={send}>
          {failure && <Banner tone="error">{failure}</Banner>}
          <ReadOnlyFields isReadOnly={isPending}>
            <UseFields value={use.answers} onChange={use.change} signs={use.signs} error={use.error} />
          </ReadOnlyFields>
        </form>
      </Dialog>
    )
  return (
    <Dialog
      isOpen
      onClose={close}
      title={isNew ? 'Nouvel assistant' : `Modifier «\u00a0${assistant.name}\u00a0»`}
      size="xl"
      isBusy={isPending}
      actions={<FormActions onCancel={close} isPending={isPending} form={formProps.id} verb={isNew ? 'Créer l’assistant' : 'Enregistrer'} />}
    >
      <div className={styles.sides}>
        <form {...formProps} className={styles.form} onSubmit={send}>
          {failure && <Banner tone="error">{failure}</Banner>}
          <FormDraftNotice {...noticeProps} fields={fieldNames} />
          <ReadOnlyFields isReadOnly={isPending}>
            {gateReason !== null && <GateReason value={gateReason} onChange={setGateReason} assistantId={assistant?.id} />}
            <AssistantFields
              form={draft.values}
              onChange={draft.set}
              errors={errors}
              categories={categories}
              documents={hasDocuments ? documents : null}
              files={target.files}
              hasState={target.hasState}
            />
          </ReadOnlyFields>
        </form>
        <AssistantTrial form={draft.values} hasFiles={target.hasFiles === true} />
      </div>
    </Dialog>
  )
}

/** State of the form: draft, checks, sending. */
function useAssistantForm({ target, assistant, onClose, onDone }: AssistantFormDialogProps) {
  const isNew = assistant === null
  // Null until the server asks for one.
  const [gateReason, setGateReason] = useState<string | null>(null)
  const use = useDeclaredUse()
  // Without `hasDocuments`, the documents of the base are those of the form, so that no change of documents is sent. In an edit conflict, changes are computed against the
  // other version.
  const baseOf = ({ document_category_ids }: AssistantForm): AssistantForm => {
    const base = form.draft.conflict?.theirs ?? form.draft.base
    return target.hasDocuments === false ? { ...base, document_category_ids } : base
  }
  const form = useForm<AssistantForm, Assistant>({
    name: `${target.draft}.${assistant?.id ?? 'new'}`,
    saved: assistant ? assistantFormOf(assistant) : emptyAssistantForm,
    version: assistant?.updated_at,
    check(values): AssistantFormErrors {
      const found = findAssistantFormErrors(values)
      const left = remainingDocuments(values, baseOf(values), target.documents.data)
      if (Object.keys(found).length > 0 || left === null) return found
      form.draft.set({ document_category_ids: left })
      return { document_category_ids: assistantMessages.documentsMissing }
    },
    describeErrors: (found) => atTop(refusalOf(found)),
    async send(values, expected_updated_at): Promise<Assistant> {
      const body = {
        ...assistantBodyOf(values, baseOf(values)),
        ...(gateReason?.trim() && { gate_reason: gateReason.trim() }),
        ...(use.answers && { use: use.answers }),
      }
      try {
        return await (isNew ? target.create(body) : target.update(assistant.id, { ...body, expected_updated_at }))
      } catch (error) {
        // The cached list is outdated.
        if (isStale(error)) target.refresh()
        throw error
      }
    },
    onDone({ name, is_active }) {
      const isBlocked = !is_active && form.draft.values.is_active
      onDone(
        isBlocked
          ? `«\u00a0${name}\u00a0» est enregistré. Il sera publié quand un second administrateur aura confirmé son usage, dans le registre des usages.`
          : `L’assistant «\u00a0${name}\u00a0» a été ${isNew ? 'créé' : 'modifié'}.`,
      )
      onClose()
    },
    describe(error): string {
      if (error instanceof ApiError && error.code === 'assistant_tests.gate') setGateReason((written) => written ?? '')
      if (error instanceof ApiError && error.code === 'register.answers_needed') use.begin(opinionTexts(form.draft.values, target))
      // A chosen category was deleted: refreshes the options.
      if (error instanceof ApiError && error.code === 'assistants.document_category_unknown') void target.documents.refetch()
      return atTop(`${isNew ? assistantMessages.creation : assistantMessages.update}. ${sentenceOf(error, '')}`.trim())
    },
  })

  /** Scrolls the dialog to the failure at its top, before the first refused field gets the focus. */
  function atTop(sentence: string): string {
    document.getElementById(form.formProps.id)?.closest('[role=dialog]')?.scrollTo({ top: 0 })
    return sentence
  }
  const submit = useStepBefore(form, use, { target, isNew })
  return { ...form, submit, use, gateReason, setGateReason }
}

type UseStep = ReturnType<typeof useDeclaredUse>
type FormToSubmit = { draft: { values: AssistantForm }; submit: () => void }

/**
 * Returns the submission of the form, after the step of its sensitive uses: a new assistant of the organisation goes through it before it is published. For
 * one that becomes active, the server tells whether it must.
 */
function useStepBefore({ draft, submit }: FormToSubmit, use: UseStep, { target, isNew }: { target: AssistantFormTarget; isNew: boolean }) {
  const instance = useInstance()
  const { values } = draft
  const isNeeded = isNew && target.hasState && values.is_active && instance?.use_register === true
  return () => {
    if (use.answers !== null) return use.check() ? submit() : undefined
    const isComplete = Object.keys(findAssistantFormErrors(values)).length === 0
    return isNeeded && isComplete ? use.begin(opinionTexts(values, target)) : submit()
  }
}

/** Texts for the opinion on the uses, as they are typed. */
function opinionTexts({ name, description, prompt_content, starters, document_category_ids }: AssistantForm, { documents }: AssistantFormTarget) {
  const categories = documentNames(documents.data, document_category_ids)
  return {
    name: name.trim(),
    description: description.trim(),
    prompt_content,
    starters: starters.map((line) => line.trim()).filter(Boolean),
    document_categories: categories === '' ? [] : categories.split('\n'),
  }
}

/** Options of the form of an assistant, and its field labels for the notice of an edit conflict. */
function useAssistantChoices(documents: UseQueryResult<readonly DocumentChoice[]>) {
  const categories = useQuery(queryFor(routes.assistants.categories))
  const instance = useInstance()
  const fieldNames = {
    ...assistantFieldNames,
    min_level: { label: 'Niveau minimal des modèles', read: (level: ModelLevel) => (instance ? levelName(instance, level) : String(level)) },
    model_id: { label: 'Modèle préféré', read: (id: string | null) => (id === null ? 'Le premier de la liste' : instance ? modelLabel(instance, id) : id) },
    masking: { label: 'Données personnelles', read: (masking: MaskingMode | null) => (masking === null ? 'Selon les réglages' : maskingWords[masking]) },
    category_id: { label: 'Catégorie', read: (id: string | null) => categories.data?.find((category) => category.id === id)?.name ?? '' },
    document_category_ids: { label: 'Documents de l’assistant', read: (ids: readonly string[]) => documentNames(documents.data, ids) },
  }
  return { categories, fieldNames }
}
