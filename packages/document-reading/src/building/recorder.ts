import type { ExtractedBlock } from '../port.ts'
import { TextLimitReached, type DocumentBuilder } from './document-builder.ts'

/** Recording of blocks that are written later, where the document shows them. */
type BlockRecorder = {
  /** Builder that records its blocks. Warnings, limits and deadline are those of the document. */
  builder: DocumentBuilder
  /** Returns the blocks recorded since the last call, and forgets them. */
  take(): ExtractedBlock[]
}

/** Creates a recorder for a part stored elsewhere in the file: note, header, chart, imported content. It ignores pages and titles. */
export function createBlockRecorder(builder: DocumentBuilder): BlockRecorder {
  let blocks: ExtractedBlock[] = []
  let characters = 0
  const add = (block: ExtractedBlock, size: number) => {
    if ((characters += size) > builder.limits.characters) throw new TextLimitReached()
    blocks.push(block)
  }
  return {
    builder: {
      ...builder,
      page() {},
      forgetPageNumbers() {},
      title() {},
      heading: (level, text) => add({ kind: 'heading', level, text }, text.length),
      paragraph: (text, { boilerplate } = {}) => add({ kind: 'paragraph', text, ...(boilerplate && { boilerplate }) }, text.length),
      listItem: (text) => add({ kind: 'list_item', text }, text.length),
      table: (rows, { header = false } = {}) =>
        add(
          { kind: 'table', rows, header },
          rows.reduce((sum, row) => row.reduce((size, cell) => size + cell.length + 1, sum), 0),
        ),
      size: () => builder.size() + characters,
    },
    take() {
      const recorded = blocks
      blocks = []
      return recorded
    },
  }
}

/** Writes recorded blocks to a document. */
export function writeBlocks(blocks: readonly ExtractedBlock[], builder: DocumentBuilder): void {
  for (const block of blocks) {
    if (block.kind === 'heading') builder.heading(block.level, block.text)
    else if (block.kind === 'list_item') builder.listItem(block.text)
    else if (block.kind === 'table') builder.table(block.rows, block.header ? { header: true } : {})
    else builder.paragraph(block.text, block.boilerplate ? { boilerplate: true } : {})
  }
}

/** Texts of the blocks, a table row by row, for a cell or a note, which cannot hold blocks. */
export function textsOf(blocks: readonly ExtractedBlock[]): string[] {
  return blocks.flatMap((block) => (block.kind === 'table' ? block.rows.map((row) => row.join(' | ')) : [block.text.trim()])).filter(Boolean)
}
