/**
 * Pages to offer around the current one: the first, the last, the neighbours; null stands for a gap of two or more.
 * @example pagesAround(5, 9) // [1, null, 4, 5, 6, null, 9]
 */
export function pagesAround(page: number, pages: number): (number | null)[] {
  const shown = [...new Set([1, page - 1, page, page + 1, pages])].filter((n) => n >= 1 && n <= pages).sort((a, b) => a - b)
  return shown.flatMap((n, at) => {
    const before = shown[at - 1]
    if (before === undefined || n - before === 1) return [n]
    return n - before === 2 ? [n - 1, n] : [null, n]
  })
}

/** How long the pages of a list are that the server gives: the first is short, since each row is drawn and most of what is looked for is newest. */
export interface PageLengths {
  first: number
  next: number
}

/** Of rows that are all at hand, those in sight: so many first, and all of them once the list is read on. @param pages from 1 */
export const inSight = <Row>(rows: readonly Row[], pages: number, first: number): readonly Row[] => (pages === 1 ? rows.slice(0, first) : rows)
