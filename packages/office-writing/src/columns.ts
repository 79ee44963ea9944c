import { wordsOf, type Inline } from '@parvis/markdown'

/** Characters between which a column's text counts: no column is lost, none takes all. */
const [narrowest, widest] = [6, 45]

/** Share of the width that each column needs, by its longest text; they sum to 1. */
export function columnShares(header: readonly Inline[][], rows: readonly Inline[][][]): number[] {
  const needs = header.map((cell, at) =>
    Math.min(widest, Math.max(narrowest, ...[cell, ...rows.map((row) => row[at] ?? [])].map((content) => wordsOf(content).length))),
  )
  const total = needs.reduce((sum, need) => sum + need, 0)
  return needs.map((need) => need / total)
}
