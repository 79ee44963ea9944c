import { useId, useState } from 'react'

/** The place that an arrow leads to; the list is a ring. */
export function step(from: number, by: 1 | -1, count: number): number {
  return count === 0 ? -1 : (from + by + count) % count
}

/**
 * Which option of a list stands out while the focus stays in a field: the first one is there to be chosen, unless another was pointed at or
 * reached by an arrow; what comes later does not move it.
 * @param ids of the options, in their order
 */
export function useStanding(ids: readonly string[]) {
  const [pointed, point] = useState<string | null>(null)
  const at = Math.max(ids.indexOf(pointed ?? ''), ids.length > 0 ? 0 : -1)
  const id = useId()
  const optionId = (index: number) => `${id}-${index}`
  return {
    /** Its place; -1: there is none. */
    at,
    /** Whether somebody chose it to stand there. */
    isPointed: pointed !== null,
    /** By its id; null: the first one again. */
    point,
    /** Id of the element of a place. */
    optionId,
    /** Of the one that stands out. */
    activeId: at < 0 ? undefined : optionId(at),
    /** Id of the element of the list. */
    listId: `${id}-list`,
    /** To the next one, or the one before, and into view. */
    go(by: 1 | -1) {
      const next = step(at, by, ids.length)
      if (next < 0) return
      point(ids[next]!)
      document.getElementById(optionId(next))?.scrollIntoView({ block: 'nearest' })
    },
  }
}
