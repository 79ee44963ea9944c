import { Link } from '../../router/Link.tsx'
import { matchPath } from '../../router/match.ts'
import { useLocation } from '../../router/Router.tsx'
import { paths } from '../../paths.ts'
import styles from './SectionNav.module.css'

/** Sections of pages of which only the first is in the sidebar. */
export const sections = {
  catalogue: {
    label: 'Gestion des Assistants',
    pages: [
      { label: 'Assistants', href: paths.assistantsAdmin },
      { label: 'Catégories', href: paths.categories },
      { label: 'Import et export', href: paths.packs },
    ],
  },
  documents: {
    label: 'Base documentaire',
    pages: [
      { label: 'Documents', href: paths.documents },
      { label: 'Catégories et droits', href: paths.documentCategories },
      { label: 'Corpus de textes', href: paths.corpora },
    ],
  },
  people: {
    label: 'Gestion des utilisateurs',
    pages: [
      { label: 'Utilisateurs', href: paths.users },
      { label: 'Services', href: paths.teams },
    ],
  },
  governance: {
    label: 'Gouvernance',
    pages: [
      { label: 'Charte', href: paths.charter },
      { label: 'Registre des usages', href: paths.registerOfUses },
      { label: 'Formation', href: paths.literacyFigures },
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

/** Pages that are neither in the sidebar nor in a section, by the path of the entry that leads to them. */
export const linkedPages: Readonly<Record<string, readonly { label: string; href: string }[]>> = {
  [paths.assistants]: [{ label: 'Mes assistants', href: paths.ownAssistants }],
  [paths.mySpace]: [
    { label: 'Mes prompts', href: paths.personalPrompts },
    { label: 'Partages', href: paths.shares },
    { label: 'Documents rédigés', href: paths.writtenDocuments },
  ],
  [paths.documents]: [{ label: 'Comparer deux documents', href: paths.compare }],
  [paths.profile]: [{ label: 'Mes services', href: paths.teams }],
}

/** Navigation between the pages of one section. */
export function SectionNav({ section }: { section: keyof typeof sections }) {
  const { label, pages } = sections[section]
  const { pathname } = useLocation()
  return (
    <nav aria-label={label}>
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
