import { routes, type ListedConversation } from '@parvis/contract'
import { useMutation, useQuery } from '@tanstack/react-query'
import { changeRows, invalidate, q } from '../../api/ask.ts'
import { call } from '../../api/browser.ts'
import { usePages } from '../../api/pages.ts'
import { allAssistants } from './conversation-filter.ts'

/** Where conversations are: those in hand, or those put away. */
export type Shelf = 'courantes' | 'archivees'

/**
 * The person's conversations, the last active first, a page at a time; words are looked for on every shelf. A chat may have changed them since:
 * they are asked for at each visit.
 */
export const useConversations = (search: string, assistant: string, shelf: Shelf) =>
  usePages(routes.conversations.page, {
    search,
    assistant: assistant === allAssistants ? '' : assistant,
    ...(shelf === 'archivees' ? { archived: 'oui' } : search === '' && { archived: 'non' }),
  })

export const useConversationStats = () => useQuery({ ...q(routes.conversations.stats), staleTime: 0 })

/** Changes of a conversation: the lists show them at once, then the server is asked what became of its figures. */
export function useConversationChanges() {
  const inLists = (change: (row: ListedConversation) => ListedConversation | null) => {
    changeRows(routes.conversations.page, change)
    void invalidate(routes.conversations.remove)
  }
  const change = useMutation({
    mutationFn: ({ id, ...body }: { id: string; title?: string; pinned?: boolean; archived?: boolean }) =>
      call(routes.conversations.update, { params: { id }, body }),
    onSuccess: (changed) => inLists((one) => (one.id === changed.id ? { ...one, ...changed } : one)),
  })
  const remove = useMutation({
    mutationFn: (id: string) => call(routes.conversations.remove, { params: { id } }),
    onSuccess: (_, removedId) => inLists((one) => (one.id === removedId ? null : one)),
  })
  return { change, remove }
}
