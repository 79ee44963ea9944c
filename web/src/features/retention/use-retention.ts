import { routes, type RetentionKind } from '@parvis/contract'
import { useMutation, useQuery, useQueryClient } from '@tanstack/react-query'
import { call } from '../../api/browser.ts'

const key = ['retention'] as const

export const useRetention = () => useQuery({ queryKey: [...key, 'rules'], queryFn: ({ signal }) => call(routes.retention.get, { signal }) })

/** What a purge would do now; asked again after each change. */
export const useForecast = () => useQuery({ queryKey: [...key, 'forecast'], queryFn: ({ signal }) => call(routes.retention.forecast, { signal }) })

/** Active accounts by name, to choose whom to hold. */
export const usePeople = () =>
  useQuery({
    queryKey: [...key, 'people'],
    queryFn: ({ signal }) => call(routes.users.list, { query: { page: '1', per_page: '100', search: '' }, signal }),
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
