import { looksLikeHeader } from './document-builder.ts'

/**
 * Table being read. `repeatCount`, `cellTimes`: number of copies of the current row and of the current cell. `page`: page of the first text of the current row.
 * `span`: columns and rows that the current cell covers. `coveredRows`: for each column, number of rows still covered by an earlier cell, the current row
 * included.
 */
type OpenTable = Pick<ReadTable, 'rows' | 'pages'> & {
  row: string[] | null
  rowCopies: number
  page: number | null
  cell: string | null
  cellCopies: number
  span: CellSpan
  coveredRows: number[]
  hasHeader: boolean
}

type CellSpan = Readonly<{ columns: number; rows: number }>

const oneCell: CellSpan = { columns: 1, rows: 1 }
/** Maximum number of columns that one cell may span, as in browsers. */
const maxSpan = 1_000

/** A completed table. `header` is set only when the file says that the first row names the columns. `pages`: page of each row, null when unknown. */
type ReadTable = { rows: string[][]; pages: (number | null)[]; options: { header?: true } }

export type TableOptions = {
  /** Separator between the rows of a table nested in a cell, which becomes text of that cell. */
  rowSeparator?: string
  /** Maximum number of cells in a row, and of rows in a table. */
  columns?: number
  rows?: number
  /** Maximum number of copies of a cell or row that the file repeats. */
  maxCopies?: number
  /** Called when text is left out: beyond `columns`, or in a row repeated more than `repeats` times. */
  onLeftOut?: (what: 'columns' | 'repeats') => void
  /** Drops the empty cells at the end of each row. */
  isTrimmed?: boolean
  /** Keeps rows whose cells are all empty, to preserve the shape of the table. */
  keepEmptyRows?: boolean
}

export type TableBuilder = {
  /** Number of open tables, nested in one another. */
  depth(): number
  isInRow(): boolean
  isInCell(): boolean
  begin(): void
  /** Marks the first row of the open table as column names. */
  markHeader(): void
  /** @param repeatCount number of copies of the row */
  beginRow(repeatCount?: number): void
  /** @param repeatCount number of copies of the cell */
  beginCell(repeatCount?: number): void
  /** Sets the span of the open cell. Covered positions stay empty, so that the next cells keep their columns. */
  setColumnSpan(columns: number, rows?: number): void
  /**
   * Adds a line of text to the open cell.
   * @param page page of the text; a row gets the page of its first text
   * @returns false when no cell is open
   */
  write(text: string, page?: number): boolean
  /** Ends the open cell, if there is one. */
  endCell(): void
  /**
   * Ends the row; a cell that has not ended is dropped.
   * @returns the cells; null when no row was open or the row is empty
   */
  endRow(): string[] | null
  /** Discards the row being read. */
  dropRow(): void
  /** Number of rows of the open table, copies included. */
  rowCount(): number
  /** @returns the table; null when it has no rows or was nested in a cell */
  end(): ReadTable | null
}

/**
 * Builds tables from the events of a parser, for every format: a cell holds lines, a row holds cells, a nested table is written row by row into the
 * enclosing cell. Events out of place are ignored.
 */
