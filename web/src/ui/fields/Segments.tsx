import { useId } from 'react'
import styles from './Segments.module.css'

interface SegmentsProps<Id extends string> {
  label: string
  options: readonly { id: Id; label: string }[]
  value: Id
  onChange: (id: Id) => void
}

/** Segmented control: a choice between two to four short labels, all visible. */
export function Segments<Id extends string>({ label, options, value, onChange }: SegmentsProps<Id>) {
  const group = useId()
  return (
    <div role="radiogroup" aria-labelledby={group} className={styles.group}>
      <span id={group} className={styles.label}>
        {label}
      </span>
      <div className={styles.list}>
        {options.map((option) => (
          <label key={option.id} className={styles.option}>
            {/* The explicit tabIndex is for Safari, as in PressButton.tsx. */}
            <input type="radio" name={group} tabIndex={0} checked={option.id === value} onChange={() => onChange(option.id)} />
            {option.label}
          </label>
        ))}
      </div>
    </div>
  )
}
