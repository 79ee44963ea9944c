import { startTransition, useEffect, useState } from 'react'
import { flushSync } from 'react-dom'
import { messagesAtOnce } from '../../chat/shown-messages.ts'

/** Between two pieces, in milliseconds: what the reader does comes first. */
const breath = 16

/**
 * How many of so many messages are drawn: those one begins to read at once, the others piece by piece right after, so that all of them are
 * soon found by the browser’s own search; all of them when one prints.
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
