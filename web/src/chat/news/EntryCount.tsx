import { routes, type NewsKind } from '@parvis/contract'
import { useEffect } from 'react'
import { call, useSession } from '../../api/browser.ts'
import { invalidate } from '../../api/queries.ts'
import { VisuallyHidden } from '../../ui/VisuallyHidden.tsx'
import { formatNumber } from '../../ui/words/formats.ts'
import { useNews } from '../conversation/use-recent-conversations.ts'
import styles from './EntryCount.module.css'
import { countsByEntry } from './news-words.ts'

/** Count of unseen news beside a menu entry, or beside the title of a folded group. Nothing is drawn for zero. */
export function EntryCount({ hrefs }: { hrefs: readonly string[] }) {
  const { user } = useSession()
  const { data } = useNews()
  if (!user || !data) return null
  const counts = countsByEntry(data, user.is_admin)
  const count = hrefs.reduce((sum, href) => sum + (counts[href] ?? 0), 0)
  if (count === 0) return null
  return (
    <span className={styles.count}>
      {formatNumber(count)}
      <VisuallyHidden> à voir</VisuallyHidden>
    </span>
  )
}

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
