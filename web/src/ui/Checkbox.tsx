import { Check, Minus } from 'lucide-react'
import type { ReactNode } from 'react'
import {
  Checkbox as AriaCheckbox,
  Switch as AriaSwitch,
  type CheckboxProps as AriaCheckboxProps,
  type SwitchProps as AriaSwitchProps,
} from 'react-aria-components'
import styles from './Field.module.css'

export interface CheckboxProps extends Omit<AriaCheckboxProps, 'className' | 'style' | 'children'> {
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

export interface SwitchProps extends Omit<AriaSwitchProps, 'className' | 'style' | 'children'> {
  children: ReactNode
  hint?: string
}

/** A choice that holds at once. */
export function Switch({ children, hint, ...props }: SwitchProps) {
  return (
    <AriaSwitch {...props} className={styles.check ?? ''}>
      <span className={styles.track} aria-hidden>
        <span className={styles.thumb} />
      </span>
      <span className={styles.checkText}>
        <span>{children}</span>
        {hint && <span className={styles.hint}>{hint}</span>}
      </span>
    </AriaSwitch>
  )
}
