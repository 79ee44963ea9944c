import type { ReactNode } from 'react'
import type { RangeMark } from '../../ui/markdown/text-marks.ts'

interface Range {
  from: number
  /** Excluded. */
  to: number
  /** Position of the text in the one where the marks are. */
  shift?: number
}

/** Returns a part of a text with marks. A mark that begins before the part is left out; one that goes past its end stops there. */
export function markPlainText(text: string, marks: readonly RangeMark[], { from, to, shift = 0 }: Range): ReactNode[] {
  const nodes: ReactNode[] = []
  let at = from
  for (const { start, end, render } of marks) {
    const begin = start - shift
    if (begin < at || begin >= to) continue
    const stop = Math.min(end - shift, to)
    nodes.push(text.slice(at, begin), render(text.slice(begin, stop)))
    at = stop
  }
  nodes.push(text.slice(at, to))
  return nodes.filter((node) => node !== '')
}
