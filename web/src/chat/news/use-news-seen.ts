import { routes, type NewsKind } from '@parvis/contract'
import { useEffect } from 'react'
import { invalidate } from '../../api/queries.ts'
import { call } from '../../api/browser.ts'
import { useNews } from '../conversation/use-recent-conversations.ts'

/** Marks the news of a kind as seen once its list is shown. On failure the count stays, until the next visit. */
export function useNewsSeen(kind: NewsKind, isShown: boolean): void {
  const count = useNews().data?.[kind] ?? 0
  useEffect(() => {
    if (!isShown || count === 0) return
    call(routes.news.seen, { body: { kind } }).then(
      () => invalidate(routes.news.seen),
      () => undefined,
    )
  }, [kind, isShown, count])
}
