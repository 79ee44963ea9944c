import { routes } from '@parvis/contract'
import { useQuery } from '@tanstack/react-query'
import { q } from '../../api/ask.ts'
import { queryClient } from '../../api/query.ts'

/** The conversations at hand, those of the sidebar. They follow what this tab and the others change. */
export const useRecent = () => useQuery({ ...q(routes.conversations.recent), staleTime: 0, select: ({ conversations }) => conversations }, queryClient)
