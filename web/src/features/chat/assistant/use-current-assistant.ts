import { defaultIcon, routes, type Assistant, type Conversation } from '@parvis/contract'
import { useQuery } from '@tanstack/react-query'
import { q } from '../../../api/ask.ts'

/** What is shown of an assistant; of one that its conversation alone tells of, nobody knows how often it was used. */
export type ShownAssistant = Pick<Assistant, 'id' | 'name' | 'description' | 'icon' | 'starters' | 'document_categories'> & {
  category: Pick<Assistant['category'], 'name'>
  usage_count: number | null
}

/** An assistant that cannot be had, by what its conversation tells of it. */
export const toldBy = (id: string, { assistant_name, assistant_category }: Conversation): ShownAssistant => ({
  id,
  name: assistant_name ?? '',
  description: '',
  icon: defaultIcon,
  starters: [],
  document_categories: [],
  category: { name: assistant_category ?? '' },
  usage_count: null,
})

/**
 * The assistant that a conversation has now, which may be another than the one that it was opened with: what the conversation tells of it
 * until the rest is known, or where it cannot be.
 */
export function useCurrentAssistant(opened: ShownAssistant, conversation: Conversation | null): ShownAssistant {
  const id = conversation?.assistant_id ?? opened.id
  const { data } = useQuery(q(routes.assistants.get, { params: { id } }))
  return data ?? (conversation === null || id === opened.id ? opened : toldBy(id, conversation))
}
