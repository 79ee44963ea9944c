import { EllipsisVertical } from 'lucide-react'
import type { ReactNode } from 'react'
import type { Placement } from 'react-aria-components'
import { Button } from '../Button.tsx'
import { IconButton } from '../IconButton.tsx'
import { useOpener } from './use-opener.ts'

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

export interface MenuGroup {
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
  isDisabled?: boolean
}

// Half of what a chat's page weighs beside React is for menus that most visits open once or never: it comes with the first one that is pressed.
const load = async () => (await import('./OpenMenu.tsx')).OpenMenu

/** Rare actions behind one button. */
export function Menu({ label, entries, placement = 'bottom end', icon = <EllipsisVertical aria-hidden />, size, isNamed = false, isDisabled }: MenuProps) {
  const { trigger, opened, close, button } = useOpener(load, 'menu')
  const props = { size, isDisabled, ...button }
  return (
    <>
      {isNamed ? (
        <Button {...props} variant="quiet" icon={icon}>
          {label}
        </Button>
      ) : (
        <IconButton {...props} label={label}>
          {icon}
        </IconButton>
      )}
      {opened && <opened.List trigger={trigger} focused={opened.focused} onClose={close} label={label} entries={entries} placement={placement} />}
    </>
  )
}
