import styles from './Charts.module.css'
import type { Paint } from './Figure.tsx'

interface BarsProps {
  rows: readonly { key: string; label: string; parts: readonly { value: number; paint: Paint }[]; text: string }[]
}

/** Horizontal bar chart. The name stands above its bar, so that long names have the full width. The largest row takes the full width. */
export function Bars({ rows }: BarsProps) {
  const totals = rows.map(({ parts }) => parts.reduce((sum, { value }) => sum + value, 0))
  const top = Math.max(1, ...totals)
  return (
    <ul className={styles.bars}>
      {rows.map(({ key, label, parts, text }) => {
        let before = 0
        return (
          <li key={key}>
            <span className={styles.name}>{label}</span>
            <span className={styles.value}>{text}</span>
            <svg className={styles.bar} aria-hidden>
              {parts.map(({ value, paint }) => {
                const x = before
                before += value
                return (
                  value > 0 && <rect key={paint} x={`${(x / top) * 100}%`} width={`${(value / top) * 100}%`} height="100%" rx="2" className={styles[paint]} />
                )
              })}
            </svg>
          </li>
        )
      })}
    </ul>
  )
}
