import { changedBy, type RouteAnswer, type Route } from '@parvis/contract'
import type { InfiniteData, QueryClient, QueryKey } from '@tanstack/react-query'
import type { CallArguments, Client, CallInput } from './transport/client.ts'

const isEmpty = (part: object | undefined): boolean => part === undefined || Object.values(part).every((value) => value === undefined)

/** Cache key of a call: its path, then its parameters, query and body. */
export function keyOf<R extends Route>(route: R, ...[input]: CallArguments<R>): QueryKey {
  const { params, query, body } = (input ?? {}) as CallInput<Route> & { params?: object; query?: object; body?: object }
  return [route.path, ...[params, query, body].map((part) => (isEmpty(part) ? null : part))]
}

/** `meta` of a query that is never refetched by an invalidation, as it describes something about to be deleted. */
export const neverRefetched = { isAskedOnce: true } as const

export interface RowPage<Row> {
  data: Row[]
  next_cursor: string | null
  /** Number of rows in the whole list. Given with the first page only. */
  total: number | null
}

/** Row type of a paginated call. */
export type RowOf<R> = RouteAnswer<R> extends RowPage<infer Row> ? Row : never

/** Last element of the cache key of an infinite list. A single page has another key. */
export const infiniteListKey = 'pages'

/**
 * Creates the functions that query the server and invalidate the cache. Cache keys come from the calls; what a change invalidates comes from the contract.
 */
export function createQueryFunctions({ call, cache }: { call: Client['call']; cache: QueryClient }) {
  const invalidateWhere = (matches: (path: string) => boolean, refetchType: 'active' | 'none'): Promise<void> =>
    cache.invalidateQueries({ predicate: ({ queryKey: [path], meta }) => typeof path === 'string' && matches(path) && meta !== neverRefetched, refetchType })

  /** Invalidates all cached answers under these path prefixes; `/` means everything. */
  const invalidateUnder = (pathPrefixes: readonly string[], refetchType: 'active' | 'none' = 'active'): Promise<void> =>
    invalidateWhere((path) => pathPrefixes.some((pathPrefix) => pathPrefix === '/' || path === pathPrefix || path.startsWith(`${pathPrefix}/`)), refetchType)

  return {
    askUnder: invalidateUnder,

    /** Query options of a call, under its own key: `useQuery(q(routes.projects.get, { params: { id } }))`. */
    queryFor: <R extends Route>(route: R, ...args: CallArguments<R>) => ({
      queryKey: keyOf(route, ...args),
      queryFn: ({ signal }: { signal: AbortSignal }): Promise<RouteAnswer<R>> => call(route, ...([{ ...args[0], signal }] as unknown as CallArguments<R>)),
    }),

    /**
     * Invalidates everything that a write changes, as the contract declares it. Queries not on the screen are refetched when they are shown again; with
     * `isQuiet`, all of them.
     */
    invalidate: (route: Route, { isQuiet = false }: { isQuiet?: boolean } = {}): Promise<void> =>
      invalidateUnder(changedBy(route), isQuiet ? 'none' : 'active'),

    /** Invalidates all answers of a read, whatever its input, because another person has changed its data. */
    invalidateAnswers: (route: Route): Promise<void> => invalidateWhere((path) => path === route.path, 'active'),

    /**
     * Optimistic update: applies a change to the cached answer before the server confirms it. Does nothing if the answer is not cached.
     * @returns a function that restores the previous answer, or applies another change. Without effect on a cache cleared since
     */
    updateOptimistically<R extends Route>(
      route: R,
      change: (now: RouteAnswer<R>) => RouteAnswer<R>,
    ): (restore?: (now: RouteAnswer<R>) => RouteAnswer<R>) => void {
      const query = cache.getQueryCache().find<RouteAnswer<R>>({ queryKey: [route.path, null, null, null] })
      // A pending answer would overwrite the change with the previous state.
      void query?.cancel({ revert: true })
      const before = query?.state.data
      const applyChange = (to: (now: RouteAnswer<R>) => RouteAnswer<R> = () => before!) =>
        void (before && query!.setData(to(query!.state.data!), { manual: true }))
      applyChange(change)
      return applyChange
    },

    /** Applies a change to the rows of every infinite list of this call. A row changed into null is removed and subtracted from the total. */
    updateListRows<R extends Route>(route: R, change: (row: RowOf<R>) => RowOf<R> | null): void {
      const isList = { predicate: ({ queryKey }: { queryKey: QueryKey }) => queryKey[0] === route.path && queryKey.at(-1) === infiniteListKey }
      cache.setQueriesData<InfiniteData<RowPage<RowOf<R>>>>(isList, (lists) => {
        if (lists === undefined) return lists
        let removedCount = 0
        const pages = lists.pages.map((page) => {
          const data = page.data.map(change).filter((row) => row !== null)
          removedCount += page.data.length - data.length
          return { ...page, data }
        })
        return { ...lists, pages: pages.map((page) => ({ ...page, total: page.total === null ? null : page.total - removedCount })) }
      })
    },
  }
}
