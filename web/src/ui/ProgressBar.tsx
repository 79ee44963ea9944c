import { Label, ProgressBar as AriaProgressBar } from 'react-aria-components'
import styles from './ProgressBar.module.css'

export interface ProgressBarProps {
  label: string
  /** From 0 to 100; undefined when the end is unknown. */
  value?: number
}

export function ProgressBar({ label, value }: ProgressBarProps) {
  return (
    <AriaProgressBar value={value ?? 0} isIndeterminate={value === undefined} className={styles.progress ?? ''}>
      {({ percentage, valueText }) => (
        <>
          <div className={styles.head}>
            <Label>{label}</Label>
            {value !== undefined && <span>{valueText}</span>}
          </div>
          <div className={styles.track}>
            <div
              className={styles.bar}
              style={{ width: percentage === undefined ? '40%' : `${percentage}%` }}
              data-endless={value === undefined || undefined}
            />
          </div>
        </>
      )}
    </AriaProgressBar>
  )
}
