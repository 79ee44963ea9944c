import type { DocumentBuilder } from '../document-builder.ts'

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
])

/** Writes what an HTML page shows as blocks: told of its elements and texts, those that nobody sees left out. */
export function createHtmlBlocks(builder: DocumentBuilder) {
  let text = ''
  let kind: { heading?: number; item?: boolean } = {}
  const tables: { rows: string[][]; row: string[]; cell: string | null; header: boolean }[] = []

  const flush = () => {
    const table = tables.at(-1)
    const ended = text
    text = ''
    if (table) {
      if (table.cell !== null && ended.trim()) table.cell += (table.cell ? '\n' : '') + ended.trim()
      else if (ended.trim() && tables.length === 1 && table.cell === null) builder.paragraph(ended)
      return
    }
    if (kind.heading) builder.heading(kind.heading, ended)
    else if (kind.item) builder.listItem(ended)
    else builder.paragraph(ended)
  }
  const begin = (next: typeof kind) => {
    flush()
    kind = next
  }
  const endCell = () => {
    const table = tables.at(-1)
    if (!table || table.cell === null) return
    flush()
    table.row.push(table.cell)
    table.cell = null
  }
  const beginCell = (isHeader: boolean) => {
    endCell()
    const table = tables.at(-1)
    if (!table) return
    table.cell = ''
    if (isHeader && table.rows.length === 0) table.header = true
  }
  const endRow = () => {
    endCell()
    const table = tables.at(-1)
    if (table && table.row.length > 0) table.rows.push(table.row)
    if (table) table.row = []
  }
  const endTable = () => {
    endRow()
    const table = tables.pop()
    const enclosing = tables.at(-1)
    if (!table) return
    if (enclosing && enclosing.cell !== null) enclosing.cell += `\n${table.rows.map((row) => row.join(' | ')).join('\n')}`
    else if (isLayout(table.rows)) for (const cell of table.rows.flat()) builder.paragraph(cell)
    else builder.table(table.rows, table.header ? { header: true } : {})
  }

  return {
    open(name: string): void {
      if (name === 'br') text += '\n'
      else if (name === 'hr') flush()
      else if (/^h[1-6]$/.test(name)) begin({ heading: Number(name[1]) })
      else if (name === 'li') begin({ item: true })
      else if (name === 'table') {
        flush()
        tables.push({ rows: [], row: [], cell: null, header: false })
      } else if (name === 'tr') endRow()
      else if (name === 'td' || name === 'th') beginCell(name === 'th')
      else if (BLOCKS.has(name)) begin(kind.item && name !== 'ul' && name !== 'ol' ? kind : {})
    },
    close(name: string): void {
      if (/^h[1-6]$/.test(name) || name === 'li') begin({})
      else if (name === 'td' || name === 'th') endCell()
      else if (name === 'tr') endRow()
      else if (name === 'table') endTable()
      else if (BLOCKS.has(name)) flush()
    },
    text(value: string): void {
      text += value.replace(/[ \t\r\n\f]+/g, ' ')
    },
    end(): void {
      while (tables.length > 0) endTable()
      flush()
    },
  }
}

/** A table of one column, or holding long texts on few rows, arranges the page rather than data. */
function isLayout(rows: string[][]): boolean {
  return rows.every((row) => row.length <= 1) || (rows.length <= 2 && rows.flat().some((cell) => cell.length > 1000))
}
