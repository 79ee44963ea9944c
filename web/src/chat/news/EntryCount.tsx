import { useSession } from '../../api/browser.ts'
import { useNews } from '../conversation/use-recent-conversations.ts'
import { VisuallyHidden } from '../../ui/VisuallyHidden.tsx'
import { formatNumber } from '../../ui/words/formats.ts'
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
