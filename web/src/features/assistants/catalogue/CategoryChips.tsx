import type { AssistantCategory } from '@parvis/contract'
import { ChevronLeft, ChevronRight, LayoutGrid } from 'lucide-react'
import { useId, type ReactNode, useCallback, useEffect, useRef, useState } from 'react'
import { Icon } from '../../../ui/Icon.tsx'
import { IconButton } from '../../../ui/IconButton.tsx'
import styles from './CategoryChips.module.css'

/** Radio buttons of the categories, on one line that scrolls when it is too long. */
export function CategoryChips({
  categories,
  value,
  onChange,
}: {
  categories: readonly AssistantCategory[]
  value: string | null
  onChange: (id: string | null) => void
}) {
  const group = useId()
  const { line, isBefore, isAfter, slide } = useOverflow(categories)
  const chip = (id: string | null, drawing: ReactNode, label: string) => (
    <label key={id} className={styles.chip}>
      {/* The explicit tabIndex is for Safari, as in PressButton.tsx. */}
      <input type="radio" name={group} tabIndex={0} checked={id === value} onChange={() => onChange(id)} />
      {drawing}
      {label}
    </label>
  )
  return (
    <div className={styles.line} data-before={isBefore || undefined} data-after={isAfter || undefined}>
      {/* The two buttons are for a mouse: arrow keys move from chip to chip and scroll the line, and a finger scrolls it. */}
      {isBefore && <IconButton icon={ChevronLeft} size="s" label="Catégories précédentes" tabIndex={-1} onPress={() => slide(-1)} />}
      <div ref={line} role="radiogroup" aria-label="Catégorie" className={styles.chips}>
        {chip(null, <LayoutGrid size={16} aria-hidden />, 'Toutes les catégories')}
        {categories.map(({ id, icon, name }) => chip(id, <Icon name={icon} size={16} />, name))}
      </div>
      {isAfter && <IconButton icon={ChevronRight} size="s" label="Catégories suivantes" tabIndex={-1} onPress={() => slide(1)} />}
    </div>
  )
}

/** Tolerance in pixels to count the line as scrolled to its end, because scroll positions are rounded. */
const edgeTolerance = 2

/**
 * Tracks whether a scrollable line has hidden content before and after its visible part.
 * @param content content of the line, which is measured again when it changes
 */
function useOverflow(content: unknown) {
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
