import { useEffect, useRef, type RefObject } from 'react'
import { Button } from '../Button.tsx'
import { ErrorMessage } from '../feedback/ErrorMessage.tsx'
import { focusWithin } from '../overlays/focus-within.ts'
import styles from './MoreRows.module.css'
import { useAnnounce } from '../feedback/StatusRegion.tsx'

interface MoreRowsProps {
  /** Element that contains the rows. */
  list: RefObject<HTMLElement | null>
  /** Selector of the rows inside `list`. Default: its children. */
  rowSelector?: string
  shownCount: number
  hasMore: boolean
  isLoading: boolean
  /** Sentence shown when the next rows could not be loaded. */
  failure: string | null
  onMore: () => void
  /** « Afficher plus de projets ». */
  label: string
  /** Returns the sentence announced once `addedCount` rows have been loaded. */
  describe: (addedCount: number) => string
}

/** Button that loads the next rows of a list. The new rows are announced, and the first of them gets the focus. */
export function MoreRows({ list, rowSelector = ':scope > *', shownCount, hasMore, isLoading, failure, onMore, label, describe }: MoreRowsProps) {
  const announce = useAnnounce()
  const countBefore = useRef<number | null>(null)
  useEffect(() => {
    const previousCount = countBefore.current
    if (previousCount === null || shownCount <= previousCount) return
    countBefore.current = null
    announce(describe(shownCount - previousCount))
    const row = list.current?.querySelectorAll(rowSelector)[previousCount]
    if (!(row instanceof HTMLElement)) return
    row.setAttribute('tabindex', '-1')
    row.focus()
  }, [shownCount, list, rowSelector, announce, describe])
  const container = useRef<HTMLDivElement>(null)
  useEffect(() => {
    // The pressed button has been replaced by a « Réessayer » button.
    if (failure !== null && countBefore.current !== null) focusWithin(container.current, 'button')
  }, [failure])
  const loadMore = () => {
    countBefore.current = shownCount
    onMore()
  }
  if (failure === null && !hasMore) return null
  return (
    <div ref={container} className={styles.more}>
      {failure === null ? (
        <Button onPress={loadMore} isPending={isLoading} pendingLabel="Chargement…">
          {label}
        </Button>
      ) : (
        <ErrorMessage onRetry={loadMore} isRetrying={isLoading}>
          {failure}
        </ErrorMessage>
      )}
    </div>
  )
}

/** Page sizes of a list loaded from the server. The first page is short, because every row costs rendering time and the newest rows are the most wanted. */
export interface PageSizes {
  first: number
  next: number
}

/**
 * Returns the rows to show of a fully loaded list: the first `first` ones, then all of them once the person asks for more. @param pages number of pages
 * asked for, from 1
 */
export function visibleRows<Row>(rows: readonly Row[], pages: number, first: number): readonly Row[] {
  return pages === 1 ? rows.slice(0, first) : rows
}
