import { useInstance } from '../api/use-instance.ts'
import { paths } from '../paths.ts'
import { Link } from '../router/Link.tsx'
import { accessibilityWord } from '../ui/accessibility-words.ts'
import styles from './Footer.module.css'
import { ThemeSwitch } from './ThemeSwitch.tsx'

/** Foot of every page that scrolls. The law wants the state of accessibility said on each. */
export function Footer({ hasThemeSwitch = false }: { hasThemeSwitch?: boolean }) {
  const instance = useInstance()
  return (
    <footer className={styles.footer}>
      <span>© 2025</span>
      <Link to={paths.accessibility}>Accessibilité&nbsp;: {accessibilityWord(instance)}</Link>
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
