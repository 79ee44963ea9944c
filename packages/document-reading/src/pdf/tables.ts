import { joinLines, type Vocabulary } from '../text/join-lines.ts'
import type { LineCell, PdfLine } from './lines.ts'

/** A table made of consecutive lines of a page: lines from `from` (included) to `to` (excluded), and the rows. */
type FoundTable = { from: number; to: number; rows: string[][] }

const MIN_ANCHORS = 2
const MAX_COLUMNS = 30
/** Maximum distance between two lines of one table, in line heights. */
const ROW_DISTANCE = 4
/** Maximum distance between a wrapped part of a cell and its line, in line heights. */
const WRAP_DISTANCE = 1.6
/** Minimum share of lines with a cell across two columns for the columns to be merged. */
const ACROSS_SHARE = 0.2

/** Finds the tables of a page: lines of several cells in columns, with the wrapped parts of cells between them. */
export function findTables(lines: PdfLine[], vocabulary: Vocabulary): FoundTable[] {
  const tables: FoundTable[] = []
  for (let from = 0; from < lines.length; from++) {
    if (!isAnchor(lines[from]!) && !wrapsTowards(lines[from]!, lines[from + 1])) continue
    let to = from + 1
    while (to < lines.length && belongsToTable(lines, from, to)) to++
    while (to > from && !isAnchor(lines[to - 1]!) && !wrapsTowards(lines[to - 1]!, lines[to - 2])) to--
    const tableLines = lines.slice(from, to)
    if (tableLines.filter(isAnchor).length < MIN_ANCHORS) continue
    tables.push({ from, to, rows: rowsOf(tableLines, vocabulary) })
    from = to - 1
  }
  return tables
}

function isAnchor({ cells }: PdfLine): boolean {
  return cells.length > 1 && cells.length <= MAX_COLUMNS
}

/** Whether a short line is close to a line of the table, above or below, and is a wrapped part of a cell. */
function wrapsTowards(line: PdfLine, anchor: PdfLine | undefined): boolean {
  return (
    anchor !== undefined &&
    isAnchor(anchor) &&
    line.cells.length === 1 &&
    Math.abs(anchor.y - line.y) <= WRAP_DISTANCE * Math.max(line.height, anchor.height) &&
    line.right - line.x < (anchor.right - anchor.x) * 0.6
  )
}

function belongsToTable(lines: PdfLine[], from: number, index: number): boolean {
  const line = lines[index]!
  const before = lines[index - 1]!
  if (line.y < before.y - 1 || line.y - before.y > ROW_DISTANCE * line.height || line.upright !== before.upright) return false
  if (isAnchor(line)) return true
  const nearLines = [lines[index - 2], before, lines[index + 1], lines[index + 2]]
  return nearLines.some((anchor, i) => (i > 1 || index - 2 + i >= from) && wrapsTowards(line, anchor))
}

function rowsOf(lines: PdfLine[], vocabulary: Vocabulary): string[][] {
  const columns = columnsOf(lines)
  const anchors = lines.filter(isAnchor)
  const byAnchor = new Map<PdfLine, PdfLine[]>(anchors.map((anchor) => [anchor, []]))
  for (const line of lines) {
    const nearest = isAnchor(line) ? line : anchors.reduce((best, anchor) => (Math.abs(anchor.y - line.y) < Math.abs(best.y - line.y) ? anchor : best))
    byAnchor.get(nearest)!.push(line)
  }
  return [...byAnchor.values()].map((members) => {
    const row = columns.map(() => '')
    for (const { cells } of members) {
      const onLine = Map.groupBy(cells, (cell) => columnAt(columns, cell))
      for (const [column, pieces] of onLine) {
        const text = pieces.map((piece) => piece.text).join(' ')
        row[column] = row[column] ? joinLines(row[column], text, vocabulary) : text
      }
    }
    return row
  })
}

type ColumnRange = { x: number; right: number }

/**
 * Computes the columns from the lines with most cells. A cell of another line outside all of them adds a column. Two columns are merged if many cells span
 * both (a number and a name close together); a few do not count (a title over two columns).
 */
function columnsOf(lines: PdfLine[]): ColumnRange[] {
  const maxCells = Math.max(...lines.map(({ cells }) => cells.length))
  const columns = mergeRanges(lines.filter(({ cells }) => cells.length === maxCells).flatMap(({ cells }) => cells))
  const outsideCells = lines.flatMap(({ cells }) => cells).filter((cell) => columns.every((column) => overlap(column, cell) <= 0))
  const all = [...columns, ...mergeRanges(outsideCells)].sort((one, other) => one.x - other.x)
  const joinedRanges: ColumnRange[] = []
  for (const column of all) {
    const before = joinedRanges.at(-1)
    const across = before && lines.filter(({ cells }) => cells.some((cell) => overlap(before, cell) > 2 && overlap(column, cell) > 2))
    if (before && across!.length >= lines.length * ACROSS_SHARE) before.right = Math.max(before.right, column.right)
    else joinedRanges.push({ ...column })
  }
  return joinedRanges
}

function mergeRanges(cells: LineCell[]): ColumnRange[] {
  const columns: ColumnRange[] = []
  for (const { x, right } of cells.toSorted((one, other) => one.x - other.x)) {
    const last = columns.at(-1)
    if (last && x < last.right) last.right = Math.max(last.right, right)
    else columns.push({ x, right })
  }
  return columns
}

function overlap(column: ColumnRange, { x, right }: ColumnRange): number {
  return Math.min(right, column.right) - Math.max(x, column.x)
}

function columnAt(columns: ColumnRange[], cell: LineCell): number {
  return columns.reduce((best, column, i) => (overlap(column, cell) > overlap(columns[best]!, cell) ? i : best), 0)
}
