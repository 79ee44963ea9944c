import { startTransition, useEffect, useState } from 'react'
import { flushSync } from 'react-dom'
import { messagesAtOnce } from '../../chat/shown-messages.ts'

/** Delay between two batches, in milliseconds, so that the interactions of the reader come first. */
const breath = 16

/**
 * Returns how many messages to render: a first batch at once, then the others batch by batch, so that the browser's find-in-page soon covers all of them.
 * Printing renders all of them at once.
 */
export function useGrowing(total: number): number {
  const [drawn, setDrawn] = useState(messagesAtOnce)
  const isWhole = drawn >= total
  useEffect(() => {
    if (isWhole) return undefined
    const timer = setTimeout(() => startTransition(() => setDrawn(drawn + messagesAtOnce)), breath)
    const finish = () => flushSync(() => setDrawn(total))
    window.addEventListener('beforeprint', finish)
    return () => {
      clearTimeout(timer)
      window.removeEventListener('beforeprint', finish)
    }
  }, [drawn, isWhole, total])
  return drawn
}
