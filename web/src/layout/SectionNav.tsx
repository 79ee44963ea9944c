import { NavLink } from 'react-router'
import { paths } from '../paths.ts'
import styles from './SectionNav.module.css'

/** Families of pages which the sidebar names by their first only. */
const sections = {
  catalogue: {
    label: 'Gestion des Assistants',
    pages: [
      { label: 'Assistants', href: paths.assistantsAdmin },
      { label: 'Catégories', href: paths.categories },
      { label: 'Prompts', href: paths.prompts },
      { label: 'Papier à en-tête', href: paths.letterheads },
      { label: 'Import et export', href: paths.packs },
    ],
  },
  steering: {
    label: 'Tableau de bord',
    pages: [
      { label: 'Activité', href: paths.dashboard },
      { label: 'Avis', href: paths.opinions },
      { label: 'Erreurs récentes', href: paths.recentErrors },
      { label: 'Journal d’audit', href: paths.auditTrail },
      { label: 'Message à tous', href: paths.announcement },
    ],
  },
} as const

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
