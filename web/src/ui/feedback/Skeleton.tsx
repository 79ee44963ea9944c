import styles from './Skeleton.module.css'
import { VisuallyHidden } from '../VisuallyHidden.tsx'

interface SkeletonProps {
  /** Shape of the content being loaded: `lines` of text, `cards` in a grid, `rows` of a list or table. */
  shape?: 'lines' | 'cards' | 'rows'
  count?: number
  /** Text read aloud once. */
  label?: string
}

/** Placeholder of content that is loading. */
export function Skeleton({ shape = 'lines', count = 3, label = 'Chargement…' }: SkeletonProps) {
  return (
    <div role="status" data-loading className={styles[shape]}>
      <VisuallyHidden>{label}</VisuallyHidden>
      {Array.from({ length: count }, (_, at) => (
        <span key={at} className={styles.bone} aria-hidden />
      ))}
    </div>
  )
}
