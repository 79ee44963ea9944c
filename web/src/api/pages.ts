import type { Route, SentQuery } from '@parvis/contract'
import { keepPreviousData, useInfiniteQuery } from '@tanstack/react-query'
import { useEffect, useMemo } from 'react'
import { keyOf, readOn, type Page, type RowOf } from './asking.ts'
import { call } from './browser.ts'
import type { PageLengths } from '../ui/lists/pages.ts'
import { useDrawn } from '../ui/use-drawn.ts'
import type { Arguments } from './transport/client.ts'

/** Number of pages read of a list, as its URL says, and the function that updates the URL. */
export interface Depth {
  pages: number
  keep: (pages: number) => void
  /** Page sizes. Without them, the filter's `limit` applies. */
  lengths?: PageLengths
}

const asFirst: Depth = { pages: 1, keep: () => undefined }

/** Infinite list of a paginated call: the rows read so far, without duplicates, and `readNext`. Empty filter values are not sent. */
export function usePages<R extends Route>(route: R, filter: Omit<NonNullable<SentQuery<R>>, 'cursor'>, depth = asFirst) {
  const asked = Object.fromEntries(Object.entries(filter).filter(([, value]) => value !== '')) as object
  const { lengths } = depth
  const inputOf = (cursor?: string) => {
    const limit = lengths && { limit: String(cursor === undefined ? lengths.first : lengths.next) }
    return { query: { ...asked, ...limit, ...(cursor !== undefined && { cursor }) } }
  }
  const query = useInfiniteQuery({
    queryKey: [...keyOf(route, ...([inputOf()] as unknown as Arguments<R>)), readOn],
    queryFn: async ({ pageParam, signal }) =>
      (await call(route, ...([{ ...inputOf(pageParam), signal }] as unknown as Arguments<R>))) as Page<RowOf<R> & { id: string }>,
    initialPageParam: undefined as string | undefined,
    getNextPageParam: ({ next_cursor }) => next_cursor ?? undefined,
    placeholderData: keepPreviousData,
    staleTime: 0,
  })
  const rows = useMemo(() => query.data && [...new Map(query.data.pages.flatMap(({ data }) => data).map((row) => [row.id, row])).values()], [query.data])
  // After a failure the previous rows are rendered at once, because the search field being typed in is rendered with them.
  const areDrawn = useDrawn(rows !== undefined || query.isError)
  const { data, hasNextPage, isFetching, isFetchNextPageError, fetchNextPage } = query
  // After a return or through a link, as many pages are read as the URL says.
  const isBehind = data !== undefined && data.pages.length < depth.pages && hasNextPage && !isFetching && !isFetchNextPageError
  useEffect(() => {
    if (isBehind) void fetchNextPage()
  }, [isBehind, fetchNextPage])
  async function readNext() {
    const { data: read, isError } = await fetchNextPage()
    if (!isError && read) depth.keep(read.pages.length)
  }
  return { ...query, readNext, rows: areDrawn ? rows : undefined, total: query.data?.pages[0]?.total ?? undefined }
}
