import { NavLink } from 'react-router'
import { paths } from '../paths.ts'
import styles from './SteeringNav.module.css'

const pages = [
  { label: 'Activité', href: paths.dashboard },
  { label: 'Erreurs récentes', href: paths.recentErrors },
  { label: 'Message à tous', href: paths.announcement },
]

/** The three pages of the dashboard, one beside the other. */
export function SteeringNav() {
  return (
    <nav aria-label="Tableau de bord" className={styles.nav}>
      <ul className={styles.list}>
        {pages.map(({ label, href }) => (
          <li key={href}>
            <NavLink to={href} end className={styles.link ?? ''}>
              {label}
            </NavLink>
          </li>
        ))}
      </ul>
    </nav>
  )
}
