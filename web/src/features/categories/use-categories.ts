import { routes } from '@parvis/contract'
import { useQuery } from '@tanstack/react-query'
import { invalidate, q } from '../../api/ask.ts'

// What they hold changes from other screens, and by others.
export const useAssistantCategories = () => useQuery({ ...q(routes.assistantCategories.list), staleTime: 0 })

export const useDocumentCategories = () => useQuery({ ...q(routes.documentCategories.list), staleTime: 0 })

/** Asks again for all that shows a category: the catalogue, the document base, the library chat. */
export function categoriesChanged(): void {
  void invalidate(routes.assistantCategories.update)
  void invalidate(routes.documentCategories.update)
}
