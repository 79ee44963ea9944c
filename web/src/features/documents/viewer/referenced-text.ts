import type { ReadBlock, ReadPage } from '@parvis/contract'

/** Text of pages in which references are found, and the position of each block in it, in UTF-16 units. */
export interface ReferencedText {
  text: string
  /** Position of a block; positions of the cells of a table, row by row. */
  positions: ReadonlyMap<ReadBlock, readonly number[]>
}

/** Joins the blocks of pages: a paragraph to a block, a line to a row. */
export function readReferencedText(pages: readonly ReadPage[]): ReferencedText {
  const positions = new Map<ReadBlock, number[]>()
  let text = ''
  for (const block of pages.flatMap(({ blocks }) => blocks)) {
    if (text !== '') text += '\n\n'
    const own: number[] = []
    for (const [row, cells] of (block.rows ?? [[block.text]]).entries()) {
      if (row > 0) text += '\n'
      for (const [column, cell] of cells.entries()) {
        if (column > 0) text += ' ; '
        own.push(text.length)
        text += cell
      }
    }
    positions.set(block, own)
  }
  return { text, positions }
}
