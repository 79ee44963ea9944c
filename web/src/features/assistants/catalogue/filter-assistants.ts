import type { ListedAssistant } from '@parvis/contract'
import { isFound } from '../../../ui/lists/matching.ts'

type Searched = Pick<ListedAssistant, 'name' | 'description' | 'category_id'>

/** Assistants whose name or description holds the text, in one category or all (null): those that are named so first, else in their order. */
export function filterAssistants<A extends Searched>(assistants: readonly A[], search: string, category_id: string | null): A[] {
  const found = assistants.filter(
    ({ name, description, category_id: own }) => (category_id === null || own === category_id) && isFound(search, [name, description]),
  )
  return [...found.filter(({ name }) => isFound(search, [name])), ...found.filter(({ name }) => !isFound(search, [name]))]
}
