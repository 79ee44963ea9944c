export type TooltipSide = 'top' | 'right'

interface Rectangle {
  left: number
  top: number
  width: number
  height: number
}

/** Distance between the box and its anchor, in CSS pixels. */
const gap = 6
/** Minimum distance from the edges of the window, in CSS pixels. */
const margin = 4

/** Returns the position of a box beside its anchor, inside the window: centred on the wanted side, or on the opposite side when there is no room. */
export function positionBeside(
  anchor: Rectangle,
  size: { width: number; height: number },
  viewport: { width: number; height: number },
  side: TooltipSide,
): { left: number; top: number } {
  const clamp = (value: number, max: number) => Math.max(margin, Math.min(value, max - margin))
  if (side === 'right') {
    const after = anchor.left + anchor.width + gap
    const left = after + size.width > viewport.width - margin ? anchor.left - gap - size.width : after
    return { left: clamp(left, viewport.width - size.width), top: clamp(anchor.top + (anchor.height - size.height) / 2, viewport.height - size.height) }
  }
  const topAbove = anchor.top - gap - size.height
  const top = topAbove < margin ? anchor.top + anchor.height + gap : topAbove
  return { left: clamp(anchor.left + (anchor.width - size.width) / 2, viewport.width - size.width), top: clamp(top, viewport.height - size.height) }
}
