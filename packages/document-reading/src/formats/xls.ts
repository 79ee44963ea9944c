import * as xlsx from '@e965/xlsx'
import type { DocumentBuilder } from '../building/document-builder.ts'
import { ExtractionError } from '../failure.ts'
import { formatCell, styleOfFormat, type CellStyle } from './xlsx-styles.ts'

/** Reads a binary Excel workbook. The library is used for this format only: it needs the whole book in memory. */
export function readXls(bytes: Uint8Array, builder: DocumentBuilder): void {
  const { rowsPerSheet, columns } = builder.limits
  let book: xlsx.WorkBook
  try {
    // One row more than the limit, to know that some were left.
    book = xlsx.read(bytes, { type: 'array', dense: true, sheetRows: rowsPerSheet + 1, cellNF: true, cellFormula: false, cellHTML: false, cellText: false })
  } catch (error) {
    const message = String((error as Error).message)
    throw new ExtractionError(/password|encrypt/i.test(message) ? 'extraction.password' : 'extraction.damaged', undefined, { cause: error })
  }
  builder.title(book.Props?.Title)
  const epoch1904 = book.Workbook?.WBProps?.date1904 ?? false
  const styles = new Map<string, CellStyle>()
  const styleOf = (code: string): CellStyle => {
    const style = styles.get(code) ?? styleOfFormat(0, code.slice(0, 255))
    styles.set(code, style)
    return style
  }
  const displayed = (cell: xlsx.CellObject): string => displayedIn(styleOf, cell, epoch1904)
  for (const [index, name] of book.SheetNames.entries()) {
    if (book.Workbook?.Sheets?.[index]?.Hidden) builder.warn('hidden_sheet', `La feuille masquée « ${name} » a été lue aussi.`)
    builder.page(null, { label: name })
    // The declared range of a sheet may lie; the cells that exist do not.
    const cells = (book.Sheets[name] as { '!data'?: (xlsx.CellObject | undefined)[][] } | undefined)?.['!data'] ?? []
    const rows: string[][] = []
    for (const row of cells) {
      if (!row) continue
      if (rows.length === rowsPerSheet) {
        builder.warn('rows_truncated', `Seules les ${rowsPerSheet.toLocaleString('fr-FR')} premières lignes d’une feuille ont été lues.`)
        break
      }
      rows.push(Array.from(row.slice(0, columns), (cell) => (cell ? displayed(cell) : '')))
      if (row.slice(columns).some((cell) => cell && displayed(cell))) builder.moreColumns()
    }
    builder.table(rows)
  }
}

function displayedIn(styleOf: (code: string) => CellStyle, cell: xlsx.CellObject, epoch1904: boolean): string {
  switch (cell.t) {
    case 's':
      return String(cell.v ?? '')
    case 'b':
      return cell.v ? 'VRAI' : 'FAUX'
    case 'n':
      return formatCell(String(cell.v), styleOf(String(cell.z ?? '')), epoch1904)
    default:
      return ''
  }
}
