import { createContext, use, useId, type ComponentProps, type ReactNode } from 'react'
import styles from './Field.module.css'

/** What every field of the kit takes. The error replaces nothing: what was typed stays. */
export interface FieldProps {
  label: string
  /** One line under the label that says what is expected. */
  hint?: ReactNode
  /** Sentence in French; its presence makes the field invalid. */
  error?: string | null | undefined
}

/** What a field that is written in takes beside the attributes of its element. */
interface WrittenProps {
  value?: string | undefined
  defaultValue?: string | undefined
  onChange?: ((text: string) => void) | undefined
  isRequired?: boolean | undefined
  isDisabled?: boolean | undefined
  isReadOnly?: boolean | undefined
}

/** What the kit gives the element of a field itself. */
type Given = 'id' | 'className' | 'style' | 'children' | 'disabled' | 'readOnly' | 'required' | keyof WrittenProps
export type InputProps = Omit<ComponentProps<'input'>, Given> & WrittenProps & FieldProps
export type AreaProps = Omit<ComponentProps<'textarea'>, Given> & WrittenProps & FieldProps

/** Whether the fields inside are being sent: they keep the focus and take no letter. */
export const HeldContext = createContext(false)

/** Attributes of the element of a field. The server's word on what is missing is said beside it, never by the browser's own bubble. */
export function useWritten({ hint, error, isRequired, isDisabled, isReadOnly, onChange }: WrittenProps & Pick<FieldProps, 'hint' | 'error'>) {
  const id = useId()
  const isHeld = use(HeldContext)
  return {
    id,
    className: styles.input,
    disabled: isDisabled,
    readOnly: isReadOnly ?? isHeld,
    'aria-required': isRequired || undefined,
    'aria-invalid': Boolean(error) || undefined,
    'aria-describedby': describedBy(id, { hint, error }),
    onChange: ({ target }: { target: { value: string } }) => onChange?.(target.value),
  }
}

/** Ids of what is said around the control of this id: its hint, then its error. */
export const describedBy = (id: string, { hint, error }: Pick<FieldProps, 'hint' | 'error'>): string | undefined =>
  [hint && `${id}-hint`, error && `${id}-error`].filter(Boolean).join(' ') || undefined

interface FieldHeadProps extends Pick<FieldProps, 'label' | 'hint'> {
  /** Of the control: a press on the label goes there. */
  id: string
  /** The control is no field of the browser: it is named by `${id}-label`. */
  isApart?: boolean
  /** What a press on the label of such a control does. */
  onPress?: () => void
  isRequired?: boolean | undefined
  isOptional?: boolean | undefined
}

/** Label, with what the person must know before typing. */
export function FieldHead({ id, label, hint, isApart = false, onPress, isRequired, isOptional }: FieldHeadProps) {
  const words = (
    <>
      {label}
      {isRequired && <span className={styles.required}> (obligatoire)</span>}
      {isOptional && <span className={styles.required}> (facultatif)</span>}
    </>
  )
  return (
    <>
      {isApart ? (
        // Whoever uses a keyboard reaches the control itself.
        // oxlint-disable-next-line jsx-a11y/click-events-have-key-events, jsx-a11y/no-static-element-interactions
        <span id={`${id}-label`} className={styles.label} onClick={onPress}>
          {words}
        </span>
      ) : (
        <label htmlFor={id} className={styles.label}>
          {words}
        </label>
      )}
      {hint && (
        <span id={`${id}-hint`} className={styles.hint}>
          {hint}
        </span>
      )}
    </>
  )
}

/** Why the value of the control of this id was refused. */
export function FieldFailure({ id, error }: { id: string; error?: string | null | undefined }) {
  if (!error) return null
  return (
    <span id={`${id}-error`} className={styles.error}>
      {error}
    </span>
  )
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
