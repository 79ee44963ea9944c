import { useEffect, useRef, useState, type PointerEvent, type ReactNode, type RefObject } from 'react'
import { positionBeside, type TooltipSide } from '../overlays/position-beside.ts'
import styles from './Tooltip.module.css'

/** Milliseconds before the tooltip opens under a pointer, and before it closes once the pointer leaves, so that the pointer can move onto it. */
const openAfter = 500
const closeAfter = 120

interface Tooltip {
  /** Props of the element that has the tooltip. */
  triggerProps: { onPointerEnter: (event: PointerEvent) => void; onPointerLeave: () => void; onFocus: () => void; onBlur: () => void }
  /** Tooltip to render beside that element. */
  bubble: ReactNode
}

/**
 * Tooltip with the name of an icon, on hover and on keyboard focus. It is only visual: the trigger must have the same text as `aria-label`. It is a
 * popover, so that nothing covers or clips it; Escape hides it, and the pointer may rest on it (WCAG 1.4.13).
 */
export function useTooltip(text: string, trigger: RefObject<HTMLElement | null>, side: TooltipSide = 'top', isDisabled = false): Tooltip {
  const [isOpen, setOpen] = useState(false)
  // Browsers send no blur event for a focused element that becomes disabled: the tooltip would reappear with it.
  if (isDisabled && isOpen) setOpen(false)
  const timer = useRef<ReturnType<typeof setTimeout>>(undefined)
  const scheduleOpen = (next: boolean, delay: number) => {
    clearTimeout(timer.current)
    timer.current = setTimeout(() => setOpen(next), delay)
  }
  const triggerProps = {
    // A touch is a press, never a hover.
    onPointerEnter: ({ pointerType }: PointerEvent) => {
      if (!isDisabled && pointerType !== 'touch') scheduleOpen(true, openAfter)
    },
    onPointerLeave: () => scheduleOpen(false, closeAfter),
    onFocus: () => {
      if (!isDisabled && trigger.current?.matches(':focus-visible')) scheduleOpen(true, 0)
    },
    onBlur: () => scheduleOpen(false, 0),
  }
  const bubble = isOpen && !isDisabled && (
    <TooltipBubble
      text={text}
      trigger={trigger}
      side={side}
      onEnter={() => clearTimeout(timer.current)}
      onLeave={() => scheduleOpen(false, closeAfter)}
      onClose={() => setOpen(false)}
    />
  )
  return { triggerProps, bubble }
}

interface BubbleProps {
  text: string
  trigger: RefObject<HTMLElement | null>
  side: TooltipSide
  onEnter: () => void
  onLeave: () => void
  onClose: () => void
}

function TooltipBubble({ text, trigger, side, onEnter, onLeave, onClose }: BubbleProps) {
  const bubbleRef = useRef<HTMLSpanElement>(null)
  useEffect(() => {
    const bubble = bubbleRef.current
    if (!bubble || !trigger.current) return
    bubble.showPopover?.()
    const { left, top } = positionBeside(
      trigger.current.getBoundingClientRect(),
      bubble.getBoundingClientRect(),
      { width: innerWidth, height: innerHeight },
      side,
    )
    bubble.style.left = `${left}px`
    bubble.style.top = `${top}px`
    const leave = (event: Event) => {
      if (!(event instanceof KeyboardEvent) || event.key === 'Escape') onClose()
    }
    // A scroll would leave the tooltip behind; a press means that the name was understood.
    const events = ['keydown', 'scroll', 'pointerdown'] as const
    for (const event of events) document.addEventListener(event, leave, true)
    return () => {
      for (const event of events) document.removeEventListener(event, leave, true)
    }
  })
  return (
    <span ref={bubbleRef} popover="manual" aria-hidden className={styles.tooltip} onPointerEnter={onEnter} onPointerLeave={onLeave}>
      {text}
    </span>
  )
}
