import { routes } from '@parvis/contract'
import { useQuery } from '@tanstack/react-query'
import { queryFor } from '../../api/queries.ts'
import { usePages, type ListDepth } from '../../api/pages.ts'
import { allAssistants } from './conversation-filter.ts'

/** Current or archived conversations. */
export type ConversationShelf = 'courantes' | 'archivees'

/** Pages of the person's conversations, latest activity first. A search covers archived ones too on the « courantes » shelf. Refetched at each mount. */
export const useConversations = (search: string, assistant: string, shelf: ConversationShelf, depth?: ListDepth) =>
  usePages(
    routes.conversations.page,
    {
      search,
      assistant: assistant === allAssistants ? '' : assistant,
      ...(shelf === 'archivees' ? { archived: 'oui' } : search === '' && { archived: 'non' }),
    },
    depth,
  )

export const useConversationStats = () => useQuery({ ...queryFor(routes.conversations.stats), staleTime: 0 })
