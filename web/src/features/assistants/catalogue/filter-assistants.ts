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

/**
 * Moves some assistants to the start of the list.
 * @param ownIds their ids, in order; unknown ids are ignored
 */
export function ownFirst<A extends { id: string }>(assistants: readonly A[], ownIds: readonly string[]): A[] {
  const positions = new Map([...new Set(ownIds)].map((id, at) => [id, at]))
  const positionOf = ({ id }: A) => positions.get(id) ?? positions.size
  // A stable sort: the others keep their order.
  return assistants.toSorted((a, b) => positionOf(a) - positionOf(b))
}
