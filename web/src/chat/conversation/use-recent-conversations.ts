import { routes } from '@parvis/contract'
import { useQuery } from '@tanstack/react-query'
import { queryFor, queryClient } from '../../api/queries.ts'

/** Milliseconds during which the components of a page share one answer of the recent conversations. */
const sharedMs = 2_000

const recentQuery = { ...queryFor(routes.conversations.recent), staleTime: sharedMs }

/**
 * Recent conversations, as in the sidebar. Updated when this tab or another changes them.
 * @param isBesideSidebar whether the component is mounted beside the sidebar, which has just fetched them: they are not fetched again
 */
export const useRecentConversations = (isBesideSidebar = false) =>
  useQuery({ ...recentQuery, refetchOnMount: !isBesideSidebar, select: ({ conversations }) => conversations }, queryClient)

/** Number of unseen conversations shared by other people. Comes with the recent conversations, without a request of its own. */
export const useNewShares = (isBesideSidebar = false): number =>
  useQuery({ ...recentQuery, refetchOnMount: !isBesideSidebar, select: ({ news }) => news.conversations }, queryClient).data ?? 0

/** Counts of the user's unseen news. Come with the recent conversations, without a request of their own. */
export const useNews = () => useQuery({ ...recentQuery, select: ({ news }) => news }, queryClient)
