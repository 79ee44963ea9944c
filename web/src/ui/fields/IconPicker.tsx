import { iconNames, type IconName } from '@parvis/contract'
import { useId } from 'react'
import { Icon, iconLabels } from '../Icon.tsx'
import styles from './IconPicker.module.css'

/** Radio group of the fixed list of icons (specification, chapter 3), with French names. */
export function IconPicker({ value, onChange }: { value: IconName; onChange: (icon: IconName) => void }) {
  const group = useId()
  return (
    <div role="radiogroup" aria-labelledby={group} className={styles.picker}>
      <span className={styles.head}>
        <span id={group} className={styles.label}>
          Icône
        </span>
        <span className={styles.chosen} aria-hidden>
          {iconLabels[value]}
        </span>
      </span>
      <div className={styles.grid}>
        {iconNames.map((name) => (
          <label key={name} className={styles.choice}>
            {/* The explicit tabIndex is for Safari, as in PressButton.tsx. */}
            <input type="radio" name={group} tabIndex={0} aria-label={iconLabels[name] ?? name} checked={name === value} onChange={() => onChange(name)} />
            <Icon name={name} />
          </label>
        ))}
      </div>
    </div>
  )
}
