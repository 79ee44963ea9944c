import { routes, type Assistant, type Conversation } from '@parvis/contract'
import { useQuery } from '@tanstack/react-query'
import { q } from '../../../api/ask.ts'

/**
 * The assistant that a conversation has now, which may be another than the one that it was opened with.
 * @param opened the one that it was opened with, shown until the other is known
 */
export function useCurrentAssistant(opened: Assistant, conversation: Conversation | null): Assistant {
  const id = conversation?.assistant_id ?? opened.id
  const { data, isError } = useQuery({ ...q(routes.assistants.get, { params: { id } }), placeholderData: (before: Assistant | undefined) => before ?? opened })
  if (id === opened.id) return data ?? opened
  // Chosen elsewhere, and put away since: what the conversation tells of it.
  if (isError && data === undefined) {
    const { assistant_name, assistant_category } = conversation!
    const category = { ...opened.category, name: assistant_category ?? '' }
    return { ...opened, id, name: assistant_name ?? opened.name, description: '', category, starters: [], document_categories: [] }
  }
  return data ?? opened
}
