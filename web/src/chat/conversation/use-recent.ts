import { routes } from '@parvis/contract'
import { useQuery } from '@tanstack/react-query'
import { q } from '../../api/ask.ts'
import { queryClient } from '../../api/query.ts'

/** Milliseconds during which the components of a page share one answer of the recent conversations. */
const shared = 2_000

const recent = { ...q(routes.conversations.recent), staleTime: shared }

/**
 * Recent conversations, as in the sidebar. Updated when this tab or another changes them.
 * @param isBeside whether the component is mounted beside the sidebar, which has just fetched them: they are not fetched again
 */
export const useRecent = (isBeside = false) => useQuery({ ...recent, refetchOnMount: !isBeside, select: ({ conversations }) => conversations }, queryClient)

/** Number of unseen conversations shared by other people. Comes with the recent conversations, without a request of its own. */
export const useNewShares = (isBeside = false): number =>
  useQuery({ ...recent, refetchOnMount: !isBeside, select: ({ news }) => news.conversations }, queryClient).data ?? 0

/** Counts of the user's unseen news. Come with the recent conversations, without a request of their own. */
export const useNews = () => useQuery({ ...recent, select: ({ news }) => news }, queryClient)
