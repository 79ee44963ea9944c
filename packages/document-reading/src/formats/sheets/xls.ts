import * as xlsx from '@e965/xlsx'
import type { DocumentBuilder } from '../../building/document-builder.ts'
import { createUnread } from '../../building/unread.ts'
import { ExtractionError } from '../../failure.ts'
import { createSheetWarnings } from './sheet-warnings.ts'
import { readXlsRecords, type XlsSheetContent } from './xls-records.ts'
import { formatCell, styleOfFormat, type CellStyle } from './xlsx-styles.ts'

type XlsSheet = { '!data'?: (xlsx.CellObject | undefined)[][]; '!rows'?: ({ hidden?: boolean } | undefined)[] }

/**
 * Reads a binary Excel workbook. The library is used for this format only, because it needs the whole workbook in memory.
 * @throws {ExtractionError} `extraction.password` or `extraction.damaged`
 */
export function readXls(bytes: Uint8Array, builder: DocumentBuilder): void {
  const { rowsPerSheet } = builder.limits
  let book: xlsx.WorkBook
  let contents: XlsSheetContent[]
  try {
    // One row more than the limit shows that some were left out.
    book = xlsx.read(bytes, { type: 'array', dense: true, sheetRows: rowsPerSheet + 1, cellNF: true, cellFormula: false, cellHTML: false, cellText: false })
    contents = readXlsRecords(bytes)
  } catch (error) {
    const message = String((error as Error).message)
    throw new ExtractionError(/password|encrypt/i.test(message) ? 'extraction.password' : 'extraction.damaged', undefined, { cause: error })
  }
  builder.title(book.Props?.Title)
  if (contents.some((content) => content?.hasComments)) builder.warn('comments_ignored', 'Les commentaires du classeur n’ont pas été lus.')
  const displayed = createCellFormatter(book.Workbook?.WBProps?.date1904 ?? false)
  const warnings = createSheetWarnings(builder)
  for (const [index, name] of book.SheetNames.entries()) {
    if (book.Workbook?.Sheets?.[index]?.Hidden) builder.warn('hidden_sheet', `La feuille masquée « ${name} » a été lue aussi.`)
    builder.page(null, { label: name })
    const content = contents[index]
    const { rows, hidden } = readRows((book.Sheets[name] ?? {}) as XlsSheet, { builder, formatCell: displayed, content })
    warnings.hidden(name, hidden.rows, hidden.columns)
    builder.table(rows)
    for (const text of content?.texts ?? []) builder.paragraph(text)
    const unread = createUnread()
    for (let nth = 0; nth < (content?.charts ?? 0); nth++) unread.add('chart')
    for (let nth = 0; nth < (content?.pictures ?? 0); nth++) unread.add('image')
    unread.warn(builder, `de la feuille « ${name} »`)
  }
}

type SheetContext = { builder: DocumentBuilder; formatCell(cell: xlsx.CellObject): string; content: XlsSheetContent | undefined }

/** Reads the rows of a sheet, and counts the hidden rows and columns that hold text. */
function readRows(sheet: XlsSheet, { builder, formatCell: displayed, content }: SheetContext) {
  const { rowsPerSheet, columns } = builder.limits
  const rows: string[][] = []
  const usedColumns = new Set<number>()
  let hiddenRows = 0
  // The declared range of a sheet may be wrong: only existing cells are read.
  for (const [index, row] of (sheet['!data'] ?? []).entries()) {
    if (!row) continue
    if (rows.length === rowsPerSheet) {
      builder.warn('rows_truncated', `Seules les ${rowsPerSheet.toLocaleString('fr-FR')} premières lignes d’une feuille ont été lues.`)
      break
    }
    const texts = Array.from(row.slice(0, columns), (cell, column) => {
      const rich = content?.richTexts.get(`${index},${column}`)
      const text = rich?.text ?? (cell ? displayed(cell) : '')
      for (const struckText of content?.struckCells.has(`${index},${column}`) ? [text] : (rich?.struckTexts ?? [])) builder.struckText(struckText)
      return text
    })
    rows.push(texts)
    for (const [column, text] of texts.entries()) if (text) usedColumns.add(column)
    if (sheet['!rows']?.[index]?.hidden && texts.some(Boolean)) hiddenRows++
    if (row.slice(columns).some((cell) => cell && displayed(cell))) builder.moreColumns()
  }
  const isHidden = (column: number) => (content?.hiddenColumns ?? []).some(([first, last]) => first <= column && column <= last)
  return { rows, hidden: { rows: hiddenRows, columns: [...usedColumns].filter(isHidden).length } }
}

const ERRORS: Readonly<Record<number, string>> = {
  0x00: '#NULL!',
  0x07: '#DIV/0!',
  0x0f: '#VALUE!',
  0x17: '#REF!',
  0x1d: '#NAME?',
  0x24: '#NUM!',
  0x2a: '#N/A',
}

/** Returns a function that gives the displayed text of a cell. Each number format is parsed once. */
function createCellFormatter(epoch1904: boolean): (cell: xlsx.CellObject) => string {
  const styles = new Map<string, CellStyle>()
  const styleOf = (code: string): CellStyle => {
    const style = styles.get(code) ?? styleOfFormat(0, code.slice(0, 255))
    styles.set(code, style)
    return style
  }
  return (cell) => {
    const style = styleOf(String(cell.z ?? ''))
    switch (cell.t) {
      case 's':
        return cell.v && style.text ? style.text.before + String(cell.v) + style.text.after : String(cell.v ?? '')
      case 'b':
        return cell.v ? 'VRAI' : 'FAUX'
      case 'n':
        return formatCell(String(cell.v), style, epoch1904)
      case 'e':
        return ERRORS[Number(cell.v)] ?? ''
      default:
        return ''
    }
  }
}
