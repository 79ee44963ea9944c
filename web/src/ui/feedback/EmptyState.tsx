import type { ReactNode } from 'react'
import { Art } from '../content/Art.tsx'
import type { ArtMotif } from '../content/ArtDrawing.tsx'
import styles from './EmptyState.module.css'

interface EmptyStateProps {
  motif: ArtMotif
  /** One sentence that says what is missing. */
  title: string
  /** Text that says what to do about it. */
  children?: ReactNode
  /** One button or link. */
  action?: ReactNode
}

/** Message shown in place of an empty list. */
export function EmptyState({ motif, title, children, action }: EmptyStateProps) {
  return (
    <div className={styles.empty}>
      <Art motif={motif} />
      <p className={styles.title}>{title}</p>
      {children && <div className={styles.text}>{children}</div>}
      {action && <div className={styles.action}>{action}</div>}
    </div>
  )
}
