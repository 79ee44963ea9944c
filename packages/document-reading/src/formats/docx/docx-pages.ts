import type { DocumentBuilder } from '../../building/document-builder.ts'
import type { Asked } from '../asked-pages.ts'

export type Pages = ReturnType<typeof createPages>

/** Position of the reading. `justBroken`: nothing has been read on this page yet. */
type Place = Readonly<{ page: number; justBroken: boolean }>

/**
 * Counts pages. Word stores where pages ended at the last save; other programs store only explicit breaks. The cells of a row are side by side: a page
 * break that appears in several of them counts once.
 */
export function createPages(builder: DocumentBuilder, asked: Asked) {
  let here: Place = { page: 1, justBroken: false }
  /** For each open row: position at its start, and furthest position reached by its cells. */
  const rows: { began: Place; furthest: Place }[] = []
  let startedPage = 0
  let noted = false
  const next = () => void (here = { page: here.page + 1, justBroken: true })
  const endCell = () => {
    const row = rows.at(-1)
    if (row) row.furthest = furthest(row.furthest, here)
  }
  return {
    current: () => here.page,
    areNoted: () => noted,
    start(number: number): void {
      if (number === startedPage) return
      builder.page(number)
      startedPage = number
    },
    ask(): void {
      next()
      asked.breakPage()
    },
    /**
     * Handles a page end stored by Word.
     * @returns true when a page begins. Word stores a page end again after an explicit break: that one is ignored
     */
    note(): boolean {
      noted = true
      if (here.justBroken) return false
      next()
      return true
    },
    written(): void {
      if (here.justBroken) here = { page: here.page, justBroken: false }
    },
    beginRow: () => void rows.push({ began: here, furthest: here }),
    beginCell(): void {
      const row = rows.at(-1)
      if (row) here = row.began
    },
    endCell,
    endRow(): void {
      endCell()
      const row = rows.pop()
      if (row) here = row.furthest
    },
  }
}

const furthest = (one: Place, other: Place): Place =>
  one.page === other.page ? { page: one.page, justBroken: one.justBroken && other.justBroken } : one.page > other.page ? one : other
