import type { News } from '@parvis/contract'
import { newsItems } from '../../chat/news/news-words.ts'
import { Link } from '../../router/Link.tsx'
import styles from './HomePage.module.css'

/** What waits for the person, in one line of links. */
export function NewsLine({ news, isAdmin }: { news: News; isAdmin: boolean }) {
  const items = newsItems(news, isAdmin)
  if (items.length === 0) return null
  return (
    <p className={styles.news}>
      <strong>À voir&nbsp;:</strong>
      {items.map(({ label, href }) => (
        <Link key={label} to={href}>
          {label}
        </Link>
      ))}
    </p>
  )
}
