import { constants, limits, routes, type Person } from '@parvis/contract'
import { keepPreviousData, useQuery } from '@tanstack/react-query'
import { neverRefetched, queryFor } from '../../api/queries.ts'
import { foldText } from '../../ui/lists/matching.ts'
import { useDebounced } from '../../ui/fields/use-debounced.ts'
import type { PeoplePicking } from './use-people-picking.ts'

/** Minimum length of a search, in characters. An empty one is allowed: the server answers it to administrators. */
const minLength = 2

export interface PeopleSearch {
  people: readonly Person[]
  has_more: boolean
  isError: boolean
  isFetching: boolean
  retry: () => void
  text: string
  /** Whether the answer is for the text in the field. */
  isSettled: boolean
  /** Whether there is something to show: people, a failure, or « Aucun compte ». */
  hasContent: boolean
}

/** Searches people as the user types. */
export function usePeopleSearch({ typed, status }: PeoplePicking, isEnabled: boolean): PeopleSearch {
  const text = typed.trim()
  const search = useDebounced(text, constants.conversationSearchDebounceMs)
  const isLong = search.length !== 1 && search.length <= limits.email
  const suggestQuery = useQuery({
    ...queryFor(routes.people.suggest, { query: { search, status } }),
    meta: neverRefetched,
    enabled: isEnabled && isLong,
    placeholderData: keepPreviousData,
    gcTime: 0,
  })
  const isSettled = search === text && suggestQuery.isSuccess && !suggestQuery.isPlaceholderData
  const words = foldText(text).split(/\s+/)
  const matches = ({ name, email, teams }: Person) => words.every((word) => foldText([name, email ?? '', ...teams].join(' ')).includes(word))
  // Until the answer comes, shows the people of the previous answer that still match.
  const people = (suggestQuery.data?.people ?? []).filter((person) => isSettled || matches(person))
  return {
    people,
    has_more: suggestQuery.data?.has_more ?? false,
    isError: suggestQuery.isError,
    isFetching: suggestQuery.isFetching,
    retry: () => void suggestQuery.refetch(),
    text: search,
    isSettled,
    hasContent: people.length > 0 || suggestQuery.isError || (isSettled && search.length >= minLength),
  }
}
