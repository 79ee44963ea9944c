import { CheckLabel, type CheckboxProps } from './Checkbox.tsx'
import styles from './Field.module.css'

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
