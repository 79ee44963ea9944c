import { createContext, use, useEffect, useRef, type ReactNode } from 'react'
import styles from './PageTitle.module.css'
import { useAnnounce } from '../feedback/StatusRegion.tsx'

/** Number of route changes since the application started; the layout provides it. 0: leave the focus where the browser put it. */
export const NavigationCount = createContext(0)

/** Title of the browser tab, unique per page (RGAA 8.6). */
const documentTitle = (page: string): string => `${page} – Parvis`

interface PageTitleProps {
  children: ReactNode
  /** Words of the browser tab; default the title itself when it is text. */
  tabTitle?: string
  /** A quiet line under the title. */
  lead?: ReactNode
  /** Buttons at the right of the title. */
  actions?: ReactNode
  /** Read aloud but not drawn, where a bar of the screen already names it. */
  isHidden?: boolean
}

/** The `h1` of a page: names the browser tab, and takes the focus after a route change. One per page. */
export function PageTitle({ children, tabTitle, lead, actions, isHidden = false }: PageTitleProps) {
  const heading = useRef<HTMLHeadingElement>(null)
  const count = use(NavigationCount)
  const words = tabTitle ?? (typeof children === 'string' ? children : '')
  useEffect(() => {
    if (words) document.title = documentTitle(words)
  }, [words])
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
    // A field of the page that asked for the focus keeps it; the title is then said beside.
    const isTaken = active instanceof HTMLElement && heading.current?.closest('main')?.contains(active)
    if (isTaken) announce(heading.current?.textContent ?? '')
    else heading.current?.focus({ preventScroll: true })
  }, [heading, count, announce])
}
