import { startTransition, useEffect, useState } from 'react'
import { flushSync } from 'react-dom'
import { messagePageSize } from '../../chat/shown-messages.ts'

/** Delay between two batches, in milliseconds, so that the interactions of the reader come first. */
const batchDelayMs = 16

/**
 * Returns how many messages to render: a first batch at once, then the others batch by batch, so that the browser's find-in-page soon covers all of them.
 * Printing renders all of them at once.
 */
export function useProgressiveCount(total: number): number {
  const [renderedCount, setDrawn] = useState(messagePageSize)
  const isWhole = renderedCount >= total
  useEffect(() => {
    if (isWhole) return undefined
    const timer = setTimeout(() => startTransition(() => setDrawn(renderedCount + messagePageSize)), batchDelayMs)
    const finish = () => flushSync(() => setDrawn(total))
    window.addEventListener('beforeprint', finish)
    return () => {
      clearTimeout(timer)
      window.removeEventListener('beforeprint', finish)
    }
  }, [renderedCount, isWhole, total])
  return renderedCount
}
