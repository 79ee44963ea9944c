import type { ReactNode } from 'react'
import { Link } from '../../router/Link.tsx'
import styles from './HelpText.module.css'

/** Text of one section. */
export function HelpText({ children }: { children: ReactNode }) {
  return <div className={styles.text}>{children}</div>
}

/** Example of a question to an assistant. */
export function Example({ children }: { children: ReactNode }) {
  return <p className={styles.example}>{children}</p>
}

/** Link to a page of the application. */
export function PageLink({ path, children }: { path: string; children: string }) {
  return <Link to={path}>{children}</Link>
}
