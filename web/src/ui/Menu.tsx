import { EllipsisVertical } from 'lucide-react'
import type { ReactNode } from 'react'
import { Menu as AriaMenu, MenuItem, MenuTrigger, Popover, type Placement } from 'react-aria-components'
import { IconButton } from './IconButton.tsx'
import styles from './Select.module.css'

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

export interface MenuProps {
  /** French name of the button: « Actions pour Budget 2026 ». */
  label: string
  entries: readonly MenuEntry[]
  placement?: Placement
  /** Drawing of the button; default three dots. */
  icon?: ReactNode
  size?: 'm' | 's'
}

/** Rare actions behind one icon button. */
export function Menu({ label, entries, placement = 'bottom end', icon = <EllipsisVertical aria-hidden />, size }: MenuProps) {
  return (
    <MenuTrigger>
      <IconButton label={label} size={size}>
        {icon}
      </IconButton>
      <Popover className={styles.popover ?? ''} placement={placement} offset={4}>
        <AriaMenu className={styles.list ?? ''} aria-label={label}>
          {entries.map(({ icon: drawing, tone, label: text, ...entry }) => (
            <MenuItem key={entry.id} {...entry} textValue={text} className={`${styles.option} ${tone === 'danger' ? styles.danger : ''}`}>
              {drawing}
              <span className={styles.optionText}>{text}</span>
            </MenuItem>
          ))}
        </AriaMenu>
      </Popover>
    </MenuTrigger>
  )
}
