import { createMarkdownReader, paragraph, type DocumentBlock, type InlineNode, type TextMark } from '@parvis/markdown'
import { isNote, plainText, toRichText, type BlockContent, type Mark, type ParagraphStyle, type RichText, type Span, type TextSpan } from './model.ts'

/** Depth of the deepest list. Items below it are at this level. */
const maxLevel = 8
/** Number beyond which a list begins at 1. */
const maxStart = 100_000
/** Characters of the longest address of a link. The words of a longer one stay. */
const maxAddress = 2_000

/** Reads Markdown as blocks, with the rules of the screen: HTML is text, a picture is its description, unsafe addresses are dropped. */
export const blocksOfMarkdown = (markdown: string): BlockContent[] => blocksOfTree(createMarkdownReader().read(markdown, 1))

/** Converts a tree of blocks to a flat sequence. Lists become items; quotations become one quote per paragraph. */
export function blocksOfTree(tree: readonly DocumentBlock[]): BlockContent[] {
  return tree.flatMap((block) => flatten(block, false))
}

function flatten(block: DocumentBlock, isQuote: boolean): BlockContent[] {
  switch (block.kind) {
    case 'heading':
      return [{ kind: 'heading', level: Math.min(6, Math.max(1, block.level)), text: richOf(block.content) }]
    case 'paragraph': {
      const rich = richOf(block.content)
      return [isQuote ? { kind: 'quote', text: rich } : { kind: 'paragraph', style: styleOf(plainText(rich)), text: rich }]
    }
    case 'code':
      return [{ kind: 'code', text: block.text }]
    case 'quote':
      return block.blocks.flatMap((child) => flatten(child, true))
    case 'rule':
      return [{ kind: 'rule' }]
    case 'table':
      return [{ kind: 'table', aligns: block.aligns, header: block.header.map(richOf), rows: block.rows.map((row) => row.map(richOf)) }]
    case 'list':
      return items(block, 0)
  }
}

function items({ marker, start, items: list }: Extract<DocumentBlock, { kind: 'list' }>, depth: number): BlockContent[] {
  const level = Math.min(depth, maxLevel)
  return list.flatMap((item, index): BlockContent[] => {
    const [first, ...rest] = item[0]?.kind === 'paragraph' ? item : [paragraph('body'), ...item]
    const head: BlockContent = {
      kind: 'item',
      level,
      marker,
      ...(index === 0 && (marker === 'figure' || marker === 'parenthesis') && start <= maxStart ? { start } : {}),
      text: first?.kind === 'paragraph' ? richOf(first.content) : '',
    }
    return [
      head,
      ...rest.flatMap((child): BlockContent[] => {
        if (child.kind === 'list') return items(child, depth + 1)
        return flatten(child, false).map((one) => (one.kind === 'paragraph' ? { kind: 'item', level, marker: 'continued', text: one.text } : one))
      }),
    ]
  })
}

/** Style of a paragraph of an administrative act, told by its first words. */
function styleOf(words: string): ParagraphStyle {
  if (/^vu\s/i.test(words)) return 'visa'
  if (/^considérant\b/i.test(words)) return 'considerant'
  return /^article\s+(?:\d+|1er|premier|unique)\b/i.test(words) ? 'article' : 'body'
}

const knownMarks: readonly TextMark[] = ['bold', 'italic', 'underline', 'strike', 'highlight', 'code', 'raised', 'lowered']

function richOf(content: readonly InlineNode[]): RichText {
  return toRichText(spansFrom(content))
}

function spansFrom(content: readonly InlineNode[], link?: string): Span[] {
  return content.flatMap((part): Span[] => {
    switch (part.kind) {
      case 'text':
        return [{ text: part.text, marks: marksOf(part), ...(link === undefined ? {} : { link }) }]
      case 'break':
        return [{ text: '\n', ...(link === undefined ? {} : { link }) }]
      case 'link':
        return spansFrom(part.content, part.address.length > maxAddress ? undefined : part.address)
      case 'note':
        return [{ note: toRichText(spansFrom(part.content).filter((span) => !isNote(span))) as string | readonly TextSpan[] }]
    }
  })
}

/** Marks of a text. A blank to fill in is told by its brackets, not by a mark; a second reference to a note is its number, raised. */
function marksOf({ text: words, marks }: Extract<InlineNode, { kind: 'text' }>): Mark[] {
  const isBlank = /^\[[^\]]+\]$/.test(words)
  return marks
    .map((mark) => (mark === 'call' ? 'raised' : mark))
    .filter((mark): mark is Mark => knownMarks.includes(mark) && !(isBlank && mark === 'highlight'))
}
