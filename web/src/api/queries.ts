import { QueryClient } from '@tanstack/react-query'
import { call, onClearUserData } from './browser.ts'
import { createQueryFunctions } from './query-functions.ts'
import { isTemporary } from './transport/api-error.ts'

export { neverRefetched, keyOf } from './query-functions.ts'

/**
 * Query cache of this tab, cleared at sign-out. Temporary failures are retried twice; nothing is refetched on focus. Pages without a session must not
 * import it: the library is a tenth of what they load.
 */
export const queryClient = new QueryClient({
  defaultOptions: {
    queries: {
      staleTime: 30_000,
      refetchOnWindowFocus: false,
      networkMode: 'always',
      retry: (failures, error) => failures < 2 && isTemporary(error),
      retryDelay: (failures) => 500 * 2 ** failures,
    },
    mutations: { networkMode: 'always' },
  },
})

onClearUserData(() => queryClient.clear())

/** Query functions of this tab, over its cache and its client. */
export const {
  queryFor,
  invalidate,
  invalidateAnswers,
  askUnder: invalidateUnder,
  updateOptimistically,
  updateListRows,
} = createQueryFunctions({ call, cache: queryClient })
