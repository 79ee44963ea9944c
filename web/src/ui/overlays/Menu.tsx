import { EllipsisVertical } from 'lucide-react'
import type { ReactNode } from 'react'
import { Header, Menu as AriaMenu, MenuItem, MenuSection, MenuTrigger, Popover, type Placement } from 'react-aria-components'
import { Button } from '../Button.tsx'
import { IconButton } from '../IconButton.tsx'
import styles from '../fields/Select.module.css'

export interface MenuEntry {
  id: string
  label: string
  icon?: ReactNode
  /** Either an action… */
  onAction?: () => void
  /** …or an address. */
  href?: string
  tone?: 'danger'
  isDisabled?: boolean
}

interface MenuGroup {
  /** What its entries are about. */
  title: string
  entries: readonly MenuEntry[]
}

interface MenuProps {
  /** French name of the button: « Actions pour Budget 2026 ». */
  label: string
  /** In groups with a title, or alone. */
  entries: readonly MenuEntry[] | readonly MenuGroup[]
  placement?: Placement
  /** Drawing of the button; default three dots. */
  icon?: ReactNode
  size?: 'm' | 's'
  /** The name is written beside the drawing: what people look for, and would not guess. */
  isNamed?: boolean
}

/** Rare actions behind one button. */
export function Menu({ label, entries, placement = 'bottom end', icon = <EllipsisVertical aria-hidden />, size, isNamed = false }: MenuProps) {
  return (
    <MenuTrigger>
      {isNamed ? (
        <Button variant="quiet" size={size} icon={icon}>
          {label}
        </Button>
      ) : (
        <IconButton label={label} size={size}>
          {icon}
        </IconButton>
      )}
      <Popover className={styles.popover ?? ''} placement={placement} offset={4}>
        <AriaMenu className={styles.list ?? ''} aria-label={label}>
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
        </AriaMenu>
      </Popover>
    </MenuTrigger>
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
