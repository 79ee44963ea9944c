import type { ReadBlock, ReadPage } from '@parvis/contract'
import { answeringParts, type AnswerBasis } from './answering-parts.ts'

interface BlockMark {
  from: number
  to: number
  isAnswering: boolean
}

/** Highlights of a block, in order: the cited passage, with its answering parts apart. Offsets are UTF-16 units of the text, or row numbers of a table. */
export type BlockMarks = readonly BlockMark[]

/** Lines of the passage in a block, with the offset of each in the block. */
function citedLines(block: ReadBlock): { block: ReadBlock; text: string; start: number }[] {
  const { from, to } = block.cited ?? { from: 0, to: 0 }
  if (block.rows) return block.rows.slice(from, to).map((row, index) => ({ block, text: row.join(' | '), start: from + index }))
  return to > from ? [{ block, text: block.text.slice(from, to), start: from }] : []
}

/** Computes the highlights of pages: the passage, located by the server, and its parts that support the answer. */
export function markBlocks(pages: readonly ReadPage[], basis: AnswerBasis): ReadonlyMap<ReadBlock, BlockMarks> {
  const lines = pages.flatMap(({ blocks }) => blocks.flatMap(citedLines))
  const parts = answeringParts(
    lines.map(({ text }) => text),
    basis,
  )
  const marks = new Map<ReadBlock, BlockMark[]>()
  lines.forEach(({ block, text, start }, line) => {
    const lineParts = parts.filter((part) => part.line === line)
    const ranges = block.rows ? [{ from: start, to: start + 1, isAnswering: lineParts.length > 0 }] : inText(text, start, lineParts)
    marks.set(block, [...(marks.get(block) ?? []), ...ranges])
  })
  return marks
}

function inText(text: string, start: number, answering: readonly { from: number; to: number }[]): BlockMark[] {
  const marks: BlockMark[] = []
  let end = 0
  for (const { from, to } of [...answering, { from: text.length, to: text.length }]) {
    if (from > end) marks.push({ from: start + end, to: start + from, isAnswering: false })
    if (to > from) marks.push({ from: start + from, to: start + to, isAnswering: true })
    end = to
  }
  return marks
}
