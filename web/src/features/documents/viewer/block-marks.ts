import type { ReadBlock, ReadPage } from '@parvis/contract'
import { answeringParts, type Basis } from './answering-parts.ts'

interface Mark {
  from: number
  to: number
  isAnswering: boolean
}

/** Marks of a block, in order, in UTF-16 units of its text, or in rows of a table: the cited passage, its answering parts apart. */
export type BlockMarks = readonly Mark[]

/** Lines of the passage in a block, with the place of each in the block. */
function citedLines(block: ReadBlock): { block: ReadBlock; text: string; start: number }[] {
  const { from, to } = block.cited ?? { from: 0, to: 0 }
  if (block.rows) return block.rows.slice(from, to).map((row, at) => ({ block, text: row.join(' | '), start: from + at }))
  return to > from ? [{ block, text: block.text.slice(from, to), start: from }] : []
}

/** Finds what to mark of the pages of a document: the passage by the place that the server gives, and the parts of it that answer. */
export function markBlocks(pages: readonly ReadPage[], basis: Basis): ReadonlyMap<ReadBlock, BlockMarks> {
  const lines = pages.flatMap(({ blocks }) => blocks.flatMap(citedLines))
  const parts = answeringParts(
    lines.map(({ text }) => text),
    basis,
  )
  const marks = new Map<ReadBlock, Mark[]>()
  lines.forEach(({ block, text, start }, line) => {
    const own = parts.filter((part) => part.line === line)
    const found = block.rows ? [{ from: start, to: start + 1, isAnswering: own.length > 0 }] : inText(text, start, own)
    marks.set(block, [...(marks.get(block) ?? []), ...found])
  })
  return marks
}

function inText(text: string, start: number, answering: readonly { from: number; to: number }[]): Mark[] {
  const marks: Mark[] = []
  let end = 0
  for (const { from, to } of [...answering, { from: text.length, to: text.length }]) {
    if (from > end) marks.push({ from: start + end, to: start + from, isAnswering: false })
    if (to > from) marks.push({ from: start + from, to: start + to, isAnswering: true })
    end = to
  }
  return marks
}
