import { useCallback, useEffect, useLayoutEffect, useRef, useState } from 'react'

/** Distance to the end, in pixels, below which a reader who scrolls down is following again. */
const nearEndPx = 64

/**
 * Keeps the end of a growing conversation in view for a reader who is there, and never moves one who has scrolled up. A message targeted by the URL
 * (`#message-…`) is shown first, at opening and at each later navigation.
 * @param count number of messages: a new one is scrolled to smoothly, growth of the last one without animation
 * @param visit key of the current history entry
 */
export function useFollowEnd(count: number, visit: string) {
  const frame = useRef<HTMLDivElement>(null)
  const content = useRef<HTMLDivElement>(null)
  const isFollowing = useRef(true)
  const lastTop = useRef(0)
  const previousCount = useRef(0)
  const [isScrolledUp, setScrolledUp] = useState(false)

  const scrollToEnd = useCallback((behavior: ScrollBehavior) => {
    isFollowing.current = true
    setScrolledUp(false)
    frame.current?.scrollTo({ top: frame.current.scrollHeight, behavior })
  }, [])

  useEffect(() => {
    const element = frame.current
    const contentElement = content.current
    if (!element || !contentElement) return
    const onScroll = () => {
      const toBottom = element.scrollHeight - element.scrollTop - element.clientHeight
      const moved = element.scrollTop - lastTop.current
      lastTop.current = element.scrollTop
      // An upward scroll always comes from the reader: ours only go down, and a text that shrinks stays at its end.
      if (toBottom < 2) isFollowing.current = true
      else if (moved < -1) isFollowing.current = false
      else if (moved > 0 && toBottom <= nearEndPx) isFollowing.current = true
      setScrolledUp(!isFollowing.current && toBottom > nearEndPx)
    }
    const onGrowth = new ResizeObserver(() => {
      // Without a message there is no end to follow: the introduction of the chat is read from its top.
      if (isFollowing.current && previousCount.current > 0) element.scrollTop = element.scrollHeight
      else onScroll()
    })
    element.addEventListener('scroll', onScroll, { passive: true })
    onGrowth.observe(contentElement)
    onGrowth.observe(element)
    return () => {
      element.removeEventListener('scroll', onScroll)
      onGrowth.disconnect()
    }
  }, [])

  useLayoutEffect(() => {
    const target = previousCount.current === 0 && count > 0 ? targetedMessage(content.current) : null
    if (target !== null) {
      isFollowing.current = false
      previousCount.current = count
      return showMessage(target)
    }
    // At first display the end is shown at once. Later, a new message is scrolled to even for a reader above: that person has just sent it.
    if (count > previousCount.current) scrollToEnd(previousCount.current === 0 || matchMedia('(prefers-reduced-motion: reduce)').matches ? 'instant' : 'smooth')
    previousCount.current = count
  }, [count, scrollToEnd])

  // A navigation, from a search for example, can target a message of the conversation already on the screen.
  const lastVisit = useRef(visit)
  useLayoutEffect(() => {
    const target = lastVisit.current === visit ? null : targetedMessage(content.current)
    lastVisit.current = visit
    if (target === null) return
    isFollowing.current = false
    showMessage(target)
  }, [visit])

  return { frame, content, isAway: isScrolledUp, toEnd: scrollToEnd }
}

function targetedMessage(within: HTMLElement | null): HTMLElement | null {
  return location.hash.startsWith('#message-') ? (within?.querySelector<HTMLElement>(`#${CSS.escape(location.hash.slice(1))}`) ?? null) : null
}

/** Scrolls to a message and focuses it. Repeated on the next two frames, as messages take their real height when they come into view. */
function showMessage(message: HTMLElement): void {
  const show = () => message.scrollIntoView({ block: 'start', behavior: 'instant' })
  show()
  message.focus({ preventScroll: true })
  requestAnimationFrame(() => {
    show()
    requestAnimationFrame(show)
  })
}
