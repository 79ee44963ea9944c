import { routes, type RouteAnswer } from '@parvis/contract'
import { queryFor, queryClient } from '../../../api/queries.ts'
import { remainingOf, type RemainingDocuments } from './remaining-documents.ts'

/** Refetches the person's documents, which also updates the page, and returns which of the chosen ones still exist. @throws {ApiError} */
export async function withoutDeleted(chosen: readonly string[]): Promise<RemainingDocuments> {
  const loaded = queryFor(routes.library.uploads)
  const cachedConversation = queryClient.getQueryData<RouteAnswer<typeof routes.library.uploads>>(loaded.queryKey)
  const { documents } = await queryClient.fetchQuery({ ...loaded, staleTime: 0 })
  return remainingOf(chosen, cachedConversation?.documents ?? [], documents)
}
