import type { ReactNode } from 'react'
import styles from './SkipLink.module.css'
import { useLocation } from '../router/Router.tsx'
import { CrashBoundary } from './CrashBoundary.tsx'
import pageTransitionStyles from './PageTransition.module.css'
import { useInstance } from '../api/use-instance.ts'
import { paths } from '../paths.ts'
import { Link } from '../router/Link.tsx'
import { accessibilityWord } from '../ui/words/accessibility-words.ts'
import footerStyles from './Footer.module.css'
import { ThemeSwitch } from './sidebar/ThemeSwitch.tsx'

/** Skip link: first stop of the keyboard, jumps over the navigation to the content. */
export function SkipLink() {
  return (
    <a href="#contenu" className={styles.skip}>
      Aller au contenu
    </a>
  )
}

interface PageTransitionProps {
  children: ReactNode
  /** Whether the page takes the full height. */
  fills?: boolean
}

/** Animates each new path with a fade and a rise of 6 px in 300 ms (specification, chapter 9). No animation with reduced motion. */
export function PageTransition({ children, fills = false }: PageTransitionProps) {
  const { pathname } = useLocation()
  return (
    <div key={pathname} className={`${pageTransitionStyles.page} ${fills ? pageTransitionStyles.fills : ''}`}>
      <CrashBoundary>{children}</CrashBoundary>
    </div>
  )
}

/** Footer of all pages that scroll. French law requires the accessibility level on the home page; elsewhere the accessibility page gives it. */
export function Footer({ hasThemeSwitch = false }: { hasThemeSwitch?: boolean }) {
  const instance = useInstance()
  const isHome = useLocation().pathname === paths.home
  return (
    <footer className={footerStyles.footer}>
      <span>© 2025</span>
      <Link to={paths.accessibility}>Accessibilité{isHome && <>&nbsp;: {accessibilityWord(instance)}</>}</Link>
      <Link to={paths.privacy}>Confidentialité</Link>
      <Link to={paths.legal}>Mentions légales</Link>
      <Link to={paths.siteMap}>Plan du site</Link>
      {hasThemeSwitch && (
        <div className={footerStyles.end}>
          <ThemeSwitch />
        </div>
      )}
    </footer>
  )
}
