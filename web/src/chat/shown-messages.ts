import { useEffect, useLayoutEffect, useRef, useState, type RefObject } from 'react'
import { flushSync } from 'react-dom'
import { messageAnchor } from '../paths.ts'
import type { ChatMessage } from './chat-state.ts'

/** Number of messages drawn when a conversation is opened, and at each request for earlier ones (trust case ECO-03). */
export const messagesAtOnce = 28

/**
 * Index of the first message to render when a conversation opens: the last messages, or from two before the one that the URL targets.
 * @param hash `location.hash`, `#message-…` when it targets a message
 */
export function firstShown(messages: readonly Pick<ChatMessage, 'id'>[], hash: string): number {
  const last = Math.max(0, messages.length - messagesAtOnce)
  const named = messages.findIndex(({ id }) => id !== null && hash === `#${messageAnchor(id)}`)
  return named === -1 ? last : Math.max(0, Math.min(last, named - 2))
}

/** Index of the first message to render after a navigation or a removal of messages. Never above `from`, so that no visible message disappears. */
export const stillShown = (from: number, messages: readonly Pick<ChatMessage, 'id'>[], hash: string): number => Math.min(from, firstShown(messages, hash))

interface Shown {
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
): Shown {
  const opened = messages[0]?.key
  const [shown, setShown] = useState({ opened, visit, from: firstShown(messages, location.hash) })
  // A question edited in another tab may have left fewer messages than `from`.
  const isPast = shown.from > 0 && shown.from >= messages.length
  // Another conversation shown by the same component starts over.
  if (shown.opened !== opened) setShown({ opened, visit, from: firstShown(messages, location.hash) })
  else if (shown.visit !== visit || isPast) setShown({ opened, visit, from: stillShown(shown.from, messages, location.hash) })

  // A print shows the whole conversation; the screen returns to its state afterwards.
  const [isPrinted, setPrinted] = useState(false)
  useEffect(() => {
    const begin = () => flushSync(() => setPrinted(true))
    const end = () => setPrinted(false)
    window.addEventListener('beforeprint', begin)
    window.addEventListener('afterprint', end)
    return () => {
      window.removeEventListener('beforeprint', begin)
      window.removeEventListener('afterprint', end)
    }
  }, [])

  const still = useRef<{ message: Element; top: number } | null>(null)
  useLayoutEffect(() => {
    const kept = still.current
    still.current = null
    if (kept === null || frame.current === null) return
    frame.current.scrollBy({ top: kept.message.getBoundingClientRect().top - kept.top, behavior: 'instant' })
    // The button disappears with the last earlier messages: the focus moves to the first message.
    if (shown.from === 0) column.current?.querySelector<HTMLElement>('article')?.focus({ preventScroll: true })
  }, [shown.from, frame, column])

  return {
    from: isPrinted ? 0 : Math.min(shown.from, messages.length),
    showEarlier() {
      const message = column.current?.querySelector('article')
      if (message) still.current = { message, top: message.getBoundingClientRect().top }
      setShown({ opened, visit, from: Math.max(0, shown.from - messagesAtOnce) })
    },
  }
}
