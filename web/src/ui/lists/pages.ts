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

/** How long the pages of a list are that is read on: the first is short, since most visits go no further and each row is drawn. */
export interface PageLengths {
  first: number
  next: number
}

/** Rows in sight where so many pages, from 1, are read. */
export const rowsInSight = (pages: number, { first, next }: PageLengths): number => first + (pages - 1) * next
