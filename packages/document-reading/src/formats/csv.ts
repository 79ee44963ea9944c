import type { DocumentBuilder } from '../building/document-builder.ts'
import { decodeText } from '../text/encoding.ts'

/** Reads a delimited text. The delimiter and the encoding are detected; quoted line breaks are kept. Rows beyond the limit are dropped with a warning. */
export function readCsv(bytes: Uint8Array, builder: DocumentBuilder): void {
  const { rowsPerSheet, characters } = builder.limits
  const { text } = decodeText(bytes)
  // Excel may write the separator on a first line of its own: `sep=;`.
  const declared = /^\uFEFF?sep=(.)\r?\n/i.exec(text)
  const body = (declared ? text.slice(declared[0].length) : text.replace(/^\uFEFF/, '')).slice(0, characters * 2)
  const rows = splitRows(body, declared?.[1] ?? guessDelimiter(body), rowsPerSheet + 1)
  if (rows.length > rowsPerSheet) {
    builder.warn('rows_truncated', `Seules les ${rowsPerSheet.toLocaleString('fr-FR')} premières lignes ont été lues.`)
  }
  builder.page(null)
  builder.table(rows.slice(0, rowsPerSheet).map((row) => row.map(shownText)))
}

/** Returns the text that a spreadsheet displays for `="00123"`, a formula that protects the leading zeros of a code. */
const shownText = (cell: string): string => /^="([^"]*)"$/.exec(cell)?.[1] ?? cell

const DELIMITERS = [';', ',', '\t', '|']
const GUESS_ROWS = 10

/**
 * Chooses a delimiter from the first rows. A candidate replaces the previous one if its number of cells varies no more between rows and is larger. A comma
 * when none gives two cells on average.
 */
function guessDelimiter(text: string): string {
  let best = { delimiter: ',', changes: Infinity, cells: 0 }
  for (const delimiter of DELIMITERS) {
    const widths = splitRows(text, delimiter, GUESS_ROWS).map((row) => row.length)
    const cells = widths.reduce((sum, width) => sum + width, 0) / widths.length
    const changes = widths.slice(1).reduce((sum, width, index) => sum + Math.abs(width - widths[index]!), 0)
    if (cells >= 2 && changes <= best.changes && cells > best.cells) best = { delimiter, changes, cells }
  }
  return best.delimiter
}

/** A row of cells. `end`: index after the line ending. `isAmbiguous`: its quotes can be read in two ways. */
type CsvRow = { cells: string[]; end: number; isAmbiguous: boolean }

/**
 * Splits a text into rows of cells, without empty rows. A quote that does not follow RFC 4180 is an ordinary character, so that it never takes in the next
 * rows. Where quotes are ambiguous, the reading with as many cells as the previous row is chosen.
 */
function splitRows(text: string, delimiter: string, maxRows: number): string[][] {
  const rows: string[][] = []
  for (let index = 0; index < text.length && rows.length < maxRows;) {
    let row = splitRow(text, index, delimiter, true)
    const width = rows.at(-1)?.length
    if (row.isAmbiguous && width !== undefined && row.cells.length !== width) {
      const unquoted = splitRow(text, index, delimiter, false)
      if (unquoted.cells.length === width) row = unquoted
    }
    index = row.end
    if (row.cells.some((cell) => cell.trim())) rows.push(row.cells)
  }
  return rows
}

function splitRow(text: string, start: number, delimiter: string, parsesQuotes: boolean): CsvRow {
  const cells: string[] = []
  let isAmbiguous = false
  for (let index = start; ;) {
    const quotedCell = parsesQuotes ? readQuoted(text, index, delimiter) : null
    // Text after a closing quote belongs to the cell, with the quotes.
    const from = quotedCell && !quotedCell.isWhole ? quotedCell.end : index
    const end = quotedCell?.isWhole ? quotedCell.end : endOfCell(text, from, delimiter)
    cells.push(quotedCell?.isWhole ? quotedCell.value : text.slice(index, end))
    isAmbiguous ||= quotedCell !== null && (!quotedCell.isWhole || quotedCell.hasLines)
    if (text[end] !== delimiter) return { cells, end: afterLine(text, end), isAmbiguous }
    index = end + 1
  }
}

/** Quoted text at the start of a cell. `isWhole`: nothing follows it in the cell. `end`: index after the closing quote and its spaces. */
type QuotedCell = { value: string; end: number; isWhole: boolean; hasLines: boolean }

/**
 * Reads a quoted text. Null when the cell does not begin with a quote, when the quote never closes, or when it closes on another line with text behind it.
 */
function readQuoted(text: string, index: number, delimiter: string): QuotedCell | null {
  const open = afterSpaces(text, index)
  if (text[open] !== '"') return null
  let close = text.indexOf('"', open + 1)
  while (close >= 0 && text[close + 1] === '"') close = text.indexOf('"', close + 2)
  if (close < 0) return null
  const value = text.slice(open + 1, close).replaceAll('""', '"')
  const hasLines = /[\r\n]/.test(value)
  const end = afterSpaces(text, close + 1)
  const isWhole = end >= text.length || text[end] === delimiter || isLineEnd(text[end])
  return isWhole || !hasLines ? { value, end, isWhole, hasLines } : null
}

const isLineEnd = (character: string | undefined): boolean => character === '\n' || character === '\r'

function afterSpaces(text: string, index: number): number {
  while (text[index] === ' ') index++
  return index
}

function endOfCell(text: string, index: number, delimiter: string): number {
  while (index < text.length && text[index] !== delimiter && !isLineEnd(text[index])) index++
  return index
}

const afterLine = (text: string, end: number): number => end + (text.startsWith('\r\n', end) ? 2 : 1)
