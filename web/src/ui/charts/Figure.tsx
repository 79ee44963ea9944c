import { useState, type ReactNode } from 'react'
import { Disclosure } from '../content/Accordion.tsx'
import { VisuallyHidden } from '../VisuallyHidden.tsx'
import styles from './Charts.module.css'

/** How a part of a plot is painted. What it says is always said in words too: summary, legend, table. */
export type Paint = 'primary' | 'success' | 'warning' | 'danger' | 'neutral'

interface FigureProps {
  title: string
  /** One sentence that says what the plot shows; read in its place. */
  summary: string
  legend?: readonly { label: string; paint: Paint }[]
  /** There is nothing to draw: the summary says it all. */
  isEmpty?: boolean
  /** The plot, which is a drawing for the eye only. */
  children: ReactNode
  /** The same figures as a table, behind a disclosure; drawn once it is asked for: its cells outnumber the rest of the page. */
  table: ReactNode
}

/** A plot with its title, what it says in one sentence, its legend and its figures. */
export function Figure({ title, summary, legend, isEmpty = false, children, table }: FigureProps) {
  const [isTableOpen, setTableOpen] = useState(false)
  return (
    // Not the title alone: the table behind the plot has it, and two regions of one name cannot be told apart.
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
