import type { Match } from '../matches.ts'
import { dateInCell } from '../values/births.ts'
import { hasStreet } from '../values/addresses.ts'
import { common, first, never, particle, role, surname } from './lexicon.ts'
import { nameOfItem, tokenFrom } from './fields.ts'
import { labelKind, type LabelKind } from './labels.ts'
import { addName, isCapital, readName, type NameSearch } from './name-search.ts'

/** A cell: its offsets in the text, without the spaces around. */
type Cell = { start: number; end: number }
type Row = { start: number; cells: Cell[] }

/** Highest number of columns that are read. */
const maxColumns = 60

/** Finds the tables of a text (Markdown, tabs, semicolons, bars, commas, aligned columns): names by the heads of columns, and values of other kinds. */
export function findInTables(search: NameSearch): Match[] {
  const values: Match[] = []
  for (const rows of tablesOf(search.text)) {
    const [head, ...body] = rows
    const kinds = head!.cells.map(({ start, end }) => labelKind(search.text.slice(start, end)))
    if (kinds.some((kind) => kind !== null)) readColumns(search, kinds, body, values)
    else {
      readPairs(search, rows)
      readAlike(search, rows)
    }
  }
  return values
}

function readColumns(search: NameSearch, kinds: readonly (LabelKind | null)[], body: readonly Row[], values: Match[]): void {
  const { text } = search
  for (const { start: row, cells } of body)
    for (const [column, cell] of cells.entries()) {
      const kind = kinds[column]
      if (!kind || cell.end - cell.start < 2 || cell.end - cell.start > 120) continue
      const value = text.slice(cell.start, cell.end)
      if (kind === 'birth') {
        const date = dateInCell(value)
        if (date) values.push({ start: cell.start + date.start, end: cell.start + date.end, kind: 'naissance', confidence: 0.95, reason: 'birth.column' })
      } else if (kind === 'telephone') {
        const digits = value.replace(/\D/g, '')
        if (/^[+\d(][\d\s().+/-]{7,24}$/.test(value) && digits.length >= 9 && !/^0?8/.test(digits))
          values.push({ start: cell.start, end: cell.end, kind: 'telephone', confidence: 0.8, reason: 'phone.column' })
      } else if (kind === 'address') {
        const street = value.replace(/[ ,]+\d{5}(?: .*)?$/, '')
        if (/\d/.test(street) && /\p{L}{3}/u.test(street) && !hasStreet(street))
          values.push({ start: cell.start, end: cell.start + street.length, kind: 'adresse', confidence: 0.6, reason: 'address.column' })
      } else if (kind === 'secret') {
        if (!/\s/.test(value) && value.length > 3) values.push({ start: cell.start, end: cell.end, kind: 'secret', confidence: 0.8, reason: 'secret.column' })
      } else if (kind === 'last' || kind === 'first' || kind === 'full' || kind === 'list') readNameCell(search, cell, kind, row)
    }
}

function readNameCell(search: NameSearch, { start, end }: Cell, kind: 'last' | 'first' | 'full' | 'list', row: number): void {
  const { tokens } = search
  const from = tokenFrom(search, start)
  let to = from
  while (to < tokens.length && tokens[to]!.end <= end) to++
  if (to === from) return
  if (kind === 'full' || kind === 'list') {
    const name = nameOfItem(search, from)
    if (name && name.to <= to) addName(search, { ...name, confidence: 0.85, reason: 'person.column' })
    return
  }
  const words = tokens.slice(from, to)
  if (words.length > 5 || /\d|@|[:=]/.test(search.text.slice(start, end))) return
  // A cell of this column is a name, but « néant » and « total » are not.
  if (words.some(({ flags }) => (flags & never) !== 0 && (flags & (first | surname)) === 0)) return
  if (words.every(({ flags, shape }) => shape === 'lower' && (flags & common) !== 0 && (flags & (first | surname)) === 0)) return
  const both =
    kind === 'last' &&
    words.length > 1 &&
    readName(search, from, { strict: true }) !== null &&
    words.some(({ flags, shape }) => (flags & first) !== 0 && shape === 'capital')
  addName(search, { from, to, confidence: 0.9, reason: 'person.column', ...(both ? {} : { part: kind, row }) })
}

/** Without a head, reads two columns side by side as surnames and first names when most cells of one are listed first names. */
function readPairs(search: NameSearch, rows: readonly Row[]): void {
  const { tokens } = search
  const width = Math.max(...rows.map(({ cells }) => cells.length))
  const rangeOf = (cell: Cell | undefined) => {
    if (!cell) return null
    const from = tokenFrom(search, cell.start)
    let to = from
    while (to < tokens.length && tokens[to]!.end <= cell.end) to++
    return to > from && to - from < 5 && tokens[to - 1]!.end === cell.end && tokens[from]!.start === cell.start ? { from, to } : null
  }
  const share = (column: number, isOne: (range: { from: number; to: number }) => boolean) =>
    rows.filter(({ cells }) => {
      const range = rangeOf(cells[column])
      return range !== null && isOne(range)
    }).length / rows.length
  const isGiven = ({ from }: { from: number; to: number }) => (tokens[from]!.flags & first) !== 0 && isCapital(tokens[from]!)
  const isSurname = ({ from, to }: { from: number; to: number }) =>
    isCapital(tokens[from]!) &&
    tokens.slice(from, to).every(({ flags }) => (flags & (common | never | role)) === 0 || (flags & (first | surname | particle)) !== 0)
  for (let column = 0; column < Math.min(width, maxColumns); column++) {
    if (share(column, isGiven) < 0.6) continue
    const other = [column - 1, column + 1].find((place) => place >= 0 && share(place, isSurname) > 0.8 && share(place, isGiven) < 0.6)
    if (other === undefined) continue
    for (const { start: row, cells } of rows)
      for (const [place, part] of [
        [column, 'first'],
        [other, 'last'],
      ] as const) {
        const range = rangeOf(cells[place])
        if (range && isCapital(tokens[range.from]!)) addName(search, { ...range, confidence: 0.75, reason: 'person.pair', part, row })
      }
    return
  }
}

/** Without a head, reads as names the cells of a column of which most others are names. */
function readAlike(search: NameSearch, rows: readonly Row[]): void {
  if (rows.length < 3) return
  const width = Math.max(...rows.map(({ cells }) => cells.length))
  for (let column = 0; column < Math.min(width, maxColumns); column++) {
    const cells = rows.flatMap(({ cells: all }) => all[column] ?? [])
    const names = cells.map((cell) => {
      const from = tokenFrom(search, cell.start)
      const name = search.tokens[from] && search.tokens[from]!.end <= cell.end ? nameOfItem(search, from) : null
      return name && search.tokens[name.to - 1]!.end === cell.end ? name : null
    })
    const isListed = (name: { from: number; to: number } | null) =>
      name !== null && name.to - name.from > 1 && search.tokens.slice(name.from, name.to).some(({ flags }) => (flags & first) !== 0)
    if (names.filter(isListed).length * 2 < cells.length) continue
    for (const name of names) if (name && name.to - name.from > 1) addName(search, { ...name, confidence: 0.75, reason: 'person.alike' })
  }
}

/** Returns the tables of a text: runs of lines with the same separator. */
function* tablesOf(text: string): Generator<Row[]> {
  let rows: Row[] = []
  let separator = ''
  let wasEmpty = false
  for (let start = 0; start <= text.length;) {
    const found = text.indexOf('\n', start)
    const end = found < 0 ? text.length : found
    const line = text.slice(start, Math.min(end, start + 5000))
    const own = /^[\s|:+-]+$/.test(line) && line.includes('-') ? separator : separatorOf(line)
    // An empty line between two rows is not the end of a table.
    if (line.trim() === '' && rows.length > 0 && !wasEmpty) {
      wasEmpty = true
      start = end + 1
      if (found < 0) break
      continue
    }
    wasEmpty = false
    if (own !== separator || own === '') {
      if (rows.length > 1) yield rows
      rows = []
      separator = own
    }
    if (own !== '' && !/^[\s|:+-]+$/.test(line)) rows.push({ start, cells: cellsOf(line, start, own) })
    start = end + 1
    if (found < 0) break
  }
  if (rows.length > 1) yield rows
}

/** Returns what separates the cells of a line; an empty text for a line of prose. */
function separatorOf(line: string): string {
  if (line.length < 3) return ''
  if (line.includes('|') && (line.split('|', 3).length > 2 || /\S \| \S/.test(line))) return '|'
  if (line.includes('\t')) return '\t'
  if (line.split(';', 3).length > 2) return ';'
  // Commas separate cells where no space follows them, or where the line has several short labels as the head of a file.
  if (line.length < 400 && line.includes(',')) {
    const parts = line.split(',', maxColumns)
    const isHead = () => parts.every((part) => part.length < 40) && parts.filter((part) => labelKind(part) !== null).length > 1
    if (parts.length > 2 && (!line.includes(', ') || isHead())) return ','
  }
  if (!line.includes('   ')) return ''
  return /\S {3,}\S/.test(line) && line.trim().split(/ {3,}/, 4).length > 1 ? '   ' : ''
}

function cellsOf(line: string, lineStart: number, separator: string): Cell[] {
  const cells: Cell[] = []
  const isBar = separator === '|'
  const parts = line.split(separator === '   ' ? / {3,}/ : separator, maxColumns)
  let offset = 0
  for (const [index, part] of parts.entries()) {
    const start = separator === '   ' ? line.indexOf(part, offset) : offset
    const trimmed = part.trim().replace(/^"(.*)"$/s, '$1')
    const inner = start + Math.max(0, part.indexOf(trimmed))
    offset = start + part.length + (separator === '   ' ? 0 : separator.length)
    // The bars at both ends of a Markdown row close no cell.
    if (isBar && index === 0 && trimmed === '') continue
    cells.push({ start: lineStart + inner, end: lineStart + inner + trimmed.length })
  }
  return cells
}
