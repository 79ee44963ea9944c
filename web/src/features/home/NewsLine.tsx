import type { News } from '@parvis/contract'
import { newsItems } from '../../chat/news/news-words.ts'
import { paths } from '../../paths.ts'
import { Link } from '../../router/Link.tsx'
import styles from './HomePage.module.css'

/** Line of links to the person's news. */
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

/** Tells an administrator that the demonstration model answers, with a link to the help on connecting a language model. */
export function ModelLine() {
  return (
    <p className={styles.news}>
      Modèle de démonstration en service.
      <Link to={`${paths.help}#administration`}>Connecter un modèle</Link>
    </p>
  )
}
