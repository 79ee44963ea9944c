import type { BlockContent } from '../model.ts'
import { numberOfItem, oneBlockToMarkdown } from '../to-markdown.ts'

/**
 * Writes blocks for a request to a model, each after its number: `¶1`, `¶2`… A number is the position of the block in the version that is sent, from 1.
 * @param positions positions from 0 of the blocks to write; absent, all
 */
export function numberBlocks(blocks: readonly BlockContent[], positions?: readonly number[]): string {
  return (positions ?? blocks.keys().toArray())
    .map((at) => {
      const block = blocks[at]!
      return `¶${at + 1} ${oneBlockToMarkdown(block.kind === 'item' ? { ...block, start: numberOfItem(blocks, at) } : block)}`
    })
    .join('\n\n')
}
