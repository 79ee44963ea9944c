import { routes, type ListedConversation } from '@parvis/contract'
import { useMutation, useQuery, useQueryClient } from '@tanstack/react-query'
import { call } from '../../api/browser.ts'
import { changeRows, usePages } from '../../api/pages.ts'
import { allAssistants } from './conversation-filter.ts'

const pagesKey = ['conversations', 'pages'] as const

/** The person's conversations, the last active first, a page at a time. A chat may have changed them since: they are asked for at each visit. */
export const useConversations = (search: string, assistant: string) =>
  usePages<ListedConversation>([...pagesKey, search, assistant], (cursor, signal) =>
    call(routes.conversations.page, {
      query: { ...(search !== '' && { search }), ...(assistant !== allAssistants && { assistant }), ...(cursor !== undefined && { cursor }) },
      signal,
    }),
  )

export const useConversationStats = () =>
  useQuery({
    queryKey: ['conversations', 'stats'],
    queryFn: ({ signal }) => call(routes.conversations.stats, { signal }),
    staleTime: 0,
  })

/** Changes of a conversation: the lists show them at once, then the server is asked what became of its figures. */
export function useConversationChanges() {
  const queryClient = useQueryClient()
  const inLists = (change: (row: ListedConversation) => ListedConversation | null) => {
    changeRows(queryClient, pagesKey, change)
    void queryClient.invalidateQueries({ queryKey: ['conversations'] })
  }
  const rename = useMutation({
    mutationFn: ({ id, title }: { id: string; title: string }) => call(routes.conversations.rename, { params: { id }, body: { title } }),
    onSuccess: (renamed) => inLists((one) => (one.id === renamed.id ? renamed : one)),
  })
  const remove = useMutation({
    mutationFn: (id: string) => call(routes.conversations.remove, { params: { id } }),
    onSuccess: (_, removedId) => inLists((one) => (one.id === removedId ? null : one)),
  })
  return { rename, remove }
}
