import { routes, type NewsKind } from '@parvis/contract'
import { useEffect } from 'react'
import { invalidate } from '../../api/ask.ts'
import { call } from '../../api/browser.ts'
import { useNews } from '../conversation/use-recent.ts'

/** Ends the news of a kind once its list is on the screen. A failure leaves the count, which the next visit ends. */
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
