import { routes, type RetentionKind } from '@parvis/contract'
import { useMutation, useQuery } from '@tanstack/react-query'
import { invalidate, queryFor } from '../../api/queries.ts'
import { call } from '../../api/browser.ts'
import { isNotFound } from '../../api/transport/api-error.ts'

export const useRetention = () => useQuery(queryFor(routes.retention.get))

/** Dry run of a purge, refetched after each change. */
export const useForecast = () => useQuery(queryFor(routes.retention.forecast))

export function useRetentionChanges() {
  const onSuccess = () => invalidate(routes.retention.update)
  return {
    update: useMutation({ mutationFn: (body: Partial<Record<RetentionKind, number | null>>) => call(routes.retention.update, { body }), onSuccess }),
    purge: useMutation({ mutationFn: () => call(routes.retention.purge), onSuccess }),
    // Invalidates on failure too: a hold placed by a colleague is then shown.
    hold: useMutation({ mutationFn: (body: { user_id: string | null; reason: string }) => call(routes.retention.hold, { body }), onSettled: onSuccess }),
    // A hold already lifted by a colleague counts as lifted.
    release: useMutation({
      mutationFn: (id: string) =>
        call(routes.retention.release, { params: { id } }).catch((error: unknown) => {
          if (!isNotFound(error)) throw error
          return { message: 'Ce gel était déjà levé' }
        }),
      onSuccess,
    }),
  }
}
