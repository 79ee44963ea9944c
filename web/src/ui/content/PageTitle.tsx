import { createContext, use, useEffect, useRef, type ReactNode } from 'react'
import styles from './PageTitle.module.css'
import { useAnnounce } from '../feedback/StatusRegion.tsx'

/** Number of route changes since the application started, provided by the layout. 0: leave the focus where the browser put it. */
export const NavigationCount = createContext(0)

/** Title of the browser tab, unique per page (RGAA 8.6). */
const documentTitle = (page: string): string => `${page} – Parvis`

interface PageTitleProps {
  children: ReactNode
  /** Title of the browser tab. Defaults to `children` when it is a string. */
  tabTitle?: string
  /** Secondary line under the title. */
  lead?: ReactNode
  /** Buttons at the right of the title. */
  actions?: ReactNode
  /** Read aloud but not drawn, because a bar of the screen already shows the name. */
  isHidden?: boolean
}

/** The only `h1` of a page: sets the title of the browser tab, and takes the focus after a route change. */
export function PageTitle({ children, tabTitle, lead, actions, isHidden = false }: PageTitleProps) {
  const heading = useRef<HTMLHeadingElement>(null)
  const count = use(NavigationCount)
  const tabName = tabTitle ?? (typeof children === 'string' ? children : '')
  useEffect(() => {
    if (tabName) document.title = documentTitle(tabName)
  }, [tabName])
  useFocusOnNavigation(heading, count)
  const title = (
    <h1 ref={heading} tabIndex={-1} className={isHidden ? styles.hidden : undefined}>
      {children}
    </h1>
  )
  if (isHidden) return title
  return (
    <div className={styles.head}>
      <div className={styles.words}>
        {title}
        {lead && <p className={styles.lead}>{lead}</p>}
      </div>
      {actions && <div className={styles.actions}>{actions}</div>}
    </div>
  )
}

function useFocusOnNavigation(heading: React.RefObject<HTMLHeadingElement | null>, count: number) {
  const announce = useAnnounce()
  useEffect(() => {
    if (count === 0) return
    const active = document.activeElement
    // A field of the page with autofocus keeps the focus; the title is then announced instead.
    const hasFocusInside = active instanceof HTMLElement && heading.current?.closest('main')?.contains(active)
    if (hasFocusInside) announce(heading.current?.textContent ?? '')
    else heading.current?.focus({ preventScroll: true })
  }, [heading, count, announce])
}
