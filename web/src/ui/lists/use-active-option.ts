import { useId, useState } from 'react'

/** Returns the index that an arrow key leads to, wrapping around; -1 for an empty list. */
export function nextIndex(from: number, step: 1 | -1, count: number): number {
  return count === 0 ? -1 : (from + step + count) % count
}

/**
 * Tracks the active option of a list while the focus stays in a text field (`aria-activedescendant`). The first option is active until another one is
 * pointed at or reached with an arrow; that one then stays active when the list changes.
 * @param ids ids of the options, in order
 */
export function useActiveOption(ids: readonly string[]) {
  const [pointed, point] = useState<string | null>(null)
  const at = Math.max(ids.indexOf(pointed ?? ''), ids.length > 0 ? 0 : -1)
  const id = useId()
  const optionId = (index: number) => `${id}-${index}`
  return {
    /** Index of the active option; -1 when the list is empty. */
    at,
    /** Whether the person chose the active option with the pointer or an arrow. */
    isChosen: pointed !== null,
    /** Makes the option with this id active; null goes back to the first one. */
    point,
    /** Returns the DOM id of the option at an index. */
    optionId,
    /** DOM id of the active option. */
    activeId: at < 0 ? undefined : optionId(at),
    /** DOM id of the list. */
    listId: `${id}-list`,
    /** Activates the next or the previous option and scrolls it into view. */
    go(step: 1 | -1) {
      const next = nextIndex(at, step, ids.length)
      if (next < 0) return
      point(ids[next]!)
      document.getElementById(optionId(next))?.scrollIntoView({ block: 'nearest' })
    },
  }
}
