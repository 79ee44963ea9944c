import { useEffect, useLayoutEffect, useRef, useState, type RefObject } from 'react'
import { flushSync } from 'react-dom'
import { messageAnchor } from '../paths.ts'
import type { ChatMessage } from './machine/state.ts'

/** Number of messages drawn when a conversation is opened, and at each request for earlier ones (trust case ECO-03). */
export const messagePageSize = 22

/**
 * Index of the first message to render when a conversation opens: the last messages, or from two before the one that the URL targets.
 * @param hash `location.hash`, `#message-…` when it targets a message
 */
export function firstShownIndex(messages: readonly Pick<ChatMessage, 'id'>[], hash: string): number {
  const lastStart = Math.max(0, messages.length - messagePageSize)
  const targetIndex = messages.findIndex(({ id }) => id !== null && hash === `#${messageAnchor(id)}`)
  return targetIndex === -1 ? lastStart : Math.max(0, Math.min(lastStart, targetIndex - 2))
}

/** Index of the first message to render after a navigation or a removal of messages. Never above `from`, so that no visible message disappears. */
export const shownIndexAfterChange = (from: number, messages: readonly Pick<ChatMessage, 'id'>[], hash: string): number =>
  Math.min(from, firstShownIndex(messages, hash))

interface ShownRange {
  /** Index of the first rendered message. */
  from: number
  showEarlier: () => void
}

/**
 * Selects the part of a conversation to render. When earlier messages are added above, the scroll position follows what the reader was looking at.
 * @param visit key of the current history entry, which may target another message
 */
export function useShownMessages(
  messages: readonly ChatMessage[],
  visit: string,
  frame: RefObject<HTMLElement | null>,
  column: RefObject<HTMLElement | null>,
): ShownRange {
  const firstKey = messages[0]?.key
  const [shown, setShown] = useState({ opened: firstKey, visit, from: firstShownIndex(messages, location.hash) })
  // A question edited in another tab may have left fewer messages than `from`.
  const isPast = shown.from > 0 && shown.from >= messages.length
  // Another conversation shown by the same component starts over.
  if (shown.opened !== firstKey) setShown({ opened: firstKey, visit, from: firstShownIndex(messages, location.hash) })
  else if (shown.visit !== visit || isPast) setShown({ opened: firstKey, visit, from: shownIndexAfterChange(shown.from, messages, location.hash) })

  // A print shows the whole conversation; the screen returns to its state afterwards.
  const [isPrinted, setPrinted] = useState(false)
  useEffect(() => {
    const onBeforePrint = () => flushSync(() => setPrinted(true))
    const onAfterPrint = () => setPrinted(false)
    window.addEventListener('beforeprint', onBeforePrint)
    window.addEventListener('afterprint', onAfterPrint)
    return () => {
      window.removeEventListener('beforeprint', onBeforePrint)
      window.removeEventListener('afterprint', onAfterPrint)
    }
  }, [])

  const anchor = useRef<{ message: Element; top: number } | null>(null)
  useLayoutEffect(() => {
    const previousAnchor = anchor.current
    anchor.current = null
    if (previousAnchor === null || frame.current === null) return
    frame.current.scrollBy({ top: previousAnchor.message.getBoundingClientRect().top - previousAnchor.top, behavior: 'instant' })
    // The button disappears with the last earlier messages: the focus moves to the first message.
    if (shown.from === 0) column.current?.querySelector<HTMLElement>('article')?.focus({ preventScroll: true })
  }, [shown.from, frame, column])

  return {
    from: isPrinted ? 0 : Math.min(shown.from, messages.length),
    showEarlier() {
      const message = column.current?.querySelector('article')
      if (message) anchor.current = { message, top: message.getBoundingClientRect().top }
      setShown({ opened: firstKey, visit, from: Math.max(0, shown.from - messagePageSize) })
    },
  }
}
