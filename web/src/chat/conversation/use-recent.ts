import { routes } from '@parvis/contract'
import { useQuery } from '@tanstack/react-query'
import { q } from '../../api/ask.ts'
import { queryClient } from '../../api/query.ts'

/** Milliseconds for which an answer serves all that a page draws with it, whichever of its parts asked first. */
const shared = 2_000

const recent = { ...q(routes.conversations.recent), staleTime: shared }

/**
 * The conversations at hand, those of the sidebar. They follow what this tab and the others change.
 * @param isBeside what asks stands beside the sidebar, which has just asked: it is not asked twice
 */
export const useRecent = (isBeside = false) => useQuery({ ...recent, refetchOnMount: !isBeside, select: ({ conversations }) => conversations }, queryClient)

/** How many conversations that others share are new; told with those at hand, never asked for by itself. */
export const useNewShares = (isBeside = false): number =>
  useQuery({ ...recent, refetchOnMount: !isBeside, select: ({ news }) => news.conversations }, queryClient).data ?? 0

/** Counts of the news of the person, received with the recent conversations, without a call of their own. */
export const useNews = () => useQuery({ ...recent, select: ({ news }) => news }, queryClient)
