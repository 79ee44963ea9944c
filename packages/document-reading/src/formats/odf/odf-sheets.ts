import type { TableBuilder } from '../../building/table-builder.ts'
import type { XmlAttributes } from '../../containers/xml-names.ts'
import { cellName, MAX_NAMED_CELLS, type SheetWarnings } from '../sheets/sheet-warnings.ts'
import { formatCell, formatIsoDate, GENERAL, styleOfFormat } from '../sheets/xlsx-styles.ts'
import type { OdfStyles } from './odf-styles.ts'

/** Maximum number of columns read from a sheet. */
const MAX_COLUMNS = 16_384

type RowExtent = { repeatCount: number; isHidden: boolean }
type OpenCell = { column: number; hasText: boolean; hasFormula: boolean; type: string | undefined; attributes: XmlAttributes }

/**
 * Tracks the rows, columns and cells of a sheet. Cells whose text is not stored get their formatted value. Hidden rows and columns that hold text, and
 * formulas without a value, are counted for warnings.
 */
export function createSheetReader(name: string, { styles, tables, warnings }: { styles: OdfStyles; tables: TableBuilder; warnings: SheetWarnings }) {
  const hiddenColumns: [first: number, last: number][] = []
  const usedColumns = new Set<number>()
  const formulas = { count: 0, cells: [] as string[] }
  let columns = 0
  let hiddenRows = 0
  /** For each open group of rows or columns, whether it is collapsed. */
  const closed: boolean[] = []
  let rowIndex = 0
  let row: RowExtent = { repeatCount: 1, isHidden: false }
  let column = 0
  let cell: OpenCell | null = null

  const isHidden = (a: XmlAttributes): boolean =>
    closed.includes(true) || ['collapse', 'filter'].includes(a['table:visibility'] ?? '') || styles.isHidden(a['table:style-name'])
  return {
    beginGroup: (a: XmlAttributes) => void closed.push(a['table:display'] === 'false'),
    endGroup: () => void closed.pop(),
    column(a: XmlAttributes, repeatCount: number): void {
      const last = Math.min(columns + repeatCount, MAX_COLUMNS)
      if (isHidden(a)) hiddenColumns.push([columns, last - 1])
      columns = last
    },
    beginRow(a: XmlAttributes, repeatCount: number): void {
      row = { repeatCount: repeatCount, isHidden: isHidden(a) }
      column = 0
    },
    beginCell(a: XmlAttributes, repeatCount: number): void {
      cell = {
        column,
        hasText: false,
        hasFormula: a['table:formula'] !== undefined,
        type: a['office:value-type'] ?? a['calcext:value-type'],
        attributes: a,
      }
      column += repeatCount
    },
    /** Records that a paragraph of the cell has text. */
    noteText(): void {
      if (cell) cell.hasText = true
    },
    /** Ends the cell. Must be called before the cell ends in the table, because it may write the value. */
    endCell(): void {
      if (cell && !cell.hasText) {
        const text = displayedValue(cell.type, cell.attributes)
        if (text) tables.write(text)
        else if (text === null && cell.hasFormula) {
          formulas.count++
          if (formulas.cells.length < MAX_NAMED_CELLS) formulas.cells.push(cellName(rowIndex, cell.column))
        }
      }
      cell = null
    },
    /** @param texts cells of the row, as in the table; null when the row is empty */
    endRow(texts: readonly string[] | null): void {
      rowIndex += row.repeatCount
      if (!texts) return
      for (const [index, text] of texts.entries()) if (text) usedColumns.add(index)
      if (row.isHidden) hiddenRows += row.repeatCount
    },
    end(): void {
      warnings.hidden(name, hiddenRows, [...usedColumns].filter((index) => hiddenColumns.some(([first, last]) => first <= index && index <= last)).length)
      warnings.formulas(name, formulas.count, formulas.cells)
    },
  }
}

type OdfSheetReader = ReturnType<typeof createSheetReader>

const PERCENTAGE = styleOfFormat(0, '0%')
const EUROS = styleOfFormat(0, '#,##0.00 "€"')

/** Returns the value of a cell as it would be displayed; null when none is stored. */
function displayedValue(type: string | undefined, a: XmlAttributes): string | null {
  const value = a['office:value'] ?? null
  switch (type) {
    case 'float':
      return value && formatCell(value, GENERAL)
    case 'percentage':
      return value && formatCell(value, PERCENTAGE)
    case 'currency': {
      const currency = a['office:currency'] ?? 'EUR'
      return value && (currency === 'EUR' ? formatCell(value, EUROS) : `${formatCell(value, GENERAL)} ${currency}`)
    }
    case 'date':
      return a['office:date-value'] === undefined ? null : formatIsoDate(a['office:date-value'])
    case 'time':
      return a['office:time-value'] === undefined ? null : durationOf(a['office:time-value'])
    case 'boolean':
      return a['office:boolean-value'] === undefined ? null : a['office:boolean-value'] === 'true' ? 'VRAI' : 'FAUX'
    case 'string':
      return a['office:string-value'] ?? ''
    default:
      return null
  }
}

/** Converts an ISO duration: “PT14H30M00S” → “14:30”. */
function durationOf(text: string): string {
  const [, hours = '0', minutes = '0', seconds = '0'] = /^PT(?:(\d+)H)?(?:(\d+)M)?(?:([\d.]+)S)?$/.exec(text) ?? []
  const rest = Math.floor(Number(seconds))
  return `${Number(hours)}:${minutes.padStart(2, '0')}${rest > 0 ? `:${String(rest).padStart(2, '0')}` : ''}`
}

export type CurrentSheet = ReturnType<typeof createCurrentSheet>

/** Holds the sheet being read. There is none in the tables of a text document. */
export function createCurrentSheet() {
  let sheet: OdfSheetReader | null = null
  return {
    current: () => sheet,
    begin: (next: OdfSheetReader) => void (sheet = next),
    end(): void {
      sheet?.end()
      sheet = null
    },
  }
}
