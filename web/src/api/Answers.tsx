import { QueryClientProvider } from '@tanstack/react-query'
import { Outlet } from '../router/Routes.tsx'
import { queryClient } from './query.ts'

/** Around the pages of a signed-in person: gives them the cache of answers. */
export function Answers() {
  return (
    <QueryClientProvider client={queryClient}>
      <Outlet />
    </QueryClientProvider>
  )
}