export function createTableBuilder({
  rowSeparator = ' ; ',
  columns = Infinity,
  rows: maxRows = Infinity,
  maxCopies = Infinity,
  onLeftOut = () => {},
  isTrimmed,
  keepEmptyRows,
}: TableOptions = {}): TableBuilder {
  const tables: OpenTable[] = []
  const top = (): OpenTable | undefined => tables.at(-1)

  const addRow = (table: OpenTable, row: string[]): void => {
    const enclosing = tables.at(-2)
    if (enclosing && enclosing.cell !== null) enclosing.cell += (enclosing.cell ? rowSeparator : '') + row.join(' | ')
    else if (keepEmptyRows || row.some(Boolean)) {
      if (table.rowCopies > maxCopies) onLeftOut('repeats')
      for (let index = 0; index < Math.min(table.rowCopies, maxCopies) && table.rows.length < maxRows; index++) {
        table.rows.push(row)
        table.pages.push(table.page)
      }
    }
  }

  return {
    depth: () => tables.length,
    isInRow: () => (top()?.row ?? null) !== null,
    isInCell: () => (top()?.cell ?? null) !== null,
    begin: () => void tables.push(emptyTable()),
    markHeader() {
      const table = top()
      if (table) table.hasHeader = true
    },
    beginRow(repeatCount = 1) {
      const table = top()
      if (table) Object.assign(table, { row: [], rowCopies: repeatCount, page: null })
    },
    beginCell(repeatCount = 1) {
      const table = top()
      if (table) Object.assign(table, { cell: '', cellCopies: repeatCount, span: oneCell })
    },
    setColumnSpan(over, rows = 1) {
      const table = top()
      if (table && (over > 1 || rows > 1)) table.span = { columns: over, rows }
    },
    write(text, page) {
      const table = top()
      if (!table || table.cell === null) return false
      // A nested table may hold the first text of the enclosing rows.
      if (page !== undefined) for (const open of tables) open.page ??= page
      table.cell += (table.cell ? '\n' : '') + text
      return true
    },
    endCell() {
      const table = top()
      if (!table || table.cell === null) return
      if (table.row && !placeCell(table, table.row, table.cell, { columns, repeats: maxCopies })) onLeftOut('columns')
      table.cell = null
    },
    endRow() {
      const table = top()
      const row = table?.row
      if (!table || !row) return null
      Object.assign(table, { row: null, cell: null, coveredRows: row.length > 0 ? nextCoveredRows(table.coveredRows) : table.coveredRows })
      while (isTrimmed && row.length > 0 && !row.at(-1)) row.pop()
      if (row.length === 0) return null
      addRow(table, row)
      return row
    },
    dropRow() {
      const table = top()
      if (table) Object.assign(table, { row: null, cell: null })
    },
    rowCount: () => top()?.rows.length ?? 0,
    end() {
      const table = tables.pop()
      return !table || table.rows.length === 0 ? null : { rows: table.rows, pages: table.pages, options: table.hasHeader ? { header: true } : {} }
    },
  }
}

const emptyTable = (): OpenTable => ({
  rows: [],
  pages: [],
  row: null,
  rowCopies: 1,
  page: null,
  cell: null,
  cellCopies: 1,
  span: oneCell,
  coveredRows: [],
  hasHeader: false,
})

type TableBounds = { columns: number; repeats: number }

/**
 * Adds a cell at the first column that no earlier cell covers, and marks the columns that it spans.
 * @returns false when a text falls beyond the column limit
 */
function placeCell({ cellCopies, span, coveredRows }: OpenTable, row: string[], cell: string, bounds: TableBounds): boolean {
  while ((coveredRows[row.length] ?? 0) > 0 && row.length < bounds.columns) row.push('')
  const index = row.length
  const isWhole = pushCopies(row, cell, cellCopies, bounds)
  const end = Math.min(index + Math.min(span.columns, maxSpan), bounds.columns)
  if (span !== oneCell) for (let column = index; column < end; column++) coveredRows[column] = span.rows
  return isWhole
}

/** Rows still covered in each column once the current row has ended. */
const nextCoveredRows = (coveredRows: readonly number[]): number[] => (coveredRows.some((rows) => rows > 1) ? coveredRows.map((rows) => rows - 1) : [])

/**
 * Adds the copies of a cell to a row. Copies beyond `repeats` are empty, so that the next cells keep their columns.
 * @returns false when a text falls beyond the column limit
 */
function pushCopies(row: string[], cell: string, repeatCount: number, { columns, repeats }: TableBounds): boolean {
  const isWhole = cell === '' || row.length + repeatCount <= columns
  for (let index = 0; index < repeatCount && row.length < columns; index++) row.push(index < repeats ? cell : '')
  return isWhole
}

/** Rows of a table that begin on one page. */
type TablePart = { page: number | null; rows: string[][]; options: { header?: boolean } }

/** Splits a table into one part for each page, with the header row repeated on each. A table on one page stays whole. */
export function splitByPage({ rows, pages, options }: ReadTable): TablePart[] {
  const parts: TablePart[] = []
  for (const [index, row] of rows.entries()) {
    const page = pages[index] ?? null
    if (parts.length > 0 && parts.at(-1)!.page === page) parts.at(-1)!.rows.push(row)
    else parts.push({ page, rows: [row], options })
  }
  if (parts.length <= 1) return parts
  // The header is guessed from all the rows: one part may have too few of them.
  const header = options.header ?? looksLikeHeader(rows.map((row) => row.slice(0, row.findLastIndex(Boolean) + 1)))
  return parts.map((part, index) => ({ ...part, rows: header && index > 0 ? [rows[0]!, ...part.rows] : part.rows, options: { header } }))
}
