import { routes, type ReceivedShare, type SentRouteBody } from '@parvis/contract'
import { useMutation, useQuery } from '@tanstack/react-query'
import { useEffect, useEffectEvent, useState } from 'react'
import { invalidate, queryFor } from '../../api/queries.ts'
import { call } from '../../api/browser.ts'
import { isNotFound, sentenceOf } from '../../api/transport/api-error.ts'

/** Shares that the person gave and received, optionally of one conversation. Refetched at each mount, because others change them. */
export const useShares = (conversation?: string) => useQuery({ ...queryFor(routes.shares.list, { query: { conversation } }), staleTime: 0 })

/** Returns the sentence of a failed call. A missing share was removed in another window. */
export const failureOf = (error: unknown, fallback: string): string =>
  isNotFound(error) ? 'Ce partage n’existe plus\u00a0: il a été retiré, ou sa conversation supprimée, dans une autre fenêtre.' : sentenceOf(error, fallback)

type SeenShare = Pick<ReceivedShare, 'id' | 'taken_at' | 'news'>

/**
 * Reports shares marked as new to the server once the tab is visible. They stay marked for this visit.
 * @returns the shares that were new when the visit began
 */
export function useReportSeen(shares: readonly SeenShare[]): ReadonlyMap<string, NonNullable<SeenShare['news']>> {
  const [marked, setMarked] = useState<ReadonlyMap<string, NonNullable<SeenShare['news']>>>(new Map())
  const unseenShares = shares.filter((share) => share.news !== null)
  const key = unseenShares.map(({ id, taken_at }) => `${id} ${taken_at}`).join()
  const reportSeen = useEffectEvent(() => {
    if (document.visibilityState !== 'visible') return
    setMarked(new Map([...marked, ...unseenShares.map(({ id, news }) => [id, news!] as const)]))
    const body = { shares: unseenShares.map(({ id, taken_at }) => ({ id, taken_at })) }
    // A failed report is harmless: the share is marked as new again at the next visit.
    call(routes.shares.seen, { body }).then(
      () => invalidate(routes.shares.seen),
      () => undefined,
    )
  })
  useEffect(() => {
    if (key === '') return undefined
    const onLook = () => reportSeen()
    onLook()
    document.addEventListener('visibilitychange', onLook)
    return () => document.removeEventListener('visibilitychange', onLook)
  }, [key])
  return marked
}

/** Mutations of the person's shares, which then refresh every screen that shows them. */
export function useShareChanges() {
  const refresh = () => void invalidate(routes.shares.create)
  const create = useMutation({
    mutationFn: ({ id, body }: { id: string; body: SentRouteBody<typeof routes.shares.create> }) => call(routes.shares.create, { params: { id }, body }),
    onSuccess: refresh,
  })
  const update = useMutation({
    mutationFn: ({ id, body }: { id: string; body: SentRouteBody<typeof routes.shares.update> }) => call(routes.shares.update, { params: { id }, body }),
    // Refreshed after a failure too: the share may have been removed.
    onSettled: refresh,
  })
  const remove = useMutation({
    mutationFn: async (id: string) => {
      await call(routes.shares.remove, { params: { id } }).catch((error: unknown) => {
        if (!isNotFound(error)) throw error
      })
    },
    onSuccess: refresh,
  })
  return { create, update, remove }
}
