import { looksLikeHeader } from './document-builder.ts'
import type { ReadTable } from './table-builder.ts'

/** Rows of a table that begin on one page. */
type TablePart = { page: number | null; rows: string[][]; options: { header?: boolean } }

/** Splits a table into one part for each page, with the header row repeated on each. A table on one page stays whole. */
export function splitByPage({ rows, pages, options }: ReadTable): TablePart[] {
  const parts: TablePart[] = []
  for (const [nth, row] of rows.entries()) {
    const page = pages[nth] ?? null
    if (parts.length > 0 && parts.at(-1)!.page === page) parts.at(-1)!.rows.push(row)
    else parts.push({ page, rows: [row], options })
  }
  if (parts.length <= 1) return parts
  // The header is guessed from all the rows: one part may have too few of them.
  const header = options.header ?? looksLikeHeader(rows.map((row) => row.slice(0, row.findLastIndex(Boolean) + 1)))
  return parts.map((part, nth) => ({ ...part, rows: header && nth > 0 ? [rows[0]!, ...part.rows] : part.rows, options: { header } }))
}
