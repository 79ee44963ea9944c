import { tightHeading } from './blocks/complete.ts'
import { fenceAfter } from './definitions.ts'

/** Depths of the headings that hold the next one, outermost first: `##` then `####` gives [2, 4]. */
export type Outline = readonly number[]

/** The outline once a heading of this depth has been read. Its length is the rank of the heading in the text, from 1. */
export function outlineAfter(outline: Outline, depth: number): number[] {
  return [...outline.filter((above) => above < depth), depth]
}

/**
 * Outline at the beginning of each piece of a text. Models begin with any depth and skip some; ranks never skip, and depend
 * only on what stands above, so a growing text keeps its headings.
 */
export function outlines(segments: readonly string[]): Outline[] {
  let outline: Outline = []
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
