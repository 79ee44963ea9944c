import { Link } from '../../router/Link.tsx'
import { matchPath } from '../../router/match.ts'
import { useLocation } from '../../router/Router.tsx'
import { sections } from './sections.ts'
import styles from './SectionNav.module.css'

/** Navigation between the pages of one section. */
export function SectionNav({ section }: { section: keyof typeof sections }) {
  const { label, pages } = sections[section]
  const { pathname } = useLocation()
  return (
    <nav aria-label={label} className={styles.nav}>
      <ul className={styles.list}>
        {pages.map((page) => (
          <li key={page.href}>
            <Link to={page.href} aria-current={matchPath(page.href, pathname) ? 'page' : undefined} className={styles.link}>
              {page.label}
            </Link>
          </li>
        ))}
      </ul>
    </nav>
  )
}
