import { QueryClient } from '@tanstack/react-query';
import { isPassing } from './api-error.ts';

/** Answers kept for the time of a session. What fails for a passing reason is asked again, twice; nothing is asked for no reason. */
export function createQueryClient(): QueryClient {
  return new QueryClient({
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
  });
}
