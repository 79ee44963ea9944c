import { NavLink } from 'react-router'
import { sections } from './sections.ts'
import styles from './SectionNav.module.css'

/** The pages of one family, one beside the other. */
export function SectionNav({ section }: { section: keyof typeof sections }) {
  const { label, pages } = sections[section]
  return (
    <nav aria-label={label} className={styles.nav}>
      <ul className={styles.list}>
        {pages.map((page) => (
          <li key={page.href}>
            <NavLink to={page.href} end className={styles.link ?? ''}>
              {page.label}
            </NavLink>
          </li>
        ))}
      </ul>
    </nav>
  )
}
