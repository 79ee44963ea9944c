import { useDeferredValue } from 'react'
import { VisuallyHidden } from '../VisuallyHidden.tsx'
import styles from './Skeleton.module.css'

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
      {Array.from({ length: count }, (_, index) => (
        <span key={index} className={styles.bone} aria-hidden />
      ))}
    </div>
  )
}

/**
 * Whether loaded content may be rendered. Content that arrives after its page is rendered at low priority (`useDeferredValue`), behind its skeleton: at
 * once, a long list or a form would block a slow phone for most of a second. Content available at the first render is rendered with the page.
 */
export const useDeferredReady = (isReady: boolean): boolean => useDeferredValue(isReady) && isReady
