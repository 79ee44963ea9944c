import { useEffect, useEffectEvent, useLayoutEffect, useRef, type RefObject } from 'react'
import type { MessageField } from './write-in-field.ts'

/** Gap between the list and the field, and to the window edges, in CSS pixels. */
const gapPx = 8
const maxHeightPx = 352
/** Height, in CSS pixels, below which the side with more room is used. */
const minHeightPx = 200

/**
 * Opens a popover over its field, or under it if there is more room, and repositions it with the window.
 * @param onLeave called once the person presses or focuses elsewhere, or presses Escape outside the field
 */
export function usePopoverPosition(field: RefObject<MessageField | null>, onLeave: () => void): RefObject<HTMLDivElement | null> {
  const popover = useRef<HTMLDivElement>(null)
  const updatePosition = () => {
    const popoverElement = popover.current
    const box = field.current?.parentElement?.getBoundingClientRect()
    if (!popoverElement || !box) return
    const view = window.visualViewport
    const top = view?.offsetTop ?? 0
    const bottom = top + (view?.height ?? innerHeight)
    const above = box.top - top - 2 * gapPx
    const below = bottom - box.bottom - 2 * gapPx
    const isAbove = above >= minHeightPx || above >= below
    Object.assign(popoverElement.style, {
      left: `${box.left}px`,
      width: `${box.width}px`,
      maxHeight: `${Math.max(0, Math.min(maxHeightPx, isAbove ? above : below))}px`,
      top: isAbove ? 'auto' : `${box.bottom + gapPx}px`,
      bottom: isAbove ? `${document.documentElement.clientHeight - box.top + gapPx}px` : 'auto',
    })
  }
  // At each render: the field grows with its text.
  useLayoutEffect(updatePosition)

  const closeIfOutside = useEffectEvent((event: Event) => {
    const isHere = event.target instanceof Node && (popover.current?.contains(event.target) || field.current?.form?.contains(event.target))
    if (!isHere) onLeave()
  })
  const close = useEffectEvent((event: KeyboardEvent) => {
    if (event.key !== 'Escape' || event.target === field.current) return
    field.current?.focus({ preventScroll: true })
    onLeave()
  })
  const updatePositionNow = useEffectEvent(updatePosition)
  useEffect(() => {
    popover.current?.showPopover?.()
    const move = () => updatePositionNow()
    const onOutside = (event: Event) => closeIfOutside(event)
    const key = (event: KeyboardEvent) => close(event)
    move()
    const moves = [
      [window, 'resize'],
      [window, 'scroll'],
      [window.visualViewport, 'resize'],
      [window.visualViewport, 'scroll'],
    ] as const
    for (const [target, name] of moves) target?.addEventListener(name, move, true)
    for (const name of ['pointerdown', 'focusin'] as const) document.addEventListener(name, onOutside, true)
    document.addEventListener('keydown', key)
    return () => {
      for (const [target, name] of moves) target?.removeEventListener(name, move, true)
      for (const name of ['pointerdown', 'focusin'] as const) document.removeEventListener(name, onOutside, true)
      document.removeEventListener('keydown', key)
    }
  }, [])
  return popover
}
