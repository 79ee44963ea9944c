import { keepPreviousData, useInfiniteQuery, type InfiniteData, type QueryClient, type QueryKey } from '@tanstack/react-query'
import { useMemo } from 'react'

export interface Page<Row> {
  data: Row[]
  next_cursor: string | null
  /** Rows of the whole list, on its first page. */
  total: number | null
}

/** A list that the server gives a page at a time: the rows read so far, each once, and how to read on. */
export function usePages<Row extends { id: string }>(queryKey: QueryKey, fetchPage: (cursor: string | undefined, signal: AbortSignal) => Promise<Page<Row>>) {
  const query = useInfiniteQuery({
    queryKey,
    queryFn: ({ pageParam, signal }) => fetchPage(pageParam, signal),
    initialPageParam: undefined as string | undefined,
    getNextPageParam: ({ next_cursor }) => next_cursor ?? undefined,
    placeholderData: keepPreviousData,
    staleTime: 0,
  })
  const rows = useMemo(() => query.data && [...new Map(query.data.pages.flatMap(({ data }) => data).map((row) => [row.id, row])).values()], [query.data])
  return { ...query, rows, total: query.data?.pages[0]?.total ?? undefined }
}

/** Shows a change of rows at once, in every list under `queryKey`; a row changed into null is gone. */
export function changeRows<Row extends { id: string }>(queryClient: QueryClient, queryKey: QueryKey, change: (row: Row) => Row | null): void {
  queryClient.setQueriesData<InfiniteData<Page<Row>>>({ queryKey }, (lists) => {
    if (lists === undefined) return lists
    let removed = 0
    const pages = lists.pages.map((page) => {
      const data = page.data.map(change).filter((row) => row !== null)
      removed += page.data.length - data.length
      return { ...page, data }
    })
    return { ...lists, pages: pages.map((page) => ({ ...page, total: page.total === null ? null : page.total - removed })) }
  })
}
