import type { ReactNode } from 'react'
import styles from './ChatHeader.module.css'

interface Fact {
  label: string
  value: ReactNode
}

/** Folded details of a header, as label and value pairs. Empty and null values are left out. */
export function Facts({ facts }: { facts: readonly Fact[] }) {
  return (
    <dl className={styles.facts}>
      {facts
        .filter(({ value }) => value !== null && value !== '')
        .map(({ label, value }) => (
          <div key={label}>
            <dt>{label}</dt>
            <dd>{value}</dd>
          </div>
        ))}
    </dl>
  )
}
