import { useId } from 'react'
import styles from './ProgressBar.module.css'

interface ProgressBarProps {
  label: string
  /** Percentage, from 0 to 100; undefined when the progress is unknown. */
  value?: number
}

export function ProgressBar({ label, value }: ProgressBarProps) {
  const labelId = useId()
  const percentText = value === undefined ? undefined : `${Math.round(value)}\u202f%`
  return (
    <div
      role="progressbar"
      aria-labelledby={labelId}
      aria-valuemin={0}
      aria-valuemax={100}
      aria-valuenow={value}
      aria-valuetext={percentText}
      className={styles.progress}
    >
      <div className={styles.head}>
        <span id={labelId}>{label}</span>
        {percentText && <span>{percentText}</span>}
      </div>
      <div className={styles.track}>
        <div className={styles.bar} style={{ width: value === undefined ? '40%' : `${value}%` }} data-endless={value === undefined || undefined} />
      </div>
    </div>
  )
}
