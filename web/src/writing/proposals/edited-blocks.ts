import type { SentBlock, WrittenBlock } from '@parvis/contract'
import { blocksOfMarkdown, type BlockContent } from '@parvis/written-document'

/**
 * Reads the text that a person wrote in place of a proposal. A block that stands for one of the proposal keeps its id, and the style of its paragraph or the
 * level of its heading, which Markdown does not write.
 */
export function editedBlocks(markdown: string, proposed: readonly WrittenBlock[]): SentBlock[] {
  const contents = blocksOfMarkdown(markdown)
  const isSameCount = contents.length === proposed.length
  return contents.map((content, at) => {
    const like = proposed[at]
    if (like === undefined) return content as SentBlock
    return { id: like.id, ...(isSameCount ? withShape(content, like) : content) } as SentBlock
  })
}

function withShape(content: BlockContent, like: WrittenBlock): BlockContent {
  if (content.kind === 'paragraph' && like.kind === 'paragraph') return { ...content, style: like.style }
  return content.kind === 'heading' && like.kind === 'heading' ? { ...content, level: like.level } : content
}
