import { Check, Minus } from 'lucide-react'
import type { ComponentProps, ReactNode } from 'react'
import styles from './Field.module.css'

interface CheckboxProps extends Omit<ComponentProps<'input'>, 'type' | 'className' | 'style' | 'checked' | 'disabled' | 'onChange' | 'ref'> {
  children: ReactNode
  hint?: string
  isSelected: boolean
  onChange: (isSelected: boolean) => void
  /** Only some of the items that the box stands for are selected. */
  isIndeterminate?: boolean
  isDisabled?: boolean
  isInvalid?: boolean
}

/** Checkbox of a form, applied when the form is saved. `Switch` applies at once. */
export function Checkbox({ children, hint, isSelected, onChange, isIndeterminate = false, isDisabled, isInvalid, ...props }: CheckboxProps) {
  return (
    <label className={styles.check}>
      <input
        {...props}
        ref={(input) => {
          if (input) input.indeterminate = isIndeterminate
        }}
        type="checkbox"
        // Explicit for Safari, as in PressButton.tsx.
        tabIndex={isDisabled ? undefined : 0}
        checked={isSelected}
        disabled={isDisabled}
        aria-invalid={isInvalid || undefined}
        onChange={({ target }) => onChange(target.checked)}
      />
      <span className={styles.box} aria-hidden>
        {isIndeterminate ? <Minus /> : <Check />}
      </span>
      <CheckLabel hint={hint}>{children}</CheckLabel>
    </label>
  )
}

/** Label and hint of a checkbox or a switch. */
function CheckLabel({ hint, children }: { hint: string | undefined; children: ReactNode }) {
  return (
    <span className={styles.checkText}>
      <span>{children}</span>
      {hint && <span className={styles.hint}>{hint}</span>}
    </span>
  )
}

type SwitchProps = Pick<CheckboxProps, 'children' | 'hint' | 'isSelected' | 'onChange' | 'isDisabled' | 'aria-label'>

/** Switch that applies at once. `Checkbox` waits for the form to be saved. */
export function Switch({ children, hint, isSelected, onChange, isDisabled, ...props }: SwitchProps) {
  return (
    <label className={styles.check}>
      <input
        {...props}
        type="checkbox"
        // oxlint-disable-next-line jsx-a11y/role-has-required-aria-props -- a box of the browser says by itself whether it is on
        role="switch"
        // Explicit for Safari, as in PressButton.tsx.
        tabIndex={isDisabled ? undefined : 0}
        checked={isSelected}
        disabled={isDisabled}
        onChange={({ target }) => onChange(target.checked)}
      />
      <span className={styles.track} aria-hidden>
        <span className={styles.thumb} />
      </span>
      <CheckLabel hint={hint}>{children}</CheckLabel>
    </label>
  )
}
