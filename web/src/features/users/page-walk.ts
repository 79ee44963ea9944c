/** Cursors of the pages that were reached one after the other. */
interface PageWalk {
  /** Key of the list: its search and filters. */
  listKey: string
  /** Cursors by page number. A page without a cursor is requested by its number. */
  cursors: Readonly<Record<number, string>>
}

export const beginWalk = (listKey: string): PageWalk => ({ listKey, cursors: {} })

/**
 * Goes to another page. The next page starts at the cursor where the current one ends, so that additions or deletions above cause no duplicate nor gap.
 * @param next_cursor cursor after the current page; null on the last page or while it is loading
 */
export function walkTo(walk: PageWalk, from: number, page: number, next_cursor: string | null): PageWalk {
  const isNext = page === from + 1 && next_cursor !== null
  return { ...walk, cursors: isNext ? { ...walk.cursors, [page]: next_cursor } : walk.cursors }
}

/** Returns the number of pages to show, corrected for accounts added or removed since the first page was loaded. */
export const pagesFrom = (page: number, pages: number, next_cursor: string | null): number => (next_cursor === null ? page : Math.max(pages, page + 1))
