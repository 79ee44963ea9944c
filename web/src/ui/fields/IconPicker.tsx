import { iconNames, type IconName } from '@parvis/contract'
import { Label, Radio, RadioGroup } from 'react-aria-components'
import { Icon, iconLabels } from '../Icon.tsx'
import styles from './IconPicker.module.css'

/** One of the fixed list of drawings (specification, chapter 3), named in French. */
export function IconPicker({ value, onChange }: { value: IconName; onChange: (icon: IconName) => void }) {
  return (
    <RadioGroup value={value} onChange={(icon) => onChange(icon as IconName)} orientation="horizontal" className={styles.picker ?? ''}>
      <span className={styles.head}>
        <Label className={styles.label ?? ''}>Icône</Label>
        <span className={styles.chosen} aria-hidden>
          {iconLabels[value]}
        </span>
      </span>
      <div className={styles.grid}>
        {iconNames.map((name) => (
          <Radio key={name} value={name} aria-label={iconLabels[name] ?? name} className={styles.choice ?? ''}>
            <Icon name={name} />
          </Radio>
        ))}
      </div>
    </RadioGroup>
  )
}
