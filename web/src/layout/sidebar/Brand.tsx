import { paths } from '../../paths.ts'
import { Link } from '../../router/Link.tsx'
import styles from './Brand.module.css'

/** Logo (the arch of a town hall) and name, linked to home. */
export function Brand({ isCompact = false }: { isCompact?: boolean }) {
  return (
    <Link to={paths.home} className={styles.brand} aria-label="Parvis, accueil">
      <svg viewBox="0 0 32 32" width="32" height="32" aria-hidden focusable="false">
        <rect width="32" height="32" rx="8" fill="var(--primary)" />
        <path
          d="M8 24V13.5L16 7l8 6.5V24M13 24v-5.5a3 3 0 0 1 6 0V24M6 24h20"
          fill="none"
          stroke="var(--on-primary)"
          strokeWidth="2.4"
          strokeLinecap="round"
          strokeLinejoin="round"
        />
      </svg>
      {!isCompact && <span>Parvis</span>}
    </Link>
  )
}
