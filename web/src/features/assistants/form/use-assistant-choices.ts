import { routes } from '@parvis/contract'
import { useQuery, type UseQueryResult } from '@tanstack/react-query'
import { queryFor } from '../../../api/queries.ts'
import { assistantFieldNames, documentNames, type DocumentChoice } from './assistant-form.ts'

/** Options of the form of an assistant, and its field labels for the notice of an edit conflict. */
export function useAssistantChoices(documents: UseQueryResult<readonly DocumentChoice[]>) {
  const categories = useQuery(queryFor(routes.assistants.categories))
  const fieldNames = {
    ...assistantFieldNames,
    category_id: { label: 'Catégorie', read: (id: string | null) => categories.data?.find((category) => category.id === id)?.name ?? '' },
    document_category_ids: { label: 'Documents de l’assistant', read: (ids: readonly string[]) => documentNames(documents.data, ids) },
  }
  return { categories, fieldNames }
}
