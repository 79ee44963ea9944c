import { Menu as MenuIcon } from 'lucide-react'
import { Suspense, useEffect, useState, type ReactNode } from 'react'
import { isChatPath } from '../paths.ts'
import { useLocation } from '../router/Router.tsx'
import { Outlet } from '../router/Routes.tsx'
import { IconButton } from '../ui/IconButton.tsx'
import { Modal, preloadModals } from '../ui/overlays/Modal.tsx'
import styles from './AppLayout.module.css'
import { PreviousPageContext } from './back-target.ts'
import { Brand } from './sidebar/Brand.tsx'
import { Footer, PageTransition, SkipLink } from './page-frame.tsx'
import { Sidebar } from './sidebar/Sidebar.tsx'
import type { EntryCountComponent } from './sidebar/SidebarEntries.tsx'
import { saveFold, readFold } from './sidebar/stored-fold.ts'
import { useMedia } from './use-media.ts'
import type { LayoutUser } from './user.ts'

interface AppLayoutProps {
  /** Null: a visitor who is not signed in. */
  user: LayoutUser | null
  /** Whether the session is still being verified. */
  isWaiting?: boolean
  onLogout: () => void
  /** Banner above the page: the administrators' message to everybody. */
  notice?: ReactNode
  /** Recent conversations of a signed-in person, shown in the menu. */
  recentConversations?: ReactNode
  /** Counts beside the menu entries. */
  count?: EntryCountComponent
  /** Opens the global search. */
  onSearch?: () => void
}

/** Layout of all pages except authentication and help: a sidebar on a wide screen, a drawer under 900 px. */
export function AppLayout({ user, isWaiting = false, onLogout, notice, recentConversations, count, onSearch }: AppLayoutProps) {
  const { pathname, search, key } = useLocation()
  // In em, so that a larger text size switches to the drawer sooner.
  const isWide = useMedia('(min-width: 56.25em)')
  const [isCollapsed, setCollapsed] = useState(() => readFold('sidebar'))
  // History key at which the drawer was opened. Any navigation closes it for good, even back or to the same page.
  const [openAtKey, setOpenAtKey] = useState<string | null>(null)
  if (openAtKey !== null && openAtKey !== key) setOpenAtKey(null)
  const isOpen = openAtKey === key
  useEffect(refuseMisplacedDrops, [])
  useEffect(preloadModals, [])
  const fills = isChatPath(pathname)
  const [previousPage, setPreviousPage] = useState<string | null>(null)
  if (!fills && previousPage !== pathname + search) setPreviousPage(pathname + search)

  function toggle() {
    setCollapsed(!isCollapsed)
    saveFold('sidebar', !isCollapsed)
  }

  return (
    <div className={styles.layout} data-collapsed={isCollapsed || undefined} data-fills={fills || undefined}>
      <SkipLink />
      {isWide ? (
        <div className={styles.side}>
          <Sidebar
            user={user}
            isWaiting={isWaiting}
            onLogout={onLogout}
            recentConversations={recentConversations}
            count={count}
            onSearch={onSearch}
            isCollapsed={isCollapsed}
            onToggle={toggle}
          />
        </div>
      ) : (
        <header className={styles.top}>
          <IconButton icon={MenuIcon} label="Ouvrir le menu" aria-expanded={isOpen} onPress={() => setOpenAtKey(key)} />
          <Brand />
          <Modal
            isOpen={isOpen}
            onClose={() => setOpenAtKey(null)}
            isDismissable
            label="Menu"
            overlayClass={styles.overlay}
            boxClass={styles.drawer}
            contentClass={styles.drawerInside}
          >
            <Sidebar
              user={user}
              isWaiting={isWaiting}
              onLogout={onLogout}
              recentConversations={recentConversations}
              count={count}
              onSearch={onSearch}
              onClose={() => setOpenAtKey(null)}
            />
          </Modal>
        </header>
      )}
      <div className={styles.column}>
        {notice}
        <main id="contenu" tabIndex={-1} className={fills ? styles.filled : styles.main}>
          <Suspense>
            <PageTransition fills={fills}>
              <PreviousPageContext value={previousPage}>
                <Outlet />
              </PreviousPageContext>
            </PageTransition>
          </Suspense>
        </main>
        {!fills && <Footer />}
      </div>
    </div>
  )
}

/** Refuses files dropped outside a drop zone: the browser would leave the application to open them. @returns a function that removes the listeners */
function refuseMisplacedDrops(): () => void {
  const refuse = (event: DragEvent) => {
    if (event.defaultPrevented || !event.dataTransfer?.types.includes('Files')) return
    event.preventDefault()
    event.dataTransfer.dropEffect = 'none'
  }
  for (const type of dragEvents) addEventListener(type, refuse)
  return () => {
    for (const type of dragEvents) removeEventListener(type, refuse)
  }
}

const dragEvents = ['dragover', 'drop'] as const
