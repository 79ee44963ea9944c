import type { DocumentBuilder } from '../../building/document-builder.ts'
import type { PageBreakCheck } from '../page-break-check.ts'

export type DocxPageCounter = ReturnType<typeof createDocxPageCounter>

/** Position of the reading. `justBroken`: nothing has been read on this page yet. */
type PagePosition = Readonly<{ page: number; justBroken: boolean }>

/**
 * Counts pages. Word stores where pages ended at the last save; other programs store only explicit breaks. The cells of a row are side by side: a page
 * break that appears in several of them counts once.
 */
export function createDocxPageCounter(builder: DocumentBuilder, pageBreaks: PageBreakCheck) {
  let position: PagePosition = { page: 1, justBroken: false }
  /** For each open row: position at its start, and furthest position reached by its cells. */
  const rows: { start: PagePosition; furthest: PagePosition }[] = []
  let startedPage = 0
  let hasRendered = false
  const next = () => void (position = { page: position.page + 1, justBroken: true })
  const endCell = () => {
    const row = rows.at(-1)
    if (row) row.furthest = furthest(row.furthest, position)
  }
  return {
    current: () => position.page,
    hasRenderedBreaks: () => hasRendered,
    start(number: number): void {
      if (number === startedPage) return
      builder.page(number)
      startedPage = number
    },
    addExplicitBreak(): void {
      next()
      pageBreaks.breakPage()
    },
    /**
     * Handles a page end stored by Word.
     * @returns true when a page begins. Word stores a page end again after an explicit break: that one is ignored
     */
    addRenderedBreak(): boolean {
      hasRendered = true
      if (position.justBroken) return false
      next()
      return true
    },
    written(): void {
      if (position.justBroken) position = { page: position.page, justBroken: false }
    },
    beginRow: () => void rows.push({ start: position, furthest: position }),
    beginCell(): void {
      const row = rows.at(-1)
      if (row) position = row.start
    },
    endCell,
    endRow(): void {
      endCell()
      const row = rows.pop()
      if (row) position = row.furthest
    },
  }
}

const furthest = (one: PagePosition, other: PagePosition): PagePosition =>
  one.page === other.page ? { page: one.page, justBroken: one.justBroken && other.justBroken } : one.page > other.page ? one : other
