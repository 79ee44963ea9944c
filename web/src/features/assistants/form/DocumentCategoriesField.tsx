import { limits } from '@parvis/contract'
import { useId, useState } from 'react'
import { Checkbox } from '../../../ui/fields/Checkbox.tsx'
import { describedBy, FieldError, FieldHead } from '../../../ui/fields/Field.tsx'
import { plural } from '../../../ui/words/formats.ts'
import type { DocumentChoice } from './assistant-form.ts'
import styles from './AssistantForm.module.css'

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
export function DocumentCategoriesField({ value, onChange, categories, hasFailed, error }: DocumentCategoriesFieldProps) {
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
