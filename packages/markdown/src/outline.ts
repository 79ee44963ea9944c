import { tightHeading } from './blocks/complete.ts'
import { fenceAfter } from './definitions.ts'

/** Depths of the headings above a position, outermost first: `##` then `####` gives [2, 4]. */
export type HeadingOutline = readonly number[]

/** Returns the outline after a heading of this depth. Its length is the level of the heading in the text, from 1. */
export function outlineAfter(outline: HeadingOutline, depth: number): number[] {
  return [...outline.filter((above) => above < depth), depth]
}

/**
 * Returns the outline at the beginning of each segment. Models begin at any depth and skip some; levels never skip, and only depend on the text above, so
 * that headings of a growing text do not change.
 */
export function outlines(segments: readonly string[]): HeadingOutline[] {
  let outline: HeadingOutline = []
  return segments.map((segment) => {
    const before = outline
    let open: string | null = null
    for (const line of segment.split('\n')) {
      open = fenceAfter(line, open)
      const marks = open === null && line.includes('#') ? (/^ {0,3}(#{1,6})(?:\s|$)/.exec(line) ?? tightHeading.exec(line))?.[1]?.trim() : undefined
      if (marks) outline = outlineAfter(outline, marks.length)
    }
    return before
  })
}
