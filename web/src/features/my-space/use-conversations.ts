import { routes, type ListedConversation } from '@parvis/contract'
import { keepPreviousData, useMutation, useQuery, useQueryClient } from '@tanstack/react-query'
import { call } from '../../api/browser.ts'

/** The person's conversations, the last active first. A chat may have changed them since: they are asked for at each visit. */
export function useConversations(search: string) {
  return useQuery({
    queryKey: ['conversations', 'list', search],
    queryFn: ({ signal }) => call(routes.conversations.list, { query: search === '' ? {} : { search }, signal }),
    placeholderData: keepPreviousData,
    staleTime: 0,
  })
}

export const useConversationStats = () =>
  useQuery({
    queryKey: ['conversations', 'stats'],
    queryFn: ({ signal }) => call(routes.conversations.stats, { signal }),
    staleTime: 0,
  })

/** Changes of a conversation: the lists show them at once, then the server is asked what became of its figures. */
export function useConversationChanges() {
  const queryClient = useQueryClient()
  const inLists = (change: (list: ListedConversation[]) => ListedConversation[]) => {
    queryClient.setQueriesData<ListedConversation[]>({ queryKey: ['conversations', 'list'] }, (list) => list && change(list))
    void queryClient.invalidateQueries({ queryKey: ['conversations'] })
  }
  const rename = useMutation({
    mutationFn: ({ id, title }: { id: string; title: string }) => call(routes.conversations.rename, { params: { id }, body: { title } }),
    onSuccess: (renamed) => inLists((list) => list.map((one) => (one.id === renamed.id ? renamed : one))),
  })
  const remove = useMutation({
    mutationFn: (id: string) => call(routes.conversations.remove, { params: { id } }),
    onSuccess: (_, removedId) => inLists((list) => list.filter(({ id }) => id !== removedId)),
  })
  return { rename, remove }
}
