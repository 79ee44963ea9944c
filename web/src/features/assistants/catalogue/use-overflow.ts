import { useCallback, useEffect, useRef, useState } from 'react'

/** Tolerance in pixels to count the line as scrolled to its end, because scroll positions are rounded. */
const edgeTolerance = 2

/**
 * Tracks whether a scrollable line has hidden content before and after its visible part.
 * @param content content of the line, which is measured again when it changes
 */
export function useOverflow(content: unknown) {
  const line = useRef<HTMLDivElement>(null)
  const [hidden, setHidden] = useState({ isBefore: false, isAfter: false })
  const measure = useCallback(() => {
    if (!line.current) return
    const { scrollLeft, scrollWidth, clientWidth } = line.current
    const [isBefore, isAfter] = [scrollLeft > edgeTolerance, scrollLeft + clientWidth < scrollWidth - edgeTolerance]
    setHidden((was) => (was.isBefore === isBefore && was.isAfter === isAfter ? was : { isBefore, isAfter }))
  }, [])
  useEffect(() => {
    const element = line.current!
    let isNew = true
    // A ResizeObserver runs between layout and paint, so that measuring forces no extra layout.
    const sizes = new ResizeObserver(() => {
      // The category selected by the URL may be out of sight.
      if (isNew) reveal(element.querySelector(':checked'))
      isNew = false
      measure()
    })
    sizes.observe(element)
    return () => sizes.disconnect()
  }, [measure, content])
  useEffect(() => {
    const element = line.current!
    // The focus of a radio button does not scroll the line.
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
