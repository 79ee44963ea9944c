import type { DocumentBuilder } from '../../building/document-builder.ts'
import { localName, readXmlPart } from '../../containers/xml.ts'
import type { XmlAttributes } from '../../containers/xml-names.ts'
import type { BoundedZip } from '../../containers/zip.ts'
import { createCellText } from './cell-text.ts'
import { createPrintHeaders } from './print-headers.ts'
import { cellName, MAX_NAMED_CELLS, type SheetWarnings } from './sheet-warnings.ts'
import { formatCell, formatIsoDate, GENERAL, type CellStyle } from './xlsx-styles.ts'

/** Parts of a workbook that its sheets refer to. `recalculates`: the application recalculates all formulas when it opens the file. */
type SheetWorkbook = {
  builder: DocumentBuilder
  warnings: SheetWarnings
  styles: CellStyle[]
  strings: string[]
  epoch1904: boolean
  recalculates: boolean
}

/** Thrown to stop reading a sheet at the row or character limit. */
class EnoughRows extends Error {}

type SheetContent = { rows: string[][]; controls: ReadonlyMap<string, string>; headers: readonly string[] }

/**
 * Reads the rows of a sheet as displayed. Hidden rows and columns and formulas without a value are reported in the warnings. `controls`: relationship id
 * of each form control, by the id of its shape. `headers`: headers and footers of the printed pages.
 */
export async function readSheet(zip: BoundedZip, sheet: { name: string; part: string }, workbook: SheetWorkbook): Promise<SheetContent> {
  const rows = createSheetRows(workbook)
  const { builder, warnings } = workbook
  try {
    await readXmlPart(zip, sheet.part, rows.handler, builder.limits.depth)
  } catch (error) {
    if (!(error instanceof EnoughRows)) throw error
    builder.warn('rows_truncated', `Seules les ${rows.rows.length.toLocaleString('fr-FR')} premières lignes d’une feuille ont été lues.`)
  }
  warnings.hidden(sheet.name, rows.hidden.rows(), rows.hidden.columns())
  const { count, cells } = rows.formulasWithoutValue()
  warnings.formulas(sheet.name, count, cells)
  return { rows: rows.rows, controls: rows.controls, headers: rows.headers.texts() }
}

type OpenCell = { row: number; column: number; type: string; style: CellStyle; hasFormula: boolean; hasValue: boolean }

function createSheetRows(workbook: SheetWorkbook) {
  const { limits } = workbook.builder
  const budget = limits.characters - workbook.builder.size()
  const rows: string[][] = []
  const controls = new Map<string, string>()
  const hiddenCounter = createHiddenCounter()
  const formulas = createFormulas(workbook.recalculates)
  let row: string[] | null = null
  let cell: OpenCell | null = null
  let rowIndex = -1
  let characters = 0
  const value = createCellText(workbook.builder.struckText)
  const headers = createPrintHeaders()

  const beginRow = (a: XmlAttributes) => {
    if (rows.length >= limits.rowsPerSheet || characters > budget) throw new EnoughRows()
    if (rows.length % 1000 === 0) workbook.builder.checkTime()
    row = []
    rowIndex = Number(a['r']) > 0 ? Number(a['r']) - 1 : rowIndex + 1
    hiddenCounter.beginRow(a)
  }
  const beginCell = (a: XmlAttributes) => {
    cell = emptyCell(a, { row: rowIndex, column: a['r'] ? columnOf(a['r']) : (row?.length ?? 0), style: workbook.styles[Number(a['s']) || 0] ?? GENERAL })
    value.clear()
  }
  const endCell = () => {
    if (!cell || !row) return
    const stored = value.text()
    if (cell.hasFormula && isWithoutValue(cell, stored)) formulas.addEmpty(cell)
    const text = stored === '' ? '' : shownText(cell, stored, workbook)
    if (cell.column >= limits.columns) {
      if (text) workbook.builder.moreColumns()
    } else if (text) {
      row[cell.column] = text
      characters += text.length
      hiddenCounter.noteText(cell.column)
      if (cell.hasFormula) formulas.addComputed(row, cell, stored)
    }
  }
  const endRow = () => {
    if (row && row.length > 0) {
      for (let index = 0; index < row.length; index++) row[index] ??= ''
      rows.push(row)
      hiddenCounter.endRow()
    }
    row = null
  }
  return {
    rows,
    controls,
    headers,
    hidden: hiddenCounter,
    formulasWithoutValue: formulas.withoutValue,
    handler: {
      open(name: string, a: XmlAttributes) {
        const local = localName(name)
        if (local === 'row') beginRow(a)
        else if (local === 'c') beginCell(a)
        else if (local === 'col') hiddenCounter.column(a)
        else if (local === 'f' && cell) cell.hasFormula = true
        else if (local === 'control') controls.set(a['shapeId'] ?? '', a['r:id'] ?? '')
        else if (cell && value.open(local, a)) cell.hasValue = true
        else headers.open(local, a)
      },
      close(name: string) {
        const local = localName(name)
        value.close(local)
        headers.close(local)
        if (local === 'c') {
          endCell()
          cell = null
        } else if (local === 'row') endRow()
      },
      text(text: string) {
        value.add(text)
        headers.add(text)
      },
    },
  }
}

