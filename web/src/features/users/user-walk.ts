/** How somebody goes through the pages of the list: where those that were reached one after the other begin. */
interface Walk {
  /** Identifies the list: its search and filters. */
  list: string
  /** Cursors by page. A page without one is asked for by its number. */
  starts: Readonly<Record<number, string>>
}

export const beginWalk = (list: string): Walk => ({ list, starts: {} })

/**
 * Goes from a page to another. The next one begins where the one in sight ends, whatever was added or removed above meanwhile: no account is seen twice
 * nor missed.
 * @param next_cursor of the page in sight; null when it is the last, or not there yet
 */
export function walkTo(walk: Walk, from: number, page: number, next_cursor: string | null): Walk {
  const isNext = page === from + 1 && next_cursor !== null
  return { ...walk, starts: isNext ? { ...walk.starts, [page]: next_cursor } : walk.starts }
}

/** How many pages to show: the accounts may have become more, or fewer, since the first page was read. */
export const pagesFrom = (page: number, pages: number, next_cursor: string | null): number => (next_cursor === null ? page : Math.max(pages, page + 1))
