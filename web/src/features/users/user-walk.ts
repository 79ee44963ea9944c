/** Cursors of the pages that were reached one after the other. */
interface Walk {
  /** Key of the list: its search and filters. */
  list: string
  /** Cursors by page number. A page without a cursor is requested by its number. */
  starts: Readonly<Record<number, string>>
}

export const beginWalk = (list: string): Walk => ({ list, starts: {} })

/**
 * Goes to another page. The next page starts at the cursor where the current one ends, so that additions or deletions above cause no duplicate nor gap.
 * @param next_cursor cursor after the current page; null on the last page or while it is loading
 */
export function walkTo(walk: Walk, from: number, page: number, next_cursor: string | null): Walk {
  const isNext = page === from + 1 && next_cursor !== null
  return { ...walk, starts: isNext ? { ...walk.starts, [page]: next_cursor } : walk.starts }
}

/** Returns the number of pages to show, corrected for accounts added or removed since the first page was loaded. */
export const pagesFrom = (page: number, pages: number, next_cursor: string | null): number => (next_cursor === null ? page : Math.max(pages, page + 1))
