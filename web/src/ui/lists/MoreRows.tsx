import { useEffect, useRef, type RefObject } from 'react'
import { Button } from '../Button.tsx'
import { ErrorMessage } from '../feedback/ErrorMessage.tsx'
import { focusWithin } from '../overlays/focus-within.ts'
import styles from './MoreRows.module.css'
import { useAnnounce } from '../feedback/StatusRegion.tsx'

interface MoreRowsProps {
  /** The element that holds the rows. */
  list: RefObject<HTMLElement | null>
  /** Selector of the rows in `list`; its children without it. */
  rowSelector?: string
  shown: number
  hasMore: boolean
  isLoading: boolean
  /** The next rows could not be read. */
  failure: string | null
  onMore: () => void
  /** « Afficher plus de projets ». */
  label: string
  /** What is said once so many rows have come. */
  describe: (added: number) => string
}

/** Reads on in a list. The new rows are announced, and the first of them takes the focus: one goes on from there. */
export function MoreRows({ list, rowSelector = ':scope > *', shown, hasMore, isLoading, failure, onMore, label, describe }: MoreRowsProps) {
  const announce = useAnnounce()
  const before = useRef<number | null>(null)
  useEffect(() => {
    const was = before.current
    if (was === null || shown <= was) return
    before.current = null
    announce(describe(shown - was))
    const row = list.current?.querySelectorAll(rowSelector)[was]
    if (!(row instanceof HTMLElement)) return
    row.setAttribute('tabindex', '-1')
    row.focus()
  }, [shown, list, rowSelector, announce, describe])
  const place = useRef<HTMLDivElement>(null)
  useEffect(() => {
    // The button that was pressed is gone; another one tries again.
    if (failure !== null && before.current !== null) focusWithin(place.current, 'button')
  }, [failure])
  const ask = () => {
    before.current = shown
    onMore()
  }
  if (failure === null && !hasMore) return null
  return (
    <div ref={place} className={styles.more}>
      {failure === null ? (
        <Button onPress={ask} isPending={isLoading} pendingLabel="Chargement…">
          {label}
        </Button>
      ) : (
        <ErrorMessage onRetry={ask} isRetrying={isLoading}>
          {failure}
        </ErrorMessage>
      )}
    </div>
  )
}
