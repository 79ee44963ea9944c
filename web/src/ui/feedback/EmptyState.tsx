import type { ReactNode } from 'react'
import type { ArtMotif } from '../content/ArtDrawing.tsx'
import styles from './EmptyState.module.css'
import { onDemand } from '../on-demand.tsx'
import artStyles from '../content/Art.module.css'

interface EmptyStateProps {
  motif: ArtMotif
  /** Sentence that says what is missing. */
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

// Loaded lazily, because empty states are rare; the ground is drawn at once and reserves the space.
const ArtDrawing = onDemand(async () => (await import('../content/ArtDrawing.tsx')).ArtDrawing)

/** Decorative drawing, hidden from assistive technology. */
export function Art({ motif }: { motif: ArtMotif }) {
  return (
    <svg className={artStyles.art} viewBox="0 0 200 140" width="200" height="140" aria-hidden focusable="false">
      <ArtDrawing motif={motif} />
      <path d="M14 115h172" />
      <path className={artStyles.ground} d="M30 123h28M66 123h40M114 123h18M140 123h30M52 131h34M94 131h26M128 131h20" />
    </svg>
  )
}