const emptyCell = (a: XmlAttributes, position: Pick<OpenCell, 'row' | 'column' | 'style'>): OpenCell => ({
  ...position,
  type: a['t'] ?? 'n',
  hasFormula: false,
  hasValue: false,
})

const isOn = (value: string | undefined): boolean => value === '1' || value === 'true'

/** Whether a formula has no stored value. An empty text in a value element is a value. */
const isWithoutValue = (cell: OpenCell, value: string): boolean => value === '' && !(cell.type === 'str' && cell.hasValue)

/** Counts the hidden rows and columns that hold text: hidden, of size 0, filtered, or in a collapsed group. */
function createHiddenCounter() {
  const ranges: [first: number, last: number][] = []
  const usedColumns = new Set<number>()
  let isRowHidden = false
  let rows = 0
  const isHidden = (a: XmlAttributes, size: string | undefined) => isOn(a['hidden']) || (size !== undefined && Number(size) === 0)
  return {
    column(a: XmlAttributes): void {
      if (isHidden(a, a['width'])) ranges.push([Number(a['min']) - 1, Number(a['max']) - 1])
    },
    beginRow: (a: XmlAttributes) => void (isRowHidden = isHidden(a, a['ht'])),
    /** Ends a row that holds text. */
    endRow: () => void (isRowHidden && rows++),
    noteText: (column: number) => void usedColumns.add(column),
    rows: () => rows,
    columns: (): number => [...usedColumns].filter((column) => ranges.some(([first, last]) => first <= column && column <= last)).length,
  }
}

/**
 * Tracks the formulas of a sheet. A library that does not compute may store 0 for every formula and request a recalculation at opening. When all values
 * are 0, these zeros are removed.
 */
function createFormulas(recalculates: boolean) {
  const zeros: { row: string[]; cell: OpenCell }[] = []
  const cells: string[] = []
  let count = 0
  let hasOther = !recalculates
  const addEmpty = ({ row, column }: OpenCell) => {
    count++
    if (cells.length < MAX_NAMED_CELLS) cells.push(cellName(row, column))
  }
  return {
    addEmpty,
    addComputed(row: string[], cell: OpenCell, value: string): void {
      if (hasOther) return
      if (value === '0' && cell.type === 'n' && zeros.length < MAX_ZEROS) zeros.push({ row, cell })
      else hasOther = true
    },
    /** Returns the number of formulas without a value, and the names of the first ones. Removes the zeros that are not real values. */
    withoutValue(): { count: number; cells: string[] } {
      for (const { row, cell } of hasOther ? [] : zeros) {
        row[cell.column] = ''
        addEmpty(cell)
      }
      return { count, cells }
    },
  }
}

/** Maximum number of cells kept in memory until it is known whether all formulas are 0. */
const MAX_ZEROS = 100_000

function shownText(cell: OpenCell, stored: string, workbook: SheetWorkbook): string {
  const text = formatDisplayed(cell, stored, workbook)
  if (cell.style.isStruck) workbook.builder.struckText(text)
  return text
}

function formatDisplayed({ type, style }: OpenCell, value: string, { strings, epoch1904 }: SheetWorkbook): string {
  const withFormat = (text: string) => (style.text && text ? style.text.before + text + style.text.after : text)
  switch (type) {
    case 's':
      return withFormat(strings[Number(value)] ?? '')
    case 'b':
      return value === '1' || value === 'true' ? 'VRAI' : 'FAUX'
    case 'str':
    case 'inlineStr':
      return withFormat(value)
    case 'e':
      return value
    case 'd':
      return formatIsoDate(value, style)
    default:
      return formatCell(value, style, epoch1904)
  }
}

/** Converts a cell reference to a column index, from 0: “AB12” → 27. */
function columnOf(reference: string): number {
  let column = 0
  for (const letter of reference) {
    const code = letter.charCodeAt(0)
    if (code < 65 || code > 90) break
    column = column * 26 + code - 64
  }
  return column - 1
}
