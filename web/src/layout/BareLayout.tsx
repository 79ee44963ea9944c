import { Suspense, type ReactNode } from 'react'
import { Outlet } from '../router/Routes.tsx'
import styles from './BareLayout.module.css'
import { Brand } from './sidebar/Brand.tsx'
import { Footer, PageTransition, SkipLink } from './page-frame.tsx'

interface BareLayoutProps {
  /** `narrow`: a form in the middle of the screen (authentication). `wide`: a page to read (help, legal). */
  width?: 'narrow' | 'wide'
  /** Link at the right of the brand, such as « Se connecter ». */
  action?: ReactNode
  /** Banner above the page: the administrators' message to everybody. */
  notice?: ReactNode
}

/** Layout without sidebar, for authentication, help and legal pages. */
export function BareLayout({ width = 'narrow', action, notice }: BareLayoutProps) {
  return (
    <div className={styles.layout}>
      <SkipLink />
      <header className={styles.header}>
        <Brand />
        {action}
      </header>
      {notice}
      <main id="contenu" tabIndex={-1} className={width === 'narrow' ? styles.narrow : styles.wide}>
        <Suspense>
          <PageTransition>
            <Outlet />
          </PageTransition>
        </Suspense>
      </main>
      <Footer hasThemeSwitch />
    </div>
  )
}
