import { limits, type AssistantCategory } from '@parvis/contract'
import { type ReactNode, useId, useState } from 'react'
import { MaskingField } from '../../../layout/models/MaskingField.tsx'
import { ModelFields } from '../../../layout/models/ModelFields.tsx'
import { Banner } from '../../../ui/feedback/Banner.tsx'
import { Checkbox } from '../../../ui/fields/Checkbox.tsx'
import { Icon } from '../../../ui/Icon.tsx'
import { IconPicker } from '../../../ui/fields/IconPicker.tsx'
import { Select } from '../../../ui/fields/Select.tsx'
import { TextArea } from '../../../ui/fields/TextArea.tsx'
import { TextField } from '../../../ui/fields/TextField.tsx'
import type { AssistantForm, AssistantFormErrors, DocumentChoice } from './assistant-form.ts'
import styles from './AssistantForm.module.css'
import { describedBy, FieldError, FieldHead } from '../../../ui/fields/Field.tsx'
import { plural } from '../../../ui/words/formats.ts'

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
      <ModelFields value={form} onChange={onChange} errors={errors} />
      <MaskingField value={form.masking} onChange={(masking) => onChange({ masking })} error={errors.masking} isOwn={!hasState} />
      <IconPicker value={form.icon} onChange={(icon) => onChange({ icon })} />
      {hasState && (
        <Checkbox isSelected={form.is_active} onChange={(is_active) => onChange({ is_active })} hint="Un assistant inactif n’apparaît pas dans le catalogue.">
          Actif
        </Checkbox>
      )}
    </>
  )
}

interface DocumentCategoriesFieldProps {
  /** Ids of the chosen categories, sorted. */
  value: readonly string[]
  onChange: (ids: string[]) => void
  /** Undefined while loading. */
  categories: readonly DocumentChoice[] | undefined
  hasFailed: boolean
  error?: string | undefined
}

const countHint = (count: number) => (count === 0 ? 'Aucun document pour le moment' : plural(count, 'document'))

/** Checkboxes of the document categories that an assistant queries. */
function DocumentCategoriesField({ value, onChange, categories, hasFailed, error }: DocumentCategoriesFieldProps) {
  const id = useId()
  // The categories chosen at first are listed first, and the order does not change as boxes are ticked.
  const [initialValue] = useState(value)
  const listed = [...(categories ?? [])].sort((a, b) => Number(initialValue.includes(b.id)) - Number(initialValue.includes(a.id)))
  const maxCategories = limits.assistantDocumentCategories
  const chosen = listed.filter(({ id }) => value.includes(id)).length
  const isFull = chosen >= maxCategories
  const hint =
    `Ses réponses s’appuieront aussi sur ces documents. ${isFull ? `${maxCategories} catégories au plus\u00a0: décochez-en une pour en choisir une autre.` : ''}`.trim()
  return (
    <div role="group" aria-labelledby={`${id}-label`} aria-describedby={describedBy(id, { hint, error })} className={styles.documents}>
      <FieldHead id={id} isCustomControl label="Documents de l’assistant" hint={hint} />
      {listed.length === 0 ? (
        <p className={styles.quiet}>{emptySentence(categories, hasFailed)}</p>
      ) : (
        <div className={styles.choices}>
          {listed.map((one) => (
            <Checkbox
              key={one.id}
              isSelected={value.includes(one.id)}
              onChange={(isSelected) => onChange((isSelected ? [...value, one.id] : value.filter((other) => other !== one.id)).toSorted())}
              isDisabled={isFull && !value.includes(one.id)}
              isInvalid={error !== undefined}
              // Some screen readers do not read the description of the group.
              {...(error !== undefined && { 'aria-describedby': describedBy(id, { hint, error }) })}
              hint={countHint(one.document_count)}
            >
              {one.display_name}
            </Checkbox>
          ))}
        </div>
      )}
      <FieldError id={id} error={error} />
    </div>
  )
}

function emptySentence(categories: readonly DocumentChoice[] | undefined, hasFailed: boolean): string {
  if (hasFailed) return 'Les catégories de documents n’ont pas pu être chargées\u00a0: ce qui est choisi ne change pas.'
  return categories === undefined ? 'Chargement…' : 'La base documentaire n’a pas encore de catégorie.'
}
