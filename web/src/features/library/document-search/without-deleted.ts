import { routes, type Answer } from '@parvis/contract'
import { q } from '../../../api/ask.ts'
import { queryClient } from '../../../api/query.ts'
import { remainingOf, type Remaining } from './remaining-documents.ts'

/** What is left of the documents that were chosen, by a new look at what the person has loaded, which the page then shows. @throws {ApiError} */
export async function withoutDeleted(chosen: readonly string[]): Promise<Remaining> {
  const loaded = q(routes.library.uploads)
  const known = queryClient.getQueryData<Answer<typeof routes.library.uploads>>(loaded.queryKey)
  const { documents } = await queryClient.fetchQuery({ ...loaded, staleTime: 0 })
  return remainingOf(chosen, known?.documents ?? [], documents)
}
