import { routes } from '@parvis/contract'
import { useQuery } from '@tanstack/react-query'
import { invalidate, queryFor } from '../../api/queries.ts'

// staleTime 0: the counts change from other screens and by other people.
export const useAssistantCategories = () => useQuery({ ...queryFor(routes.assistantCategories.list), staleTime: 0 })

export const useDocumentCategories = () => useQuery({ ...queryFor(routes.documentCategories.list), staleTime: 0 })

/** Invalidates every query that shows categories: the catalogue, the document base and the library chat. */
export function categoriesChanged(): void {
  void invalidate(routes.assistantCategories.update)
  void invalidate(routes.documentCategories.update)
}
