import type { DocumentBuilder } from '../building/document-builder.ts'
import { decodeText } from '../text/encoding.ts'

const TABLE_RULE = /^\s*\|?\s*:?-{2,}:?\s*(\|\s*:?-{2,}:?\s*)*\|?\s*$/

const MAX_MARKUP_LINE_LENGTH = 5000

/** Reads the block structure of Markdown: headings, lists, tables. Inline markup is kept as typed. */
export function readMarkdown(bytes: Uint8Array, builder: DocumentBuilder): void {
  const lines = decodeText(bytes)
    .text.replace(/^\uFEFF/, '')
    .replace(/\r\n?/g, '\n')
    .split('\n')
  builder.page(null)
  let paragraph: string[] = []
  let inCode = false
  const flush = () => {
    builder.paragraph(paragraph.join('\n'))
    paragraph = []
  }
  for (let i = 0; i < lines.length; i++) {
    const line = lines[i]!
    if (/^\s*(```|~~~)/.test(line)) {
      flush()
      inCode = !inCode
      continue
    }
    // A line this long is text, and slow to match.
    if (inCode || line.length > MAX_MARKUP_LINE_LENGTH) {
      paragraph.push(line)
      continue
    }
    const heading = /^ {0,3}(#{1,6})\s(.*)$/.exec(line)
    // The number of an item is kept: other texts may refer to it.
    const item = /^\s*(?:[-*+]\s+|(?=\d{1,9}[.)]\s))(.*)$/.exec(line)
    const underlined = (lines[i + 1] ?? '').slice(0, MAX_MARKUP_LINE_LENGTH)
    if (heading) {
      flush()
      builder.heading(heading[1]!.length, heading[2]!.trim().replace(/\s#+$/, ''))
    } else if (line.includes('|') && TABLE_RULE.test(underlined) && underlined.includes('-')) {
      flush()
      const rows = [cellsOf(line)]
      for (i += 2; i < lines.length && lines[i]!.includes('|'); i++) rows.push(cellsOf(lines[i]!))
      i--
      builder.table(rows, { header: true })
    } else if (line.trim() && paragraph.length === 0 && /^(=+|-{3,})\s*$/.test(underlined)) {
      builder.heading(underlined.startsWith('=') ? 1 : 2, line)
      i++
    } else if (item) {
      flush()
      builder.listItem(item[1]!)
    } else if (line.trim() === '') flush()
    else paragraph.push(line)
  }
  flush()
}

function cellsOf(line: string): string[] {
  return line
    .trim()
    .replace(/^\||\|$/g, '')
    .split(/(?<!\\)\|/)
    .map((cell) => cell.replace(/\\\|/g, '|').trim())
}
