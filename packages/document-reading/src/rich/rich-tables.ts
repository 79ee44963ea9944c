import { TextLimitReached, type DocumentBuilder } from '../building/document-builder.ts'
import type { RichBlock, RichSpan } from '../port.ts'

export type Align = Extract<RichBlock, { kind: 'table' }>['aligns'][number]
/** Cell. `depth`: number of paragraphs around it, which is not 0 in a text box. */
export type RichCell = { spans: RichSpan[]; align: Align; depth: number }
type RichRow = { cells: RichCell[]; isHeader: boolean }
type OpenTable = { rows: RichRow[]; row: RichRow | null; cell: RichCell | null; span: number }

/** Parts of the writer that tables use: size limit, blocks, and text of a paragraph with a deleted mark. */
type TableOutput = { depth(): number; count(size: number): void; push(block: RichBlock): void; flushCarried(): void; takeCarried(): RichSpan[] }

/** Builds the tables of a `rich` reading. `cell`: open cell, which takes the paragraphs. */
export function createRichTables({ limits, moreColumns }: DocumentBuilder, { depth, count, push, flushCarried, takeCarried }: TableOutput) {
  const tables: OpenTable[] = []
  const events = {
    beginTable(): void {
      if (tables.length === 0) flushCarried()
      tables.push({ rows: [], row: null, cell: null, span: 1 })
    },
    beginRow(isHeader = false): void {
      const table = tables.at(-1)
      if (table) table.row = { cells: [], isHeader }
    },
    markHeader(): void {
      const row = tables.at(-1)?.row
      if (row) row.isHeader = true
    },
    beginCell(span = 1): void {
      const table = tables.at(-1)
      if (table) Object.assign(table, { cell: { spans: [], align: null, depth: depth() }, span })
    },
    setSpan(span: number): void {
      const table = tables.at(-1)
      if (table) table.span = span
    },
    endCell(): void {
      const table = tables.at(-1)
      if (!table?.row || !table.cell) return
      // A deleted mark never joins two cells.
      table.cell.spans.push(...takeCarried())
      table.row.cells.push(table.cell)
      for (let at = 1; at < table.span && table.row.cells.length < limits.columns; at += 1) table.row.cells.push({ spans: [], align: null, depth: 0 })
      table.cell = null
    },
    endRow({ isDeleted = false, copies = 1 }: { isDeleted?: boolean; copies?: number } = {}): void {
      const table = tables.at(-1)
      const row = table?.row
      if (!table || !row) return
      table.row = null
      if (isDeleted || row.cells.length === 0) return
      if (row.cells.length > limits.columns) moreColumns()
      count(row.cells.length)
      if (table.rows.length + copies > limits.rowsPerSheet) throw new TextLimitReached()
      for (let at = 0; at < copies; at += 1) table.rows.push({ ...row, cells: row.cells.slice(0, limits.columns) })
    },
    endTable(): void {
      const table = tables.pop()
      const outer = tables.at(-1)?.cell
      if (!table || table.rows.length === 0) return
      if (!outer) return push(tableOf(table))
      // A table in a cell becomes lines of it.
      for (const { cells } of table.rows) {
        const line = cells.flatMap(({ spans }, at) => [...(at > 0 && spans.length > 0 ? [{ text: ' | ' }] : []), ...spans])
        if (line.length > 0) outer.spans.push(...(outer.spans.length > 0 ? [{ text: '\n' }] : []), ...line)
      }
    },
  }
  return { events, cell: (): RichCell | null => tables.at(-1)?.cell ?? null }
}

const withoutBold = (spans: RichSpan[]): RichSpan[] =>
  spans.map((span) => {
    if (!('text' in span) || !span.marks?.includes('bold')) return span
    const { marks, ...plain } = span
    const left = marks.filter((mark) => mark !== 'bold')
    return left.length > 0 ? { ...plain, marks: left } : plain
  })

function tableOf({ rows }: OpenTable): RichBlock {
  const width = Math.max(...rows.map(({ cells }) => cells.length))
  const hasHeader = rows[0]!.isHeader
  const padded = rows.map(({ cells }) => Array.from({ length: width }, (_, at) => cells[at]?.spans ?? []))
  const body = rows.slice(hasHeader ? 1 : 0)
  const aligns = Array.from({ length: width }, (_, at): Align => {
    const all = new Set(body.flatMap(({ cells }) => (cells[at] && cells[at].spans.length > 0 ? [cells[at].align] : [])))
    return all.size === 1 ? [...all][0]! : null
  })
  const header = hasHeader ? padded[0]!.map(withoutBold) : Array.from({ length: width }, (): RichSpan[] => [])
  return { kind: 'table', aligns, header, rows: padded.slice(hasHeader ? 1 : 0) }
}
