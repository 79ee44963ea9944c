import { routes, type RetentionKind } from '@parvis/contract'
import { keepPreviousData, useMutation, useQuery, useQueryClient } from '@tanstack/react-query'
import { call } from '../../api/browser.ts'

const key = ['retention'] as const

export const useRetention = () => useQuery({ queryKey: [...key, 'rules'], queryFn: ({ signal }) => call(routes.retention.get, { signal }) })

/** What a purge would do now; asked again after each change. */
export const useForecast = () => useQuery({ queryKey: [...key, 'forecast'], queryFn: ({ signal }) => call(routes.retention.forecast, { signal }) })

/** Accounts offered at once: the rest is found by the search. */
const shownPeople = 20

/** Accounts, active or not, by user name, to choose whom to hold: looked for among all of them, by the server. */
export const usePeople = (search: string) =>
  useQuery({
    queryKey: [...key, 'people', search],
    queryFn: ({ signal }) => call(routes.users.list, { query: { page: '1', per_page: String(shownPeople), search }, signal }),
    placeholderData: keepPreviousData,
  })

export function useRetentionChanges() {
  const cache = useQueryClient()
  const onSuccess = () => cache.invalidateQueries({ queryKey: key })
  return {
    update: useMutation({ mutationFn: (body: Partial<Record<RetentionKind, number | null>>) => call(routes.retention.update, { body }), onSuccess }),
    purge: useMutation({ mutationFn: () => call(routes.retention.purge), onSuccess }),
    hold: useMutation({ mutationFn: (body: { user_id: string | null; reason: string }) => call(routes.retention.hold, { body }), onSuccess }),
    release: useMutation({ mutationFn: (id: string) => call(routes.retention.release, { params: { id } }), onSuccess }),
  }
}
