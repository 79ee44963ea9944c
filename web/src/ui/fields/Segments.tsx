import { useId } from 'react'
import styles from './Segments.module.css'

interface SegmentsProps<Id extends string> {
  label: string
  options: readonly { id: Id; label: string }[]
  value: Id
  onChange: (id: Id) => void
}

/** A choice between two to four short words, all in sight. */
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
            {/* The stop of the Tab key is said for Safari, as in PressButton.tsx. */}
            <input type="radio" name={group} tabIndex={0} checked={option.id === value} onChange={() => onChange(option.id)} />
            {option.label}
          </label>
        ))}
      </div>
    </div>
  )
}
