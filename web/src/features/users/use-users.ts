import { constants, routes } from '@parvis/contract'
import { keepPreviousData, useQuery } from '@tanstack/react-query'
import { useState } from 'react'
import { q } from '../../api/ask.ts'
import { listSearch } from '../../layout/list-search.ts'
import { pageNumber } from '../../router/address-state.ts'
import { useAddressState, useLostPage } from '../../router/use-address-state.ts'
import { UnexpectedAnswer } from './user-errors.ts'
import { beginWalk, pagesFrom, walkTo } from './user-walk.ts'

const keeping = { search: listSearch, page: pageNumber }

/** A page of accounts; a proxy in between may have answered something else. */
function usersPage(page: number, cursor: string, search: string) {
  const asked = q(routes.users.list, { query: { page: String(page), per_page: String(constants.usersPerPage), search, cursor } })
  const queryFn: typeof asked.queryFn = async (asking) => {
    const answer = await asked.queryFn(asking)
    if (!Array.isArray(answer?.users)) throw new UnexpectedAnswer()
    return answer
  }
  return { ...asked, queryFn }
}

/** The accounts that are looked for, ten at a time. */
export function useUsers(isAllowed: boolean) {
  const { kept, shown, change } = useAddressState(keeping)
  const { search, page } = kept
  const [walked, setWalk] = useState(() => beginWalk(search))
  const walk = walked.search === search ? walked : beginWalk(search)
  const cursor = walk.starts[page] ?? ''
  const { data, error, isFetching, isPlaceholderData, refetch } = useQuery({
    ...usersPage(page, cursor, search),
    placeholderData: keepPreviousData,
    enabled: isAllowed,
  })
  // Its last accounts were deleted.
  useLostPage(page, data && !isPlaceholderData ? { rows: data.users.length, pages: data.pages } : undefined, (last) => {
    setWalk(beginWalk(search))
    change({ page: last }, true)
  })
  const next_cursor = isPlaceholderData ? null : (data?.next_cursor ?? null)
  return {
    typed: shown.search,
    onSearch: (text: string) => change({ search: text }),
    /** What the rows in sight were asked with. */
    search,
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
