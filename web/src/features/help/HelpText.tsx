import type { ReactNode } from 'react'
import { Link } from '../../router/Link.tsx'
import styles from './HelpText.module.css'

/** The prose of one section. */
export function HelpText({ children }: { children: ReactNode }) {
  return <div className={styles.text}>{children}</div>
}

/** A question as one might type it. */
export function Example({ children }: { children: ReactNode }) {
  return <p className={styles.example}>{children}</p>
}

/** A screen of the product, by its name. */
export function To({ path, children }: { path: string; children: string }) {
  return <Link to={path}>{children}</Link>
}
