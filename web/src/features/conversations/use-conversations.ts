import { routes } from '@parvis/contract'
import { useQuery } from '@tanstack/react-query'
import { q } from '../../api/ask.ts'
import { usePages, type Depth } from '../../api/pages.ts'
import { allAssistants } from './conversation-filter.ts'

/** Where conversations are: those in hand, or those put away. */
export type Shelf = 'courantes' | 'archivees'

/**
 * The person's conversations, the last active first, a page at a time; words are looked for on every shelf. A chat may have changed them since:
 * they are asked for at each visit.
 */
export const useConversations = (search: string, assistant: string, shelf: Shelf, depth?: Depth) =>
  usePages(
    routes.conversations.page,
    {
      search,
      assistant: assistant === allAssistants ? '' : assistant,
      ...(shelf === 'archivees' ? { archived: 'oui' } : search === '' && { archived: 'non' }),
    },
    depth,
  )

export const useConversationStats = () => useQuery({ ...q(routes.conversations.stats), staleTime: 0 })
