import type { Route, SentQuery } from '@parvis/contract'
import { keepPreviousData, useInfiniteQuery } from '@tanstack/react-query'
import { useMemo } from 'react'
import { keyOf, readOn, type Page, type RowOf } from './asking.ts'
import { call } from './browser.ts'
import type { Arguments } from './transport/client.ts'

/** A list that the server gives a page at a time: the rows read so far, each once, and how to read on. An empty filter is not sent. */
export function usePages<R extends Route>(route: R, filter: Omit<NonNullable<SentQuery<R>>, 'cursor'>) {
  const asked = Object.fromEntries(Object.entries(filter).filter(([, value]) => value !== '')) as object
  const inputOf = (cursor?: string) => ({ query: { ...asked, ...(cursor !== undefined && { cursor }) } })
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
  return { ...query, rows, total: query.data?.pages[0]?.total ?? undefined }
}
