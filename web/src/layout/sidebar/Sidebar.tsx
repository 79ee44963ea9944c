import { Info, LogIn, LogOut, PanelLeftClose, PanelLeftOpen, Search, SquarePen, X } from 'lucide-react'
import type { ReactNode } from 'react'
import { paths } from '../../paths.ts'
import { useLocation } from '../../router/Router.tsx'
import { LinkButton } from '../../ui/Button.tsx'
import { IconButton } from '../../ui/IconButton.tsx'
import { Menu } from '../../ui/overlays/Menu.tsx'
import { Brand } from './Brand.tsx'
import { navigationEntries, navigationGroups, menuPath, visibleTo } from './navigation.ts'
import styles from './Sidebar.module.css'
import { SidebarGroup, SidebarLink, type EntryCountComponent } from './SidebarEntries.tsx'
import { ThemeSwitch } from './ThemeSwitch.tsx'
import { displayName, initial, type LayoutUser } from '../user.ts'

interface SidebarProps {
  user: LayoutUser | null
  /** Whether the session is still being verified: the sign-in link is then hidden. */
  isWaiting: boolean
  onLogout: () => void
  /** Recent conversations, shown under the entries of a signed-in person. */
  recentConversations?: ReactNode
  /** Counts of unseen items beside the entries. */
  count?: EntryCountComponent | undefined
  /** Opens the global search. */
  onSearch?: (() => void) | undefined
  /** Shows icons only. */
  isCollapsed?: boolean
  /** Collapses or expands the sidebar on a wide screen. */
  onToggle?: () => void
  /** Closes the drawer. */
  onClose?: () => void
}

const newEntry = { label: 'Nouvelle conversation', href: paths.newConversation, icon: SquarePen }
const signInEntry = { label: 'Se connecter', href: paths.login, icon: LogIn }

const legal = [
  { id: 'accessibilite', label: 'Accessibilité', href: paths.accessibility },
  { id: 'confidentialite', label: 'Confidentialité', href: paths.privacy },
  { id: 'mentions', label: 'Mentions légales', href: paths.legal },
  { id: 'plan', label: 'Plan du site', href: paths.siteMap },
]

/** Main navigation, in the sidebar of a wide screen and in the drawer. */
export function Sidebar({ user, isWaiting, onLogout, recentConversations, count, onSearch, isCollapsed = false, onToggle, onClose }: SidebarProps) {
  const { pathname, search } = useLocation()
  const menuPathname = menuPath(pathname, search)
  return (
    <nav aria-label="Navigation principale" className={styles.sidebar} data-collapsed={isCollapsed || undefined}>
      <div className={styles.head}>
        {!isCollapsed && <Brand />}
        {onSearch && (
          <IconButton
            icon={Search}
            size="s"
            label="Rechercher partout (Ctrl + K)"
            onPress={() => {
              onClose?.()
              onSearch()
            }}
          />
        )}
        {onToggle && (
          <IconButton label={isCollapsed ? 'Déplier le menu' : 'Réduire le menu'} size="s" aria-expanded={!isCollapsed} onPress={onToggle}>
            {isCollapsed ? <PanelLeftOpen aria-hidden /> : <PanelLeftClose aria-hidden />}
          </IconButton>
        )}
        {onClose && <IconButton icon={X} label="Fermer le menu" size="s" onPress={onClose} />}
      </div>
      {user && <UserBlock user={user} isCollapsed={isCollapsed} />}
      {user && (
        <div className={styles.new}>
          {isCollapsed ? (
            <SidebarLink entry={newEntry} pathname={menuPathname} isCollapsed />
          ) : (
            <LinkButton href={newEntry.href} variant="primary" block icon={<SquarePen aria-hidden />}>
              {newEntry.label}
            </LinkButton>
          )}
        </div>
      )}
      <div className={styles.scroll}>
        <ul className={styles.list}>
          {visibleTo(user, navigationEntries).map((entry) => (
            <li key={entry.href}>
              <SidebarLink entry={entry} pathname={menuPathname} isCollapsed={isCollapsed} count={count} />
            </li>
          ))}
        </ul>
        {user &&
          navigationGroups.map((group) => (
            <SidebarGroup
              key={group.id}
              group={{ ...group, entries: visibleTo(user, group.entries) }}
              pathname={menuPathname}
              isCollapsed={isCollapsed}
              count={count}
            />
          ))}
        {user && !isCollapsed && recentConversations}
        {!user && !isWaiting && (
          <div className={styles.visitor}>
            {isCollapsed ? (
              <SidebarLink entry={signInEntry} pathname={menuPathname} isCollapsed />
            ) : (
              <LinkButton href={paths.login} block icon={<LogIn aria-hidden />}>
                Se connecter
              </LinkButton>
            )}
          </div>
        )}
      </div>
      <div className={styles.foot}>
        {user && <IconButton icon={LogOut} label="Se déconnecter" size="s" onPress={onLogout} />}
        <Menu label="Informations légales" size="s" icon={<Info aria-hidden />} placement="top start" entries={legal} />
        <ThemeSwitch isVertical={isCollapsed} />
      </div>
    </nav>
  )
}

function UserBlock({ user, isCollapsed }: { user: LayoutUser; isCollapsed: boolean }) {
  return (
    <div className={styles.user}>
      <span className={styles.initial} aria-hidden>
        {initial(user)}
      </span>
      {!isCollapsed && (
        <span className={styles.who}>
          <strong>{displayName(user)}</strong>
          <span className={styles.email}>{user.email}</span>
        </span>
      )}
    </div>
  )
}
