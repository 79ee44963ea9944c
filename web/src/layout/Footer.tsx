import { useInstance } from '../api/use-instance.ts'
import { paths } from '../paths.ts'
import { Link } from '../router/Link.tsx'
import { useLocation } from '../router/Router.tsx'
import { accessibilityWord } from '../ui/words/accessibility-words.ts'
import styles from './Footer.module.css'
import { ThemeSwitch } from './sidebar/ThemeSwitch.tsx'

/** Footer of all pages that scroll. French law requires the accessibility level on the home page; elsewhere the accessibility page gives it. */
export function Footer({ hasThemeSwitch = false }: { hasThemeSwitch?: boolean }) {
  const instance = useInstance()
  const isHome = useLocation().pathname === paths.home
  return (
    <footer className={styles.footer}>
      <span>© 2025</span>
      <Link to={paths.accessibility}>Accessibilité{isHome && <>&nbsp;: {accessibilityWord(instance)}</>}</Link>
      <Link to={paths.privacy}>Confidentialité</Link>
      <Link to={paths.legal}>Mentions légales</Link>
      <Link to={paths.siteMap}>Plan du site</Link>
      {hasThemeSwitch && (
        <div className={styles.end}>
          <ThemeSwitch />
        </div>
      )}
    </footer>
  )
}
