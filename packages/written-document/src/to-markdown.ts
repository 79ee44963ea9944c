import { hostOf, namesHost } from '@parvis/markdown'
import { isNote, plainText, spansOf, type BlockContent, type Mark, type RichText, type Span, type TextSpan } from './model.ts'

/** Tags of each mark, outermost last. Marks without Markdown use the tags that the reader of `@parvis/markdown` accepts. */
const tags: Record<Mark, readonly [string, string]> = {
  code: ['`', '`'],
  raised: ['<sup>', '</sup>'],
  lowered: ['<sub>', '</sub>'],
  highlight: ['<mark>', '</mark>'],
  underline: ['<u>', '</u>'],
  strike: ['~~', '~~'],
  italic: ['*', '*'],
  bold: ['**', '**'],
}

/**
 * Escapes what Markdown would read as a mark inside a line. A bracket is written as an entity, and only where it would begin a link or a note: `\[` begins
 * a formula, and blanks such as `[À COMPLÉTER]` must stay legible for a model.
 */
const escapeInline = (text: string) =>
  text
    .replace(/[\\*_~`<>]/g, String.raw`\$&`)
    .replace(/&(?=#?\w+;)/g, '&amp;')
    .replace(/\[(?=\^|[^\]]*\][([:])/g, '&#91;')

/** Escapes what Markdown would read as the beginning of a block, and the marks of a proposal. */
const escapeStart = (line: string) => line.replace(/^(\s*)(#{1,6}(?=\s|$)|[-+=]|@@|:)/, String.raw`$1\$2`).replace(/^(\s*\d+)([.)](?:\s|$))/, String.raw`$1\$2`)

interface Notes {
  /** Texts of the notes, in order. */
  texts: string[]
}

/** Converts blocks to Markdown, which `blocksOfMarkdown` reads back. */
export function toMarkdown(blocks: readonly BlockContent[]): string {
  const notes: Notes = { texts: [] }
  const parts: string[] = []
  for (const [index, block] of blocks.entries()) {
    const above = blocks[index - 1]
    const isSameList = block.kind === 'item' && above?.kind === 'item' && block.marker !== 'continued' && above.marker !== 'continued'
    const isSameQuote = block.kind === 'quote' && above?.kind === 'quote'
    if (index > 0) parts.push(isSameList ? '\n' : isSameQuote ? '\n>\n' : '\n\n')
    parts.push(blockToMarkdown(block, numberOfItem(blocks, index), notes))
  }
  const definitions = notes.texts.map((text, index) => `[^${index + 1}]: ${text}`)
  return [...(parts.length > 0 ? [parts.join('')] : []), ...definitions].join('\n\n')
}

/** Converts one block to Markdown, alone. Its notes are written in brackets. */
export const oneBlockToMarkdown = (block: BlockContent): string => blockToMarkdown(block, block.kind === 'item' ? (block.start ?? 1) : 1, null)

/** Number of a list item: its start, or one more than the item above at its level. */
export function numberOfItem(blocks: readonly BlockContent[], index: number): number {
  const item = blocks[index]
  if (item?.kind !== 'item') return 1
  let count = 0
  for (let at = index; at >= 0; at -= 1) {
    const above = blocks[at]!
    if (above.kind !== 'item' || above.level < item.level) break
    if (above.level > item.level || above.marker === 'continued') continue
    if (above.marker !== item.marker) break
    if (above.start !== undefined) return above.start + count
    count += 1
  }
  return Math.max(1, count)
}

function blockToMarkdown(block: BlockContent, number: number, notes: Notes | null): string {
  const rich = (text: RichText) => richToMarkdown(text, notes)
  switch (block.kind) {
    case 'heading':
      return `${'#'.repeat(block.level)} ${rich(block.text).replaceAll('\n', ' ')}`
    case 'paragraph':
      return rich(block.text).split('\n').map(escapeStart).join('\\\n')
    case 'quote':
      return `> ${rich(block.text).split('\n').map(escapeStart).join('\\\n> ')}`
    case 'item': {
      const indent = '   '.repeat(block.level)
      const text = rich(block.text).split('\n').map(escapeStart).join(`\\\n${indent}   `)
      const markers = { bullet: '- ', figure: `${number}. `, parenthesis: `${number}) `, none: '- ', continued: '   ' }
      return `${indent}${markers[block.marker]}${text}`
    }
    case 'code':
      return `${fenceFor(block.text)}\n${block.text}\n${fenceFor(block.text)}`
    case 'rule':
      return '---'
    case 'table': {
      const cell = (text: RichText) =>
        rich(text)
          .replaceAll('|', String.raw`\|`)
          .replaceAll('\n', '<br>')
      const row = (cells: readonly RichText[]) => `| ${block.header.map((_, at) => cell(cells[at] ?? '')).join(' | ')} |`
      const dividers = { left: ':--', center: ':-:', right: '--:' }
      const divider = block.aligns.map((align) => (align === null ? '---' : dividers[align]))
      return [row(block.header), `| ${block.header.map((_, at) => divider[at] ?? '---').join(' | ')} |`, ...block.rows.map(row)].join('\n')
    }
  }
}

const fenceFor = (text: string) => '`'.repeat(Math.max(3, ...[...text.matchAll(/^`+/gm)].map(([run]) => run.length + 1)))

function richToMarkdown(text: RichText, notes: Notes | null): string {
  const spans = spansOf(text)
  return spans
    .map((span, at) => {
      if (!isNote(span)) return spanToMarkdown(withoutHost(span, spans[at - 1]))
      const note = richToMarkdown(span.note, null).replaceAll('\n', ' ')
      return notes === null ? ` [note : ${plainText(span.note)}]` : `[^${notes.texts.push(note)}]`
    })
    .join('')
}

/** Removes the host after a link that does not name it: the reader of Markdown adds it again. */
function withoutHost(span: TextSpan, above: Span | undefined): TextSpan {
  if (above === undefined || isNote(above) || above.link === undefined || span.link !== undefined || namesHost(above.text, above.link)) return span
  const host = ` (${hostOf(above.link)})`
  return span.text.startsWith(host) ? { ...span, text: span.text.slice(host.length) } : span
}

function spanToMarkdown({ text, marks = [], link }: TextSpan): string {
  // Spaces stay outside the marks: Markdown ignores « ** gras ** ».
  const [, before, inner, after] = /^(\s*)([\s\S]*?)(\s*)$/.exec(text)!
  if (inner === '') return text
  const isCode = marks.includes('code')
  const marked = (Object.keys(tags) as Mark[])
    .filter((mark) => marks.includes(mark))
    .reduce((written, mark) => `${tags[mark][0]}${written}${tags[mark][1]}`, isCode ? inner! : escapeInline(inner!))
  return `${before}${link === undefined ? marked : `[${marked}](${link})`}${after}`
}
