/**
 * Returns the page numbers to show around the current one: the first, the last and the neighbours. Null stands for a gap of two pages or more.
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

/** Page sizes of a list loaded from the server. The first page is short, because every row costs rendering time and the newest rows are the most wanted. */
export interface PageSizes {
  first: number
  next: number
}

/**
 * Returns the rows to show of a fully loaded list: the first `first` ones, then all of them once the person asks for more. @param pages number of pages
 * asked for, from 1
 */
export const visibleRows = <Row>(rows: readonly Row[], pages: number, first: number): readonly Row[] => (pages === 1 ? rows.slice(0, first) : rows)
