import { defaultIcon, routes, type Assistant, type Conversation } from '@parvis/contract'
import { useQuery } from '@tanstack/react-query'
import { queryFor } from '../../../api/queries.ts'

/** Assistant as the chat shows it. `usage_count` is null when it is only known from its conversation. */
export type ShownAssistant = Pick<Assistant, 'id' | 'name' | 'description' | 'icon' | 'starters' | 'document_categories' | 'file_count'> & {
  category: Pick<Assistant['category'], 'name'>
  usage_count: number | null
}

/** Describes an assistant that cannot be loaded, from the data of its conversation. */
export const assistantFromConversation = (id: string, { assistant_name, assistant_category }: Conversation): ShownAssistant => ({
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
 * Current assistant of a conversation, which may differ from the one it was opened with. Until the assistant is loaded, or if it cannot be, uses the data
 * of the conversation.
 */
export function useCurrentAssistant(opened: ShownAssistant, conversation: Conversation | null): ShownAssistant {
  const id = conversation?.assistant_id ?? opened.id
  const { data } = useQuery(queryFor(routes.assistants.get, { params: { id } }))
  return data ?? (conversation === null || id === opened.id ? opened : assistantFromConversation(id, conversation))
}
