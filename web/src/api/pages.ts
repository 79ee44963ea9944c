import type { Route, SentRouteQuery } from '@parvis/contract'
import { keepPreviousData, useInfiniteQuery } from '@tanstack/react-query'
import { useEffect, useMemo } from 'react'
import { keyOf, infiniteListKey, type RowPage, type RowOf } from './query-functions.ts'
import { call } from './browser.ts'
import type { PageSizes } from '../ui/lists/MoreRows.tsx'
import { useDeferredReady } from '../ui/feedback/Skeleton.tsx'
import type { CallArguments } from './transport/client.ts'

/** Number of pages read of a list, as its URL says, and the function that updates the URL. */
export interface ListDepth {
  pages: number
  setPages: (pages: number) => void
  /** Page sizes. Without them, the filter's `limit` applies. */
  lengths?: PageSizes
}

const firstPageOnly: ListDepth = { pages: 1, setPages: () => undefined }

/** Infinite list of a paginated call: the rows read so far, without duplicates, and `readNext`. Empty filter values are not sent. */
export function usePages<R extends Route>(route: R, filter: Omit<NonNullable<SentRouteQuery<R>>, 'cursor'>, depth = firstPageOnly) {
  const sentFilter = Object.fromEntries(Object.entries(filter).filter(([, value]) => value !== '')) as object
  const { lengths } = depth
  const inputOf = (cursor?: string) => {
    const limit = lengths && { limit: String(cursor === undefined ? lengths.first : lengths.next) }
    return { query: { ...sentFilter, ...limit, ...(cursor !== undefined && { cursor }) } }
  }
  const query = useInfiniteQuery({
    queryKey: [...keyOf(route, ...([inputOf()] as unknown as CallArguments<R>)), infiniteListKey],
    queryFn: async ({ pageParam, signal }) =>
      (await call(route, ...([{ ...inputOf(pageParam), signal }] as unknown as CallArguments<R>))) as RowPage<RowOf<R> & { id: string }>,
    initialPageParam: undefined as string | undefined,
    getNextPageParam: ({ next_cursor }) => next_cursor ?? undefined,
    placeholderData: keepPreviousData,
    staleTime: 0,
  })
  const rows = useMemo(() => query.data && [...new Map(query.data.pages.flatMap(({ data }) => data).map((row) => [row.id, row])).values()], [query.data])
  // After a failure the previous rows are rendered at once, because the search field being typed in is rendered with them.
  const areRendered = useDeferredReady(rows !== undefined || query.isError)
  const { data, hasNextPage, isFetching, isFetchNextPageError, fetchNextPage } = query
  // After a return or through a link, as many pages are read as the URL says.
  const mustReadMore = data !== undefined && data.pages.length < depth.pages && hasNextPage && !isFetching && !isFetchNextPageError
  useEffect(() => {
    if (mustReadMore) void fetchNextPage()
  }, [mustReadMore, fetchNextPage])
  async function readNext() {
    const { data: read, isError } = await fetchNextPage()
    if (!isError && read) depth.setPages(read.pages.length)
  }
  return { ...query, readNext, rows: areRendered ? rows : undefined, total: query.data?.pages[0]?.total ?? undefined }
}
