import type { DocumentBuilder } from '../../building/document-builder.ts'
import { createTableBuilder, type TableBuilder } from '../../building/table-builder.ts'
import { createScriptText } from '../../text/script-text.ts'
import type { Script } from '../../text/scripts.ts'
import { createHtmlNumbers } from './html-numbers.ts'

const BLOCKS = new Set([
  'p',
  'div',
  'section',
  'article',
  'main',
  'header',
  'footer',
  'nav',
  'aside',
  'address',
  'blockquote',
  'pre',
  'dl',
  'dt',
  'dd',
  'ul',
  'ol',
  'figure',
  'figcaption',
  'form',
  'fieldset',
  'legend',
  'body',
  'html',
  'center',
  'details',
  'summary',
  'caption',
  'dialog',
  'hgroup',
  'search',
  'menu',
  'option',
])

/** Texts displayed around an element: quotation marks for `q`, parentheses for `rt` (the reading above a word). */
const SURROUNDING_TEXT: Readonly<Record<string, readonly [string, string]>> = { q: ['« ', ' »'], rt: [' (', ')'] }

/** Converts the elements and texts of an HTML page to blocks. */
export function createHtmlBlocks(builder: DocumentBuilder) {
  const text = createScriptText()
  let script: Script = null
  let kind: { heading?: number; item?: boolean; number?: string | undefined } = {}
  const numbers = createHtmlNumbers()
  const tables = createTableBuilder({ rowSeparator: '\n', keepEmptyRows: true, columns: builder.limits.columns, onLeftOut: () => builder.moreColumns() })

  const flush = () => {
    const pendingText = text.take()
    const isBlank = pendingText.trim() === ''
    const endedText = kind.number && !isBlank ? `${kind.number} ${pendingText.trim()}` : pendingText
    // In an item of several paragraphs, only the first has the number.
    if (!isBlank) kind = { ...kind, number: '' }
    if (tables.depth() > 0) {
      const captionText = endedText.trim()
      // Text of a table outside its cells, such as the caption.
      if (captionText && !tables.write(captionText)) writeOutsideCells(captionText)
    } else if (kind.heading) builder.heading(kind.heading, endedText)
    else if (kind.item) builder.listItem(endedText)
    else builder.paragraph(endedText)
  }
  const begin = (next: typeof kind) => {
    flush()
    kind = next
  }
  const { beginCell, endCell, endRow, endTable, writeOutsideCells } = createTableHandlers(tables, builder, flush)

  return {
    open(name: string, attributes: Record<string, string> = {}, style: Record<string, string> = {}): void {
      const [before] = SURROUNDING_TEXT[name] ?? []
      if (name === 'br') text.add('\n')
      else if (before) text.add(before)
      else if (name === 'hr') flush()
      else if (/^h[1-6]$/.test(name)) {
        flush()
        kind = { heading: Number(name[1]), number: kind.number }
      } else if (name === 'li') begin({ item: true, number: numbers.item(attributes, style) })
      else if (name === 'table') {
        flush()
        tables.begin()
        tables.beginRow()
      } else if (name === 'tr') endRow()
      else if (name === 'td' || name === 'th') beginCell(name === 'th', attributes)
      else if (BLOCKS.has(name)) {
        flush()
        if (!kind.item || name === 'ul' || name === 'ol') kind = {}
        numbers.begin(name, attributes, style)
      }
    },
    close(name: string): void {
      const after = SURROUNDING_TEXT[name]?.[1]
      if (/^h[1-6]$/.test(name) || name === 'li') begin({})
      else if (after) text.add(after)
      else if (name === 'td' || name === 'th') endCell()
      else if (name === 'tr') endRow()
      else if (name === 'table') endTable()
      else if (BLOCKS.has(name)) {
        flush()
        numbers.end(name)
      }
    },
    text(value: string): void {
      text.add(value.replace(/[ \t\r\n\f]+/g, ' '), script)
    },
    setScript(next: Script): void {
      script = next
    },
    /** Adds the value of a form control, line breaks included. */
    value(value: string): void {
      if (value.trim() !== '') text.add(value)
    },
    end(): void {
      while (tables.depth() > 0) endTable()
      flush()
    },
  }
}

/**
 * Handlers of the tags of a table.
 * @param flush writes the pending text
 */
function createTableHandlers(tables: TableBuilder, builder: DocumentBuilder, flush: () => void) {
  // The next cell or row also ends the open one: closing tags are often omitted.
  const endCell = () => {
    if (!tables.isInCell()) return
    flush()
    tables.endCell()
  }
  const beginCell = (isHeader: boolean, attributes: Record<string, string>) => {
    endCell()
    tables.beginCell()
    tables.setColumnSpan(parseSpan(attributes['colspan']), parseSpan(attributes['rowspan']))
    if (isHeader && tables.rowCount() === 0) tables.markHeader()
  }
  const endRow = () => {
    endCell()
    tables.endRow()
    tables.beginRow()
  }
  const endTable = () => {
    endRow()
    const table = tables.end()
    if (!table) return
    if (isLayoutTable(table.rows)) for (const cell of table.rows.flat()) builder.paragraph(cell)
    else builder.table(table.rows, table.options)
  }
  const writeOutsideCells = (words: string) => {
    if (tables.depth() === 1) return builder.paragraph(words)
    // The rows of a nested table become lines of the enclosing cell, and so does its caption.
    tables.beginCell()
    tables.write(words)
    tables.endCell()
    tables.endRow()
    tables.beginRow()
  }
  return { beginCell, endCell, endRow, endTable, writeOutsideCells }
}

/** Parses a `colspan` or `rowspan`. An invalid number counts as 1. */
const parseSpan = (value: string | undefined): number => Math.max(Math.floor(Number(value)) || 1, 1)

/** Whether a table arranges the page rather than data: it has one column, or at most two rows with a text longer than 1,000 characters. */
function isLayoutTable(rows: string[][]): boolean {
  return rows.every((row) => row.length <= 1) || (rows.length <= 2 && rows.flat().some((cell) => cell.length > 1000))
}
