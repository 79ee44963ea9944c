import { useEffect, useEffectEvent, useLayoutEffect, useRef, type RefObject } from 'react'
import type { Field } from './write-in-field.ts'

/** Gap between the list and the field, and to the window edges, in CSS pixels. */
const gap = 8
const tallest = 352
/** Height, in CSS pixels, below which the side with more room is used. */
const enough = 200

/**
 * Opens a popover over its field, or under it if there is more room, and repositions it with the window.
 * @param onLeave called once the person presses or focuses elsewhere, or presses Escape outside the field
 */
export function usePlace(field: RefObject<Field | null>, onLeave: () => void): RefObject<HTMLDivElement | null> {
  const popover = useRef<HTMLDivElement>(null)
  const place = () => {
    const own = popover.current
    const box = field.current?.parentElement?.getBoundingClientRect()
    if (!own || !box) return
    const view = window.visualViewport
    const top = view?.offsetTop ?? 0
    const bottom = top + (view?.height ?? innerHeight)
    const above = box.top - top - 2 * gap
    const below = bottom - box.bottom - 2 * gap
    const isAbove = above >= enough || above >= below
    Object.assign(own.style, {
      left: `${box.left}px`,
      width: `${box.width}px`,
      maxHeight: `${Math.max(0, Math.min(tallest, isAbove ? above : below))}px`,
      top: isAbove ? 'auto' : `${box.bottom + gap}px`,
      bottom: isAbove ? `${document.documentElement.clientHeight - box.top + gap}px` : 'auto',
    })
  }
  // At each render: the field grows with its text.
  useLayoutEffect(place)

  const leave = useEffectEvent((event: Event) => {
    const isHere = event.target instanceof Node && (popover.current?.contains(event.target) || field.current?.form?.contains(event.target))
    if (!isHere) onLeave()
  })
  const close = useEffectEvent((event: KeyboardEvent) => {
    if (event.key !== 'Escape' || event.target === field.current) return
    field.current?.focus({ preventScroll: true })
    onLeave()
  })
  const placeNow = useEffectEvent(place)
  useEffect(() => {
    popover.current?.showPopover?.()
    const move = () => placeNow()
    const away = (event: Event) => leave(event)
    const key = (event: KeyboardEvent) => close(event)
    move()
    const moves = [
      [window, 'resize'],
      [window, 'scroll'],
      [window.visualViewport, 'resize'],
      [window.visualViewport, 'scroll'],
    ] as const
    for (const [target, name] of moves) target?.addEventListener(name, move, true)
    for (const name of ['pointerdown', 'focusin'] as const) document.addEventListener(name, away, true)
    document.addEventListener('keydown', key)
    return () => {
      for (const [target, name] of moves) target?.removeEventListener(name, move, true)
      for (const name of ['pointerdown', 'focusin'] as const) document.removeEventListener(name, away, true)
      document.removeEventListener('keydown', key)
    }
  }, [])
  return popover
}
