import { limits, type AssistantCategory } from '@parvis/contract'
import type { ReactNode } from 'react'
import { Banner } from '../../../ui/feedback/Banner.tsx'
import { Checkbox } from '../../../ui/fields/Checkbox.tsx'
import { Icon } from '../../../ui/Icon.tsx'
import { IconPicker } from '../../../ui/fields/IconPicker.tsx'
import { Select } from '../../../ui/fields/Select.tsx'
import { TextArea } from '../../../ui/fields/TextArea.tsx'
import { TextField } from '../../../ui/fields/TextField.tsx'
import { DocumentCategoriesField } from './DocumentCategoriesField.tsx'
import type { AssistantForm, AssistantFormErrors, DocumentChoice } from './assistant-form.ts'
import styles from './AssistantForm.module.css'

interface AssistantFieldsProps {
  form: AssistantForm
  onChange: (changes: Partial<AssistantForm>) => void
  errors: AssistantFormErrors
  categories: LoadedOptions<AssistantCategory>
  /** Null when document categories cannot be chosen. */
  documents: LoadedOptions<DocumentChoice> | null
  /** Section of the assistant's files, shown after the document categories. */
  files?: ReactNode
  /** Whether the assistant can be made inactive: only those of the organisation. */
  hasState: boolean
}

/** Options of a choice, loaded from the server. */
interface LoadedOptions<T> {
  /** Undefined while loading. */
  data: readonly T[] | undefined
  /** Loading failed. */
  isError: boolean
}

/** Fields of an assistant. */
export function AssistantFields({ form, onChange, errors, documents, files, hasState, ...choices }: AssistantFieldsProps) {
  const { data: categories, isError: hasFailed } = choices.categories
  const hasNoCategory = hasFailed || categories?.length === 0
  const bind = (name: 'name' | 'description' | 'prompt_content') => ({
    name,
    value: form[name],
    onChange: (value: string) => onChange({ [name]: value }),
    error: errors[name],
  })
  return (
    <>
      {hasNoCategory && (
        <Banner tone="warning">
          {hasFailed ? 'Les catégories n’ont pas pu être chargées.' : 'Aucune catégorie disponible.'} Un assistant doit appartenir à une catégorie pour être
          enregistré.
        </Banner>
      )}
      <div className={styles.pair}>
        <TextField {...bind('name')} label="Nom" isRequired autoFocus placeholder="Rédacteur de délibérations" />
        <Select
          label="Catégorie"
          isRequired
          isDisabled={hasNoCategory}
          options={(categories ?? []).map(({ id, name, icon }) => ({ id, label: name, icon: <Icon name={icon} size={18} /> }))}
          value={categories ? form.category_id : null}
          onChange={(category_id) => onChange({ category_id })}
          placeholder={categories || hasFailed ? 'Choisir une catégorie' : 'Chargement…'}
          error={errors.category_id}
        />
      </div>
      <TextArea
        {...bind('description')}
        label="Description"
        isRequired
        rows={2}
        hint={
          hasState
            ? 'Une ou deux phrases, lues par les agents dans le catalogue.'
            : 'Une ou deux phrases, lues dans le catalogue par ceux qui peuvent l’utiliser.'
        }
      />
      <TextArea
        {...bind('prompt_content')}
        label="Instructions (prompt)"
        isRequired
        rows={9}
        hint="Ce que l’assistant doit savoir et faire, et les questions qu’il pose d’abord. On ne les voit pas dans la conversation."
      />
      <TextArea
        label="Questions proposées"
        rows={4}
        hint={`${limits.starters} au plus, une par ligne. L’agent les voit sous la présentation de l’assistant, et en envoie une d’un clic.`}
        value={form.starters.join('\n')}
        onChange={(lines) => onChange({ starters: lines === '' ? [] : lines.split('\n') })}
        error={errors.starters}
      />
      {documents !== null && (
        <DocumentCategoriesField
          value={form.document_category_ids}
          onChange={(document_category_ids) => onChange({ document_category_ids })}
          categories={documents.data}
          hasFailed={documents.isError}
          error={errors.document_category_ids}
        />
      )}
      {files}
      <IconPicker value={form.icon} onChange={(icon) => onChange({ icon })} />
      {hasState && (
        <Checkbox isSelected={form.is_active} onChange={(is_active) => onChange({ is_active })} hint="Un assistant inactif n’apparaît pas dans le catalogue.">
          Actif
        </Checkbox>
      )}
    </>
  )
}
