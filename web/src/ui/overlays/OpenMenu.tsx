import { use, type ReactNode, type RefObject } from 'react'
import { Header, Menu, MenuItem, MenuSection, RouterProvider, type Placement } from 'react-aria-components'
import { LinkRouterContext } from '../Button.tsx'
import { OpenPopover, useEntryFocus } from './OpenPopover.tsx'
import styles from './Options.module.css'

export interface MenuEntry {
  id: string
  label: string
  icon?: ReactNode
  /** Action of the entry; exclusive with `href`. */
  onAction?: () => void
  /** Address that the entry leads to. */
  href?: string
  tone?: 'danger'
  isDisabled?: boolean
}

export interface MenuGroup {
  /** Heading of the group. */
  title: string
  entries: readonly MenuEntry[]
}

interface OpenMenuProps {
  /** Button beside which the menu is positioned. */
  trigger: RefObject<Element | null>
  focused: 'first' | 'last'
  onClose: () => void
  label: string
  entries: readonly MenuEntry[] | readonly MenuGroup[]
  placement: Placement
}

/** Open menu, in a popover. Mounted only while it is open. */
export function OpenMenu({ trigger, focused, onClose, label, entries, placement }: OpenMenuProps) {
  const { navigate } = use(LinkRouterContext)
  return (
    <OpenPopover triggerRef={trigger} onClose={onClose} className={styles.popover ?? ''} placement={placement} aria-label={label}>
      <RouterProvider navigate={navigate}>
        <Menu ref={useEntryFocus(focused)} className={styles.list ?? ''} aria-label={label} autoFocus={focused} onClose={onClose}>
          {entries.map((entry) =>
            'entries' in entry ? (
              <MenuSection key={entry.title}>
                <Header className={styles.heading ?? ''}>{entry.title}</Header>
                {entry.entries.map(item)}
              </MenuSection>
            ) : (
              item(entry)
            ),
          )}
        </Menu>
      </RouterProvider>
    </OpenPopover>
  )
}

function item({ icon, tone, label, ...entry }: MenuEntry): ReactNode {
  return (
    <MenuItem key={entry.id} {...entry} textValue={label} className={`${styles.option} ${tone === 'danger' ? styles.danger : ''}`}>
      {icon}
      <span className={styles.optionText}>{label}</span>
    </MenuItem>
  )
}
