import { routes } from '@parvis/contract'
import { useQuery, useQueryClient } from '@tanstack/react-query'
import { call } from '../../api/browser.ts'

export const useAssistantCategories = () =>
  useQuery({ queryKey: ['managed-categories', 'assistants'], queryFn: ({ signal }) => call(routes.assistantCategories.list, { signal }) })

export const useDocumentCategories = () =>
  useQuery({ queryKey: ['managed-categories', 'documents'], queryFn: ({ signal }) => call(routes.documentCategories.list, { signal }) })

/** Asks again for all that shows a category: the catalogue, the document base, the library chat. */
export function useCategoriesChanged(): () => void {
  const cache = useQueryClient()
  return () => {
    for (const key of ['managed-categories', 'assistants', 'documents', 'document-categories', 'library-categories', 'library'])
      void cache.invalidateQueries({ queryKey: [key] })
  }
}
