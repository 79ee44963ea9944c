import type { DocumentBuilder } from '../../building/document-builder.ts'
import type { Asked } from '../asked-pages.ts'

export type Pages = ReturnType<typeof createPages>

/** Where the reading stands: on a page, of which nothing has been read yet when it has just broken. */
type Place = Readonly<{ page: number; justBroken: boolean }>

/**
 * Counts pages. Word notes where its pages ended when it last saved; other programs only write the breaks people asked for. The cells
 * of a row stand side by side: a page that ends in several of them is noted in each, and ends once.
 */
export function createPages(builder: DocumentBuilder, asked: Asked) {
  let here: Place = { page: 1, justBroken: false }
  /** Of each row that is open: where it began, and the furthest that one of its cells went. */
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
    /** @returns whether a page begins: a note comes again after a break that was asked for */
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
