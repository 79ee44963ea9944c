import type { Assistant } from '@parvis/contract'

type Searched = Pick<Assistant, 'name' | 'description' | 'category_id'>

/** Case and accents aside: « delib » finds « Délibération ». */
const fold = (text: string) => text.normalize('NFD').replace(/\p{M}/gu, '').toLowerCase()

/** Assistants whose name or description holds the text, in one category or all (null); in their order. */
export function filterAssistants<A extends Searched>(assistants: readonly A[], search: string, category_id: string | null): A[] {
  const wanted = fold(search.trim())
  return assistants.filter(
    (assistant) =>
      (category_id === null || assistant.category_id === category_id) &&
      (wanted === '' || fold(assistant.name).includes(wanted) || fold(assistant.description).includes(wanted)),
  )
}
