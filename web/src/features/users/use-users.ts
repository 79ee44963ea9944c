import { constants, routes } from '@parvis/contract'
import { keepPreviousData, useQuery } from '@tanstack/react-query'
import { useState } from 'react'
import { queryFor } from '../../api/queries.ts'
import { listSearch, idParam, choiceParam, pageParam } from '../../router/search-param.ts'
import { useSearchParamState, useLastPageFallback } from '../../router/use-search-param-state.ts'
import { UnexpectedAnswer } from './user-errors.ts'
import { beginWalk, pagesFrom, walkTo } from './page-walk.ts'

const searchParams = {
  search: listSearch,
  team: idParam('service'),
  role: choiceParam('role', ['', 'admin', 'user'], ''),
  status: choiceParam('statut', ['', 'active', 'invited', 'inactive'], ''),
  page: pageParam,
}

/** Filters of the list of accounts, as the server takes them; empty ones are left out. */
export type UserFilters = { search?: string; team?: string; role?: 'admin' | 'user'; status?: 'active' | 'invited' | 'inactive' }

/** Query of a page of accounts. @throws {UnexpectedAnswer} when the response has no list, for example from a proxy */
function usersPage(page: number, cursor: string, filters: UserFilters) {
  const usersQuery = queryFor(routes.users.list, { query: { page: String(page), per_page: String(constants.usersPerPage), ...filters, cursor } })
  const queryFn: typeof usersQuery.queryFn = async (asking) => {
    const answer = await usersQuery.queryFn(asking)
    if (!Array.isArray(answer?.users)) throw new UnexpectedAnswer()
    return answer
  }
  return { ...usersQuery, queryFn }
}

/** Whether the filter in the URL is a team id or `none`. Anything else is ignored. */
const isTeamFilter = (team: string): boolean => team === 'none' || /^[0-9a-f]{8}(-[0-9a-f]{4}){3}-[0-9a-f]{12}$/i.test(team)

/** Pages of ten accounts that match the filters, both stored in the URL. */
export function useUsers(isAllowed: boolean) {
  const { urlValues, displayedValues, change } = useSearchParamState(searchParams)
  const { page, team } = urlValues
  const filters: UserFilters = {
    search: urlValues.search,
    ...(isTeamFilter(team) && { team }),
    ...(urlValues.role !== '' && { role: urlValues.role }),
    ...(urlValues.status !== '' && { status: urlValues.status }),
  }
  const listKey = JSON.stringify(filters)
  const [storedWalk, setWalk] = useState(() => beginWalk(listKey))
  const walk = storedWalk.listKey === listKey ? storedWalk : beginWalk(listKey)
  const cursor = walk.cursors[page] ?? ''
  const { data, error, isFetching, isPlaceholderData, refetch } = useQuery({
    ...usersPage(page, cursor, filters),
    placeholderData: keepPreviousData,
    enabled: isAllowed,
  })
  // Goes to the last page when the accounts of the current one were deleted.
  useLastPageFallback(page, data && !isPlaceholderData ? { rows: data.users.length, pages: data.pages } : undefined, (last) => {
    setWalk(beginWalk(listKey))
    change({ page: last }, true)
  })
  const next_cursor = isPlaceholderData ? null : (data?.next_cursor ?? null)
  return {
    typed: displayedValues.search,
    onSearch: (text: string) => change({ search: text }),
    /** Filters of the listed rows. */
    filters,
    choices: { team: displayedValues.team, role: displayedValues.role, status: displayedValues.status },
    onFilter: (changes: Partial<{ team: string; role: '' | 'admin' | 'user'; status: '' | 'active' | 'invited' | 'inactive' }>) => change(changes),
    data,
    error,
    isFetching,
    isPlaceholderData,
    refetch,
    page,
    pages: data === undefined || isPlaceholderData ? Math.max(page, data?.pages ?? 1) : pagesFrom(page, data.pages, next_cursor),
    goTo(wanted: number) {
      setWalk(walkTo(walk, page, wanted, next_cursor))
      change({ page: wanted })
    },
  }
}
