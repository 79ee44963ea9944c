import { QueryClient } from '@tanstack/react-query'
import { isPassing } from './transport/api-error.ts'
import { onForget } from './browser.ts'

/**
 * Answers kept for the time of a session, one cache a tab. What fails for a passing reason is asked again, twice; nothing is
 * asked for no reason. Pages without a session must not import it: the library is a tenth of what they load.
 */
export const queryClient = new QueryClient({
  defaultOptions: {
    queries: {
      staleTime: 30_000,
      refetchOnWindowFocus: false,
      networkMode: 'always',
      retry: (failures, error) => failures < 2 && isPassing(error),
      retryDelay: (failures) => 500 * 2 ** failures,
    },
    mutations: { networkMode: 'always' },
  },
})

onForget(() => queryClient.clear())
