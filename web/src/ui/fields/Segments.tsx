import { Label, Radio, RadioGroup } from 'react-aria-components'
import styles from './Segments.module.css'

interface SegmentsProps<Id extends string> {
  label: string
  options: readonly { id: Id; label: string }[]
  value: Id
  onChange: (id: Id) => void
}

/** A choice between two to four short words, all in sight. */
export function Segments<Id extends string>({ label, options, value, onChange }: SegmentsProps<Id>) {
  return (
    <RadioGroup value={value} onChange={(id) => onChange(id as Id)} orientation="horizontal" className={styles.group ?? ''}>
      <Label className={styles.label ?? ''}>{label}</Label>
      <div className={styles.list}>
        {options.map((option) => (
          <Radio key={option.id} value={option.id} className={styles.option ?? ''}>
            {option.label}
          </Radio>
        ))}
      </div>
    </RadioGroup>
  )
}
