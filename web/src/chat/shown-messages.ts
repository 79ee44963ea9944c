import { useEffect, useLayoutEffect, useRef, useState, type RefObject } from 'react'
import { flushSync } from 'react-dom'
import { messageAnchor } from '../paths.ts'
import type { ChatMessage } from './chat-state.ts'

/** Number of messages drawn when a conversation is opened, and at each request for earlier ones (trust case ECO-03). */
export const messagesAtOnce = 28

/**
 * Where a conversation that is opened begins on the screen: at its last messages, or a little before the one that the
 * address names.
 * @param hash of the address, `#message-…` when it names one
 */
export function firstShown(messages: readonly Pick<ChatMessage, 'id'>[], hash: string): number {
  const last = Math.max(0, messages.length - messagesAtOnce)
  const named = messages.findIndex(({ id }) => id !== null && hash === `#${messageAnchor(id)}`)
  return named === -1 ? last : Math.max(0, Math.min(last, named - 2))
}

/** Where one that is on the screen from a message on begins once the address names another message, or there are fewer: nothing that is seen goes. */
export const stillShown = (from: number, messages: readonly Pick<ChatMessage, 'id'>[], hash: string): number => Math.min(from, firstShown(messages, hash))

interface Shown {
  /** Index of the first message that is drawn; those above are asked for. */
  from: number
  showEarlier: () => void
}

/**
 * The part of a conversation that is drawn. What the reader looks at stays where it is when earlier messages come above.
 * @param visit key of the address: another one may name another message
 */
export function useShownMessages(
  messages: readonly ChatMessage[],
  visit: string,
  frame: RefObject<HTMLElement | null>,
  column: RefObject<HTMLElement | null>,
): Shown {
  const opened = messages[0]?.key
  const [shown, setShown] = useState({ opened, visit, from: firstShown(messages, location.hash) })
  // A question rewritten elsewhere may have left fewer messages than were above the first one that is drawn.
  const isPast = shown.from > 0 && shown.from >= messages.length
  // Another conversation in the same place begins anew.
  if (shown.opened !== opened) setShown({ opened, visit, from: firstShown(messages, location.hash) })
  else if (shown.visit !== visit || isPast) setShown({ opened, visit, from: stillShown(shown.from, messages, location.hash) })

  // What is printed is the whole of it; the screen is as it was afterwards.
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
    // The button is gone with the last of what it brought: the focus goes to what it brought.
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
