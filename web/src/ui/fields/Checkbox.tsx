import { Check, Minus } from 'lucide-react'
import type { ReactNode } from 'react'
import { Checkbox as AriaCheckbox, type CheckboxProps as AriaCheckboxProps } from 'react-aria-components'
import styles from './Field.module.css'

interface CheckboxProps extends Omit<AriaCheckboxProps, 'className' | 'style' | 'children'> {
  children: ReactNode
  hint?: string
}

/** A choice that holds once the form is saved: `isSelected`, `onChange(selected)`. */
export function Checkbox({ children, hint, ...props }: CheckboxProps) {
  return (
    <AriaCheckbox {...props} className={styles.check ?? ''}>
      {({ isIndeterminate }) => (
        <>
          <span className={styles.box} aria-hidden>
            {isIndeterminate ? <Minus /> : <Check />}
          </span>
          <span className={styles.checkText}>
            <span>{children}</span>
            {hint && <span className={styles.hint}>{hint}</span>}
          </span>
        </>
      )}
    </AriaCheckbox>
  )
}
