import type { ReactNode } from 'react'
import { Switch as AriaSwitch, type SwitchProps as AriaSwitchProps } from 'react-aria-components'
import styles from './Field.module.css'

interface SwitchProps extends Omit<AriaSwitchProps, 'className' | 'style' | 'children'> {
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
