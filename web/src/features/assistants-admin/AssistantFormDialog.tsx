import { routes, type Assistant } from '@parvis/contract'
import { useQuery } from '@tanstack/react-query'
import { useId, useState, type FormEvent } from 'react'
import { ApiError, isStale, sentenceOf } from '../../api/api-error.ts'
import { call } from '../../api/browser.ts'
import { FormDraftNotice } from '../../layout/FormDraftNotice.tsx'
import { useFormDraft } from '../../layout/use-form-draft.ts'
import { Banner } from '../../ui/Banner.tsx'
import { Button } from '../../ui/Button.tsx'
import { Checkbox } from '../../ui/Checkbox.tsx'
import { Dialog } from '../../ui/Dialog.tsx'
import { Icon } from '../../ui/Icon.tsx'
import { Select } from '../../ui/Select.tsx'
import { TextArea } from '../../ui/TextArea.tsx'
import { TextField } from '../../ui/TextField.tsx'
import {
  assistantBodyOf,
  assistantFieldNames,
  assistantFormOf,
  assistantMessages,
  emptyAssistantForm,
  findAssistantFormErrors,
  type AssistantForm,
  type AssistantFormErrors,
} from './assistant-form.ts'
import styles from './AssistantsAdminPage.module.css'
import { IconPicker } from '../../ui/IconPicker.tsx'

export interface AssistantFormDialogProps {
  /** null: a new assistant. */
  assistant: Assistant | null
  onClose: () => void
  onDone: (sentence: string) => void
}

/** Creates or edits an assistant. Nothing typed is lost by a refusal. */
export function AssistantFormDialog({ assistant, onClose, onDone }: AssistantFormDialogProps) {
  const formId = useId()
  const categories = useQuery({ queryKey: ['assistants', 'categories'], queryFn: ({ signal }) => call(routes.assistants.categories, { signal }) })
  const draft = useFormDraft<AssistantForm>(
    `assistant.${assistant?.id ?? 'new'}`,
    assistant ? assistantFormOf(assistant) : emptyAssistantForm,
    assistant?.updated_at,
  )
  const { values: form, set } = draft
  const close = () => draft.leave(onClose)
  const [errors, setErrors] = useState<AssistantFormErrors>({})
  const [failure, setFailure] = useState<string | null>(null)
  const [isPending, setPending] = useState(false)
  const isNew = assistant === null
  const fieldNames = {
    ...assistantFieldNames,
    category_id: { label: 'Catégorie', read: (id: string | null) => categories.data?.find((category) => category.id === id)?.name ?? '' },
  }
  const hasNoCategory = categories.isError || categories.data?.length === 0
  const bind = <Name extends 'name' | 'description' | 'prompt_content'>(name: Name) => ({
    name,
    value: form[name],
    onChange: (value: string) => set({ [name]: value }),
    error: errors[name],
  })

  /** Shows the sentence, which is at the top, to whoever is at the bottom. */
  function refuse(sentence: string) {
    setFailure(sentence)
    document.getElementById(formId)?.closest('[role=dialog]')?.scrollTo({ top: 0 })
  }

  async function submit(event?: FormEvent<HTMLFormElement>) {
    event?.preventDefault()
    if (isPending) return
    const found = findAssistantFormErrors(form)
    setErrors(found)
    if (Object.keys(found).length > 0) return refuse(assistantMessages.required)
    setFailure(null)
    setPending(true)
    try {
      const body = assistantBodyOf(form)
      await draft.save((expected_updated_at) =>
        assistant === null
          ? call(routes.assistants.create, { body })
          : call(routes.assistants.update, { params: { id: assistant.id }, body: { ...body, expected_updated_at } }),
      )
      onDone(`L’assistant «\u00a0${body.name}\u00a0» a été ${isNew ? 'créé' : 'modifié'}.`)
      onClose()
    } catch (error) {
      setPending(false)
      if (isStale(error)) return
      if (error instanceof ApiError) setErrors(error.fields)
      refuse(`${isNew ? assistantMessages.creation : assistantMessages.update}. ${sentenceOf(error, '')}`.trim())
    }
  }

  return (
    <Dialog
      isOpen
      onClose={close}
      title={isNew ? 'Nouvel assistant' : `Modifier «\u00a0${assistant.name}\u00a0»`}
      size="l"
      isBusy={isPending}
      actions={
        <>
          <Button onPress={close} isDisabled={isPending}>
            Annuler
          </Button>
          <Button type="submit" form={formId} variant="primary" isPending={isPending} pendingLabel="Enregistrement…">
            {isNew ? 'Créer l’assistant' : 'Enregistrer'}
          </Button>
        </>
      }
    >
      <form id={formId} className={styles.form} onSubmit={(event) => void submit(event)} noValidate>
        {failure && <Banner tone="error">{failure}</Banner>}
        <FormDraftNotice draft={draft} fields={fieldNames} onSaveMine={() => void submit()} isSaving={isPending} />
        {hasNoCategory && (
          <Banner tone="warning">
            {categories.isError ? 'Les catégories n’ont pas pu être chargées.' : 'Aucune catégorie disponible.'} Un assistant doit appartenir à une catégorie
            pour être enregistré.
          </Banner>
        )}
        <div className={styles.pair}>
          <TextField {...bind('name')} label="Nom" isRequired autoFocus placeholder="Rédacteur de délibérations" />
          <Select
            label="Catégorie"
            isRequired
            isDisabled={hasNoCategory}
            options={(categories.data ?? []).map(({ id, name, icon }) => ({ id, label: name, icon: <Icon name={icon} size={18} /> }))}
            value={categories.data ? form.category_id : null}
            onChange={(category_id) => set({ category_id })}
            placeholder={categories.isPending ? 'Chargement…' : 'Choisir une catégorie'}
            error={errors.category_id}
          />
        </div>
        <TextArea {...bind('description')} label="Description" isRequired rows={2} hint="Une ou deux phrases, lues par les agents dans le catalogue." />
        <TextArea
          {...bind('prompt_content')}
          label="Instructions (prompt)"
          isRequired
          rows={9}
          hint="Ce que l’assistant doit savoir et faire, et les questions qu’il pose d’abord. Les agents ne les voient pas dans la conversation."
        />
        <IconPicker value={form.icon} onChange={(icon) => set({ icon })} />
        <Checkbox isSelected={form.is_active} onChange={(is_active) => set({ is_active })} hint="Un assistant inactif n’apparaît pas dans le catalogue.">
          Actif
        </Checkbox>
      </form>
    </Dialog>
  )
}
