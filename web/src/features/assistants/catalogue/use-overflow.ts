import { useCallback, useEffect, useRef, useState } from 'react'

/** Pixels by which a line may be away from its end and be said to be there: positions are rounded. */
const nearly = 2

/**
 * Follows what a sliding line hides on either side.
 * @param content what it holds: it is measured again when that changes
 */
export function useOverflow(content: unknown) {
  const line = useRef<HTMLDivElement>(null)
  const [hidden, setHidden] = useState({ isBefore: false, isAfter: false })
  const measure = useCallback(() => {
    if (!line.current) return
    const { scrollLeft, scrollWidth, clientWidth } = line.current
    const [isBefore, isAfter] = [scrollLeft > nearly, scrollLeft + clientWidth < scrollWidth - nearly]
    setHidden((was) => (was.isBefore === isBefore && was.isAfter === isAfter ? was : { isBefore, isAfter }))
  }, [])
  useEffect(() => {
    const element = line.current!
    let isNew = true
    // Called once the page is laid out, and before it is drawn: measured here, the line has nobody lay the page out for it alone.
    const sizes = new ResizeObserver(() => {
      // The one chosen by the address may stand far along the line.
      if (isNew) reveal(element.querySelector(':checked'))
      isNew = false
      measure()
    })
    sizes.observe(element)
    return () => sizes.disconnect()
  }, [measure, content])
  useEffect(() => {
    const element = line.current!
    // The arrow keys give the focus without moving anything.
    const onFocus = ({ target }: FocusEvent) => reveal(target as Element)
    element.addEventListener('scroll', measure, { passive: true })
    element.addEventListener('focusin', onFocus)
    return () => {
      element.removeEventListener('scroll', measure)
      element.removeEventListener('focusin', onFocus)
    }
  }, [measure])
  const slide = (direction: 1 | -1) => {
    const behavior = matchMedia('(prefers-reduced-motion: reduce)').matches ? 'auto' : 'smooth'
    line.current?.scrollBy({ left: direction * line.current.clientWidth * 0.75, behavior })
  }
  return { line, ...hidden, slide }
}

const reveal = (element: Element | null) => element?.scrollIntoView({ inline: 'nearest', block: 'nearest' })
