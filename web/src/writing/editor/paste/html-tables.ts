import type { CellAlign } from '@parvis/written-document'
import type { HtmlNode } from './html-node.ts'

interface TableRows {
  /** Cells of each row; null where a merged cell above or before takes the place. */
  rows: (HtmlNode | null)[][]
  aligns: CellAlign[]
  hasHeader: boolean
  hasNested: boolean
  hasMerged: boolean
}

/** Reads the rows of a table, with merged cells spread over the grid. */
export function tableRows(table: HtmlNode): TableRows {
  const found: TableRows = { rows: [], aligns: [], hasHeader: false, hasNested: hasInside(table, 'table'), hasMerged: false }
  const filled = new Set<string>()
  for (const { row, isHead } of rowsOf(table)) {
    const cells = row.children.filter(({ name }) => name === 'td' || name === 'th')
    const at = found.rows.length
    const line: (HtmlNode | null)[] = []
    for (const cell of cells) {
      while (filled.has(`${at} ${line.length}`)) line.push(null)
      const [across, down] = ['colspan', 'rowspan'].map((name) => Math.min(50, Math.max(1, Number(cell.attribute(name)) || 1))) as [number, number]
      if (across > 1 || down > 1) found.hasMerged = true
      for (let r = 1; r < down; r += 1) for (let c = 0; c < across; c += 1) filled.add(`${at + r} ${line.length + c}`)
      line.push(cell, ...Array.from({ length: across - 1 }, () => null))
    }
    if (at === 0) {
      found.hasHeader = isHead || (cells.length > 0 && cells.every(({ name }) => name === 'th'))
      found.aligns = line.map((cell) => (cell === null ? null : alignOf(cell)))
    }
    if (line.length > 0) found.rows.push(line.slice(0, 50))
  }
  return found
}

function rowsOf(table: HtmlNode): { row: HtmlNode; isHead: boolean }[] {
  return table.children.flatMap((child) => {
    if (child.name === 'tr') return [{ row: child, isHead: false }]
    return ['thead', 'tbody', 'tfoot'].includes(child.name) ? rowsOf(child).map(({ row }) => ({ row, isHead: child.name === 'thead' })) : []
  })
}

const alignOf = (cell: HtmlNode): CellAlign => {
  const align = /text-align:\s*(left|center|right)/i.exec(cell.attribute('style'))?.[1] ?? cell.attribute('align')
  return align === 'center' || align === 'right' ? align : null
}

const hasInside = (node: HtmlNode, name: string): boolean => node.children.some((child) => child.name === name || hasInside(child, name))
