import { QueryClientProvider } from '@tanstack/react-query'
import { Outlet } from '../router/Routes.tsx'
import { queryClient } from './queries.ts'

/** Provides the query cache to the pages of a signed-in person. */
export function QueryCacheProvider() {
  return (
    <QueryClientProvider client={queryClient}>
      <Outlet />
    </QueryClientProvider>
  )
}
