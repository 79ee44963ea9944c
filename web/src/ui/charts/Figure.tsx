import { useState, type ReactNode } from 'react'
import { Disclosure } from '../content/Accordion.tsx'
import { VisuallyHidden } from '../VisuallyHidden.tsx'
import styles from './Charts.module.css'

/** Colour role of a part of a chart. The same information is always given as text too: summary, legend, table. */
export type Paint = 'primary' | 'success' | 'warning' | 'danger' | 'neutral'

interface FigureProps {
  title: string
  /** Sentence that gives the conclusion of the chart. Screen readers read it instead of the drawing. */
  summary: string
  legend?: readonly { label: string; paint: Paint }[]
  /** There is no data: only the title and the summary are shown. */
  isEmpty?: boolean
  /** The chart, hidden from assistive technology. */
  children: ReactNode
  /** Table of the same values, behind a disclosure. Rendered only once it is opened, because it has more cells than the rest of the page. */
  table: ReactNode
}

/** Chart with its title, one-sentence summary, legend and table of values. */
export function Figure({ title, summary, legend, isEmpty = false, children, table }: FigureProps) {
  const [isTableOpen, setTableOpen] = useState(false)
  return (
    // The title alone is already the name of the table's region, and two regions of one name cannot be told apart.
    <section className={styles.figure} aria-label={`Figure\u00a0: ${title}`}>
      <h2 className={styles.title}>{title}</h2>
      <p className={styles.summary}>{summary}</p>
      {legend && !isEmpty && (
        <ul className={styles.legend}>
          {legend.map(({ label, paint }) => (
            <li key={label}>
              <svg className={styles.swatch} aria-hidden>
                <rect width="100%" height="100%" rx="3" className={styles[paint]} />
              </svg>
              {label}
            </li>
          ))}
        </ul>
      )}
      {!isEmpty && children}
      {!isEmpty && (
        <Disclosure
          isOpen={isTableOpen}
          onChange={setTableOpen}
          title={
            <span>
              Voir les chiffres<VisuallyHidden>&nbsp;: {title}</VisuallyHidden>
            </span>
          }
        >
          {isTableOpen && <div className={styles.numbers}>{table}</div>}
        </Disclosure>
      )}
    </section>
  )
}
