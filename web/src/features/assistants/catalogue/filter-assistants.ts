import type { ListedAssistant } from '@parvis/contract'
import { matchesSearch } from '../../../ui/lists/matching.ts'

type Searched = Pick<ListedAssistant, 'name' | 'description' | 'category_id'>

/** Filters assistants by text and by category (null for all). Matches in the name come before matches in the description; the order is otherwise kept. */
export function filterAssistants<A extends Searched>(assistants: readonly A[], search: string, category_id: string | null): A[] {
  const found = assistants.filter(
    ({ name, description, category_id: own }) => (category_id === null || own === category_id) && matchesSearch(search, [name, description]),
  )
  return [...found.filter(({ name }) => matchesSearch(search, [name])), ...found.filter(({ name }) => !matchesSearch(search, [name]))]
}
