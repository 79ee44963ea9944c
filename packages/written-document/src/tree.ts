import {
  createMarkdownReader,
  paragraph,
  text,
  type DocumentBlock,
  type InlineNode,
  type ListMarker,
  type ParagraphRole,
  type TextMark,
} from '@parvis/markdown'
import { isNote, plainText, spansOf, toRichText, type BlockContent, type Mark, type ParagraphStyle, type RichText, type Span, type TextSpan } from './model.ts'

/** Depth of the deepest list. Items below it are at this level. */
const maxLevel = 8

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
      ...(index === 0 && (marker === 'figure' || marker === 'parenthesis') ? { start } : {}),
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
        return spansFrom(part.content, part.address)
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

const roles: Record<ParagraphStyle, ParagraphRole> = { body: 'body', visa: 'body', considerant: 'body', article: 'body' }

/** Converts blocks to the tree that `markdown` and `office-writing` write. Notes are numbered in reading order. */
export function treeOfBlocks(blocks: readonly BlockContent[]): DocumentBlock[] {
  const notes = { count: 0 }
  const inline = (rich: RichText) => inlineOf(rich, notes)
  const tree: DocumentBlock[] = []
  for (let at = 0; at < blocks.length;) {
    const block = blocks[at]!
    if (block.kind === 'item') {
      const end = endOfRun(blocks, at)
      tree.push(...listsOf(blocks.slice(at, end) as Item[], inline))
      at = end
      continue
    }
    at += 1
    switch (block.kind) {
      case 'heading':
        tree.push({ kind: 'heading', level: block.level, content: inline(block.text) })
        break
      case 'paragraph':
        tree.push(paragraph(roles[block.style], ...inline(block.text)))
        break
      case 'quote': {
        const last = tree.at(-1)
        const quoted = paragraph('body', ...inline(block.text))
        if (last?.kind === 'quote' && blocks[at - 2]?.kind === 'quote') last.blocks.push(quoted)
        else tree.push({ kind: 'quote', blocks: [quoted] })
        break
      }
      case 'code':
        tree.push({ kind: 'code', text: block.text })
        break
      case 'table':
        tree.push({ kind: 'table', aligns: block.aligns, header: block.header.map(inline), rows: block.rows.map((row) => row.map(inline)) })
        break
      case 'rule':
        tree.push({ kind: 'rule' })
    }
  }
  return tree
}

type Item = Extract<BlockContent, { kind: 'item' }>

function endOfRun(blocks: readonly BlockContent[], start: number): number {
  let end = start
  while (blocks[end]?.kind === 'item') end += 1
  return end
}

/** Nests a run of items: a deeper item belongs to the item above it. A new list begins where the marker changes or `start` is given. */
function listsOf(run: readonly Item[], inline: (text: RichText) => InlineNode[]): DocumentBlock[] {
  const lists: Extract<DocumentBlock, { kind: 'list' }>[] = []
  const level = Math.min(...run.map((item) => item.level))
  for (let at = 0; at < run.length;) {
    const item = run[at]!
    let end = at + 1
    if (item.level > level) {
      while (end < run.length && run[end]!.level > level) end += 1
      const nested = listsOf(run.slice(at, end), inline)
      const parent = lists.at(-1)?.items.at(-1)
      if (parent === undefined) lists.push(...(nested as typeof lists))
      else parent.push(...nested)
    } else if (item.marker === 'continued' && lists.length > 0)
      lists
        .at(-1)!
        .items.at(-1)!
        .push(paragraph('body', ...inline(item.text)))
    else {
      const marker: ListMarker = item.marker === 'continued' ? 'none' : item.marker
      const last = lists.at(-1)
      if (last?.marker === marker && item.start === undefined) last.items.push([paragraph('body', ...inline(item.text))])
      else lists.push({ kind: 'list', marker, start: item.start ?? 1, items: [[paragraph('body', ...inline(item.text))]] })
    }
    at = end
  }
  return lists
}

function inlineOf(rich: RichText, notes: { count: number }): InlineNode[] {
  return spansOf(rich).flatMap((span): InlineNode[] => {
    if (isNote(span)) return [{ kind: 'note', number: (notes.count += 1), content: inlineOf(span.note, notes) }]
    const content = span.text
      .split('\n')
      .flatMap((line, index): InlineNode[] => [
        ...(index === 0 ? [] : [{ kind: 'break' as const }]),
        ...(line === '' ? [] : [text(line, ...(span.marks ?? []))]),
      ])
    return span.link === undefined ? content : [{ kind: 'link', address: span.link, content }]
  })
}
