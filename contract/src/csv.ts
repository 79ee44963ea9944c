/** A cell of a spreadsheet that opens files by guessing: what would be a formula is a text, quotes are doubled. */
export function csvCell(value: string | number | null): string {
  if (value === null) return ''
  if (typeof value === 'number') return String(value)
  const safe = /^[\s]*[=+\-@\t\r]/.test(value) ? `'${value}` : value
  return /[";\r\n]/.test(safe) ? `"${safe.replaceAll('"', '""')}"` : safe
}

/** A row, as French spreadsheets expect it: semicolons. */
export const csvLine = (values: readonly (string | number | null)[]): string => `${values.map(csvCell).join(';')}\r\n`

/** What such a file begins with, so that its accents are read as they are. */
export const csvMark = '\ufeff'

/** What a cell was before it was made a text. */
export const plainCell = (cell: string): string => cell.replace(/^'(?=\s*[=+\-@\t\r])/, '')
