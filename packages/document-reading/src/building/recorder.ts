import type { ExtractedBlock } from '../port.ts'
import type { DocumentBuilder } from './document-builder.ts'

/** Writes recorded blocks where the document shows them. */
export function writeBlocks(blocks: readonly ExtractedBlock[], builder: DocumentBuilder): void {
  for (const block of blocks) {
    if (block.kind === 'heading') builder.heading(block.level, block.text)
    else if (block.kind === 'list_item') builder.listItem(block.text)
    else if (block.kind === 'table') builder.table(block.rows, block.header ? { header: true } : {})
    else builder.paragraph(block.text, block.boilerplate ? { boilerplate: true } : {})
  }
}
