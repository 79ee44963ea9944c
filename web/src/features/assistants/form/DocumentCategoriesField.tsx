import { limits } from '@parvis/contract'
import { useState } from 'react'
import { CheckboxGroup } from 'react-aria-components'
import { Checkbox } from '../../../ui/fields/Checkbox.tsx'
import { FieldFailure, FieldHead } from '../../../ui/fields/Field.tsx'
import { plural } from '../../../ui/words/formats.ts'
import type { DocumentChoice } from './assistant-form.ts'
import styles from './AssistantForm.module.css'

interface DocumentCategoriesFieldProps {
  /** Ids, in their order. */
  value: readonly string[]
  onChange: (ids: string[]) => void
  /** Undefined until they are read. */
  categories: readonly DocumentChoice[] | undefined
  hasFailed: boolean
  error?: string | undefined
}

const held = (count: number) => (count === 0 ? 'Aucun document pour le moment' : plural(count, 'document'))

/** The categories of the shared library that an assistant asks. */
export function DocumentCategoriesField({ value, onChange, categories, hasFailed, error }: DocumentCategoriesFieldProps) {
  // Those that it has come first, and stay where they are while boxes are ticked.
  const [before] = useState(value)
  const listed = [...(categories ?? [])].sort((a, b) => Number(before.includes(b.id)) - Number(before.includes(a.id)))
  const most = limits.assistantDocumentCategories
  const chosen = listed.filter(({ id }) => value.includes(id)).length
  const isFull = chosen >= most
  return (
    <CheckboxGroup value={[...value]} onChange={(ids) => onChange(ids.toSorted())} isInvalid={error !== undefined} className={styles.documents ?? ''}>
      <FieldHead
        label="Documents de l’assistant"
        hint={`Ses réponses s’appuieront aussi sur ces documents. ${isFull ? `${most} catégories au plus\u00a0: décochez-en une pour en choisir une autre.` : ''}`.trim()}
      />
      {listed.length === 0 ? (
        <p className={styles.quiet}>{emptySentence(categories, hasFailed)}</p>
      ) : (
        <div className={styles.choices}>
          {listed.map(({ id, display_name, document_count }) => (
            <Checkbox key={id} value={id} isDisabled={isFull && !value.includes(id)} hint={held(document_count)}>
              {display_name}
            </Checkbox>
          ))}
        </div>
      )}
      <FieldFailure error={error} />
    </CheckboxGroup>
  )
}

function emptySentence(categories: readonly DocumentChoice[] | undefined, hasFailed: boolean): string {
  if (hasFailed) return 'Les catégories de documents n’ont pas pu être chargées\u00a0: ce qui est choisi ne change pas.'
  return categories === undefined ? 'Chargement…' : 'La base documentaire n’a pas encore de catégorie.'
}
