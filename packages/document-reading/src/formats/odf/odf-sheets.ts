import type { TableBuilder } from '../../building/table-builder.ts'
import type { XmlAttributes } from '../../containers/xml.ts'
import { cellName, MAX_NAMED_CELLS, type SheetWarnings } from '../sheets/sheet-warnings.ts'
import { formatCell, formatIsoDate, GENERAL, styleOfFormat } from '../sheets/xlsx-styles.ts'
import type { OdfStyles } from './odf-styles.ts'

/** Columns after which none is read. */
const MAX_COLUMNS = 16_384

type Extent = { times: number; isHidden: boolean }
type Cell = { column: number; hasText: boolean; hasFormula: boolean; type: string | undefined; attributes: XmlAttributes }

/**
 * Follows the rows, columns and cells of a sheet: gives a value to the cells whose text the file does not hold, counts the hidden rows
 * and columns that hold a text, and the formulas without a value.
 */
export function createSheet(name: string, { styles, tables, warnings }: { styles: OdfStyles; tables: TableBuilder; warnings: SheetWarnings }) {
  const hiddenColumns: [first: number, last: number][] = []
  const used = new Set<number>()
  const formulas = { count: 0, cells: [] as string[] }
  let columns = 0
  let hiddenRows = 0
  /** Groups of rows, or of columns, that are closed. */
  const closed: boolean[] = []
  let rowIndex = 0
  let row: Extent = { times: 1, isHidden: false }
  let column = 0
  let cell: Cell | null = null

  const isHidden = (a: XmlAttributes): boolean =>
    closed.includes(true) || ['collapse', 'filter'].includes(a['table:visibility'] ?? '') || styles.isUnseen(a['table:style-name'])
  return {
    beginGroup: (a: XmlAttributes) => void closed.push(a['table:display'] === 'false'),
    endGroup: () => void closed.pop(),
    column(a: XmlAttributes, times: number): void {
      const last = Math.min(columns + times, MAX_COLUMNS)
      if (isHidden(a)) hiddenColumns.push([columns, last - 1])
      columns = last
    },
    beginRow(a: XmlAttributes, times: number): void {
      row = { times, isHidden: isHidden(a) }
      column = 0
    },
    beginCell(a: XmlAttributes, times: number): void {
      cell = {
        column,
        hasText: false,
        hasFormula: a['table:formula'] !== undefined,
        type: a['office:value-type'] ?? a['calcext:value-type'],
        attributes: a,
      }
      column += times
    },
    /** A paragraph of the cell has a text. */
    noteText(): void {
      if (cell) cell.hasText = true
    },
    /** Before the cell ends in the table. */
    endCell(): void {
      if (cell && !cell.hasText) {
        const text = valueOf(cell.type, cell.attributes)
        if (text) tables.write(text)
        else if (text === null && cell.hasFormula) {
          formulas.count++
          if (formulas.cells.length < MAX_NAMED_CELLS) formulas.cells.push(cellName(rowIndex, cell.column))
        }
      }
      cell = null
    },
    /** @param texts of the row, as the table has them; null where the row is empty */
    endRow(texts: readonly string[] | null): void {
      rowIndex += row.times
      if (!texts) return
      for (const [at, text] of texts.entries()) if (text) used.add(at)
      if (row.isHidden) hiddenRows += row.times
    },
    end(): void {
      warnings.hidden(name, hiddenRows, [...used].filter((at) => hiddenColumns.some(([first, last]) => first <= at && at <= last)).length)
      warnings.formulas(name, formulas.count, formulas.cells)
    },
  }
}

export type OdfSheet = ReturnType<typeof createSheet>

const PERCENTAGE = styleOfFormat(0, '0%')
const EUROS = styleOfFormat(0, '#,##0.00 "€"')

/** The value of a cell as it would be shown; null where the file holds none. */
function valueOf(type: string | undefined, a: XmlAttributes): string | null {
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

/** “PT14H30M00S” → “14:30”. */
function durationOf(text: string): string {
  const [, hours = '0', minutes = '0', seconds = '0'] = /^PT(?:(\d+)H)?(?:(\d+)M)?(?:([\d.]+)S)?$/.exec(text) ?? []
  const rest = Math.floor(Number(seconds))
  return `${Number(hours)}:${minutes.padStart(2, '0')}${rest > 0 ? `:${String(rest).padStart(2, '0')}` : ''}`
}
