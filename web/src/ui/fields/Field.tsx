import { createContext, use, useId, type ComponentProps, type ReactNode } from 'react'
import styles from './Field.module.css'

/** Props of every field of the kit. An error does not clear what was typed. */
export interface FieldProps {
  label: string
  /** One line under the label that says what is expected. */
  hint?: ReactNode
  /** French sentence; when present, the field is marked invalid. */
  error?: string | null | undefined
}

/** Props of a text input, beside the attributes of its element. */
interface TextInputProps {
  value?: string | undefined
  defaultValue?: string | undefined
  onChange?: ((text: string) => void) | undefined
  isRequired?: boolean | undefined
  isDisabled?: boolean | undefined
  isReadOnly?: boolean | undefined
}

/** Attributes of the element that the kit sets itself. */
type KitAttributes = 'id' | 'className' | 'style' | 'children' | 'disabled' | 'readOnly' | 'required' | keyof TextInputProps
export type InputProps = Omit<ComponentProps<'input'>, KitAttributes> & TextInputProps & FieldProps
export type AreaProps = Omit<ComponentProps<'textarea'>, KitAttributes> & TextInputProps & FieldProps

/** Whether the form around the fields is being submitted: its text inputs become read-only but keep the focus. */
export const SubmittingContext = createContext(false)

/**
 * Returns the attributes of the element of a text input. Uses `aria-required`, not `required`: a missing value is reported beside the field, not by the
 * browser's own validation bubble.
 */
export function useTextInput({ hint, error, isRequired, isDisabled, isReadOnly, onChange }: TextInputProps & Pick<FieldProps, 'hint' | 'error'>) {
  const id = useId()
  const isSubmitting = use(SubmittingContext)
  return {
    id,
    className: styles.input,
    disabled: isDisabled,
    readOnly: isReadOnly ?? isSubmitting,
    'aria-required': isRequired || undefined,
    'aria-invalid': Boolean(error) || undefined,
    'aria-describedby': describedBy(id, { hint, error }),
    onChange: ({ target }: { target: { value: string } }) => onChange?.(target.value),
  }
}

/** Returns the value of `aria-describedby` for the control with this id: the ids of its hint and of its error. */
export const describedBy = (id: string, { hint, error }: Pick<FieldProps, 'hint' | 'error'>): string | undefined =>
  [hint && `${id}-hint`, error && `${id}-error`].filter(Boolean).join(' ') || undefined

interface FieldHeadProps extends Pick<FieldProps, 'label' | 'hint'> {
  /** Id of the control, which a click on the label focuses. */
  id: string
  /** The control is not a native form element: it must be named with `aria-labelledby="${id}-label"`. */
  isCustomControl?: boolean
  /** Action of a click on the label, for an `isCustomControl` control. */
  onPress?: () => void
  isRequired?: boolean | undefined
  isOptional?: boolean | undefined
}

/** Label of a field and its hint, shown above the control. */
export function FieldHead({ id, label, hint, isCustomControl = false, onPress, isRequired, isOptional }: FieldHeadProps) {
  const labelContent = (
    <>
      {label}
      {isRequired && <span className={styles.required}> (obligatoire)</span>}
      {isOptional && <span className={styles.required}> (facultatif)</span>}
    </>
  )
  return (
    <>
      {isCustomControl ? (
        // Keyboard users reach the control itself.
        // oxlint-disable-next-line jsx-a11y/click-events-have-key-events, jsx-a11y/no-static-element-interactions
        <span id={`${id}-label`} className={styles.label} onClick={onPress}>
          {labelContent}
        </span>
      ) : (
        <label htmlFor={id} className={styles.label}>
          {labelContent}
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

/** Error of the control with this id; renders nothing without one. */
export function FieldError({ id, error }: { id: string; error?: string | null | undefined }) {
  if (!error) return null
  return (
    <span id={`${id}-error`} className={styles.error}>
      {error}
    </span>
  )
}

/** Summary of the errors of a form, shown above a long one. */
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
