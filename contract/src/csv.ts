/** Formats a CSV cell. A text that a spreadsheet would run as a formula gets a leading apostrophe; quotes are doubled. */
export function csvCell(value: string | number | null): string {
  if (value === null) return ''
  if (typeof value === 'number') return String(value)
  const safe = /^[\s]*[=+\-@\t\r]/.test(value) ? `'${value}` : value
  return /[";\r\n]/.test(safe) ? `"${safe.replaceAll('"', '""')}"` : safe
}

/** Formats a CSV row with semicolons, as French spreadsheets expect. */
export const csvLine = (values: readonly (string | number | null)[]): string => `${values.map(csvCell).join(';')}\r\n`

/** Byte order mark put first in a CSV file, so that spreadsheets read it as UTF-8. */
export const byteOrderMark = '\ufeff'

/** Removes the apostrophe that `csvCell` puts before a formula. */
export const unescapeCsvCell = (cell: string): string => cell.replace(/^'(?=\s*[=+\-@\t\r])/, '')
