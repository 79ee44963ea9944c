import type { ReactNode } from 'react'
import { FieldError, Label, Text } from 'react-aria-components'
import styles from './Field.module.css'

/** What every field of the kit takes. The error replaces nothing: what was typed stays. */
export interface FieldProps {
  label: string
  /** One line under the label that says what is expected. */
  hint?: ReactNode
  /** Sentence in French; its presence makes the field invalid. */
  error?: string | null | undefined
}

/** Label, with what the person must know before typing. */
export function FieldHead({
  label,
  hint,
  isRequired,
  isOptional,
}: {
  label: string
  hint?: ReactNode
  isRequired?: boolean | undefined
  isOptional?: boolean | undefined
}) {
  return (
    <>
      <Label className={styles.label}>
        {label}
        {isRequired && <span className={styles.required}> (obligatoire)</span>}
        {isOptional && <span className={styles.required}> (facultatif)</span>}
      </Label>
      {hint && (
        <Text slot="description" className={styles.hint}>
          {hint}
        </Text>
      )}
    </>
  )
}

export function FieldFailure({ error }: { error?: string | null | undefined }) {
  return <FieldError className={styles.error ?? ''}>{error}</FieldError>
}

/** Summary of the refused fields, on top of a long form. */
export function FormErrors({ errors }: { errors: readonly string[] }) {
  if (errors.length === 0) return null
  return (
    <div className={styles.summary} role="alert">
      <p>{errors.length === 1 ? 'Un champ est à corriger\u00a0:' : `${errors.length}\u00a0champs sont à corriger\u00a0:`}</p>
      <ul>
        {errors.map((error) => (
          <li key={error}>{error}</li>
        ))}
      </ul>
    </div>
  )
}
