import { routes, type Assistant, type Conversation } from '@parvis/contract'
import { useQuery } from '@tanstack/react-query'
import { q } from '../../../api/ask.ts'

/**
 * The assistant that a conversation has now, which may be another than the one that it was opened with: what the conversation tells of it
 * until the rest is known, or where it cannot be.
 */
export function useCurrentAssistant(opened: Assistant, conversation: Conversation | null): Assistant {
  const id = conversation?.assistant_id ?? opened.id
  const { data } = useQuery(q(routes.assistants.get, { params: { id } }))
  return data ?? (id === opened.id ? opened : { ...opened, id, name: conversation?.assistant_name ?? '', description: '', starters: [] })
}
