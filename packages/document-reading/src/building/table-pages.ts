import { looksLikeHeader } from './document-builder.ts'
import type { ReadTable } from './table-builder.ts'

/** The rows of a table that are on one page. */
type TablePart = { page: number | null; rows: string[][]; options: { header?: boolean } }

/** A table in parts, one for each page that rows begin on, the names of its columns above each; on one page, as it was read. */
export function partsByPage({ rows, pages, options }: ReadTable): TablePart[] {
  const parts: TablePart[] = []
  for (const [nth, row] of rows.entries()) {
    const page = pages[nth] ?? null
    if (parts.length > 0 && parts.at(-1)!.page === page) parts.at(-1)!.rows.push(row)
    else parts.push({ page, rows: [row], options })
  }
  if (parts.length <= 1) return parts
  // What names the columns is told from all the rows: a part alone may have too few of them.
  const header = options.header ?? looksLikeHeader(rows.map((row) => row.slice(0, row.findLastIndex(Boolean) + 1)))
  return parts.map((part, nth) => ({ ...part, rows: header && nth > 0 ? [rows[0]!, ...part.rows] : part.rows, options: { header } }))
}
