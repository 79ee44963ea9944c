import type { ReactNode } from 'react'
import styles from './ChatHeader.module.css'

interface Fact {
  label: string
  value: ReactNode
}

/** What a header folds away, each under its name; what is not known is left out. */
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
