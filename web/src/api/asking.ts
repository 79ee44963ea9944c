import { changedBy, type Answer, type Route } from '@parvis/contract'
import type { InfiniteData, QueryClient, QueryKey } from '@tanstack/react-query'
import type { Arguments, Client, Input } from './transport/client.ts'

const isEmpty = (part: object | undefined): boolean => part === undefined || Object.values(part).every((value) => value === undefined)

/** What a call and its input are kept under: the call's path, then what is sent with it. */
export function keyOf<R extends Route>(route: R, ...[input]: Arguments<R>): QueryKey {
  const { params, query, body } = (input ?? {}) as Input<Route> & { params?: object; query?: object; body?: object }
  return [route.path, ...[params, query, body].map((part) => (isEmpty(part) ? null : part))]
}

/** Marks a query whose answer must not be asked for again, whatever changes: it tells of something that is about to go. */
export const askedOnce = { isAskedOnce: true } as const

export interface Page<Row> {
  data: Row[]
  next_cursor: string | null
  /** Rows of the whole list, on its first page. */
  total: number | null
}

/** The rows of a call that gives a list a page at a time. */
export type RowOf<R> = Answer<R> extends Page<infer Row> ? Row : never

/** Ends the key of a list that is read on, page after page; a page asked for by itself is another answer. */
export const readOn = 'pages'

/** One way to ask the server and to keep its answers: keys come from the calls, and what a change asks again from the contract. */
export function createAsking({ call, cache }: { call: Client['call']; cache: QueryClient }) {
  const askWhere = (matches: (path: string) => boolean, refetchType: 'active' | 'none'): Promise<void> =>
    cache.invalidateQueries({ predicate: ({ queryKey: [path], meta }) => typeof path === 'string' && matches(path) && meta !== askedOnce, refetchType })

  /** Asks again for all that stands under these beginnings of paths; `/` is everything. */
  const askUnder = (beginnings: readonly string[], refetchType: 'active' | 'none' = 'active'): Promise<void> =>
    askWhere((path) => beginnings.some((beginning) => beginning === '/' || path === beginning || path.startsWith(`${beginning}/`)), refetchType)

  return {
    askUnder,

    /** The query of a call of the contract, under its own key: `useQuery(q(routes.projects.get, { params: { id } }))`. */
    q: <R extends Route>(route: R, ...args: Arguments<R>) => ({
      queryKey: keyOf(route, ...args),
      queryFn: ({ signal }: { signal: AbortSignal }): Promise<Answer<R>> => call(route, ...([{ ...args[0], signal }] as unknown as Arguments<R>)),
    }),

    /**
     * Asks again for all that a writing call changes, as the contract states it. What is not on the screen waits for its next showing;
     * so does everything, `isQuiet`.
     */
    invalidate: (route: Route, { isQuiet = false }: { isQuiet?: boolean } = {}): Promise<void> => askUnder(changedBy(route), isQuiet ? 'none' : 'active'),

    /** Asks again for what a reading call gave, whatever was sent with it: somebody else has changed it. */
    askAgain: (route: Route): Promise<void> => askWhere((path) => path === route.path, 'active'),

    /**
     * Shows a change of what a call gave before the server has said yes.
     * @returns what takes it back, as it was unless told otherwise; what was emptied since is somebody else's, and stays as it is
     */
    showAtOnce<R extends Route>(route: R, change: (now: Answer<R>) => Answer<R>): (back?: (now: Answer<R>) => Answer<R>) => void {
      const query = cache.getQueryCache().find<Answer<R>>({ queryKey: [route.path, null, null, null] })
      // An answer on its way would show what was before.
      void query?.cancel({ revert: true })
      const before = query?.state.data
      const put = (to: (now: Answer<R>) => Answer<R> = () => before!) => void (before && query!.setData(to(query!.state.data!), { manual: true }))
      put(change)
      return put
    },

    /** Shows a change of rows at once, in every list of this call that is read on; a row changed into null is gone. */
    changeRows<R extends Route>(route: R, change: (row: RowOf<R>) => RowOf<R> | null): void {
      const isList = { predicate: ({ queryKey }: { queryKey: QueryKey }) => queryKey[0] === route.path && queryKey.at(-1) === readOn }
      cache.setQueriesData<InfiniteData<Page<RowOf<R>>>>(isList, (lists) => {
        if (lists === undefined) return lists
        let removed = 0
        const pages = lists.pages.map((page) => {
          const data = page.data.map(change).filter((row) => row !== null)
          removed += page.data.length - data.length
          return { ...page, data }
        })
        return { ...lists, pages: pages.map((page) => ({ ...page, total: page.total === null ? null : page.total - removed })) }
      })
    },
  }
}
