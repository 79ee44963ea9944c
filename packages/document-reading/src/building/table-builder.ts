/**
 * `times`, `cellTimes`: how often the row and the cell being read stand there; `page`: where the row being read begins, once it holds a text; `span`:
 * what the cell being read stands over; `held`: of each column, over how many rows, the one being read first, a cell that has ended stands.
 */
type OpenTable = Pick<ReadTable, 'rows' | 'pages'> & {
  row: string[] | null
  times: number
  page: number | null
  cell: string | null
  cellTimes: number
  span: Span
  held: number[]
  hasHeader: boolean
}

type Span = Readonly<{ columns: number; rows: number }>

const oneCell: Span = { columns: 1, rows: 1 }
/** As browsers have it. */
const widestSpan = 1_000

/** A table that has ended. `header` only where the file says that the first row names the columns; `pages`: of each row, where they were told. */
export type ReadTable = { rows: string[][]; pages: (number | null)[]; options: { header?: true } }

export type TableOptions = {
  /** What stands between the rows of a table inside a cell, which becomes text of that cell. */
  between?: string
  /** Cells of one row, and rows of one table, that are kept at the most. */
  columns?: number
  rows?: number
  /** Times that a text, or a row, that is said to stand there many times is kept at the most. */
  repeats?: number
  /** Told where texts stand beyond the columns that are kept, or a row more often than is kept. */
  onLeftOut?: (what: 'columns' | 'repeats') => void
  /** Empty cells that end a row are not part of it. */
  isTrimmed?: boolean
  /** Rows whose cells are all empty are kept: they tell the shape of the table. */
  keepsEmptyRows?: boolean
}

export type TableBuilder = {
  /** Tables that are open, one inside the other. */
  depth(): number
  isInRow(): boolean
  isInCell(): boolean
  begin(): void
  /** The file says that the table begins with the names of its columns. */
  markHeader(): void
  /** @param times how often the row stands there */
  beginRow(times?: number): void
  /** @param times how often the cell stands there */
  beginCell(times?: number): void
  /** The open cell stands over so many columns and rows: those that follow it keep their columns, what it covers is empty. */
  spread(columns: number, rows?: number): void
  /**
   * Adds a text to the open cell, under what it holds. @returns false where none is open
   * @param page that the text is on: the row is where its first text is
   */
  write(text: string, page?: number): boolean
  /** Without an open cell, nothing ends. */
  endCell(): void
  /** A cell that has not ended is no part of the row. @returns the cells of the row; null where none was open, or where nothing is left of it */
  endRow(): string[] | null
  /** Forgets the row being read, which does not end. */
  dropRow(): void
  /** Rows kept so far of the open table. */
  rowCount(): number
  /** @returns the table; null for one without rows, or whose rows became text of a cell */
  end(): ReadTable | null
}

/**
 * Puts tables together as they are read, element by element, for every format: a cell holds lines, a row holds cells, a table inside a cell
 * is written in it row by row. Elements out of place are borne with.
 */
export function createTableBuilder({
  between = ' ; ',
  columns = Infinity,
  rows: mostRows = Infinity,
  repeats = Infinity,
  onLeftOut = () => {},
  isTrimmed,
  keepsEmptyRows,
}: TableOptions = {}): TableBuilder {
  const tables: OpenTable[] = []
  const top = (): OpenTable | undefined => tables.at(-1)

  const keep = (table: OpenTable, row: string[]): void => {
    const enclosing = tables.at(-2)
    if (enclosing && enclosing.cell !== null) enclosing.cell += (enclosing.cell ? between : '') + row.join(' | ')
    else if (keepsEmptyRows || row.some(Boolean)) {
      if (table.times > repeats) onLeftOut('repeats')
      for (let nth = 0; nth < Math.min(table.times, repeats) && table.rows.length < mostRows; nth++) {
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
    beginRow(times = 1) {
      const table = top()
      if (table) Object.assign(table, { row: [], times, page: null })
    },
    beginCell(times = 1) {
      const table = top()
      if (table) Object.assign(table, { cell: '', cellTimes: times, span: oneCell })
    },
    spread(over, rows = 1) {
      const table = top()
      if (table && (over > 1 || rows > 1)) table.span = { columns: over, rows }
    },
    write(text, page) {
      const table = top()
      if (!table || table.cell === null) return false
      // A table inside a cell may hold the first text of the rows around it.
      if (page !== undefined) for (const open of tables) open.page ??= page
      table.cell += (table.cell ? '\n' : '') + text
      return true
    },
    endCell() {
      const table = top()
      if (!table || table.cell === null) return
      if (table.row && !placeCell(table, table.row, table.cell, { columns, repeats })) onLeftOut('columns')
      table.cell = null
    },
    endRow() {
      const table = top()
      const row = table?.row
      if (!table || !row) return null
      Object.assign(table, { row: null, cell: null, held: row.length > 0 ? heldBelow(table.held) : table.held })
      while (isTrimmed && row.length > 0 && !row.at(-1)) row.pop()
      if (row.length === 0) return null
      keep(table, row)
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
  times: 1,
  page: null,
  cell: null,
  cellTimes: 1,
  span: oneCell,
  held: [],
  hasHeader: false,
})

type Bounds = { columns: number; repeats: number }

/** Puts a cell in the first column that no other holds, and holds those it stands over. @returns whether no text is left out for want of columns */
function placeCell({ cellTimes, span, held }: OpenTable, row: string[], cell: string, bounds: Bounds): boolean {
  while ((held[row.length] ?? 0) > 0 && row.length < bounds.columns) row.push('')
  const at = row.length
  const isWhole = place(row, cell, cellTimes, bounds)
  const end = Math.min(at + Math.min(span.columns, widestSpan), bounds.columns)
  if (span !== oneCell) for (let column = at; column < end; column++) held[column] = span.rows
  return isWhole
}

/** What is still held once a row has ended. */
const heldBelow = (held: readonly number[]): number[] => (held.some((rows) => rows > 1) ? held.map((rows) => rows - 1) : [])

/** The cells after it keep their column, however often its text is kept. @returns whether no text is left out for want of columns */
function place(row: string[], cell: string, times: number, { columns, repeats }: Bounds): boolean {
  const isWhole = cell === '' || row.length + times <= columns
  for (let nth = 0; nth < times && row.length < columns; nth++) row.push(nth < repeats ? cell : '')
  return isWhole
}
