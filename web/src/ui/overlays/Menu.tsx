import { EllipsisVertical } from 'lucide-react'
import type { ReactNode } from 'react'
import type { Placement } from 'react-aria-components'
import { Button } from '../Button.tsx'
import { IconButton } from '../IconButton.tsx'
import { useLazyList } from './use-lazy-list.ts'
import type { MenuEntry, MenuGroup } from './OpenMenu.tsx'

interface MenuProps {
  /** French name of the button: « Actions pour Budget 2026 ». */
  label: string
  /** Entries, either all in groups with a title or all without. */
  entries: readonly MenuEntry[] | readonly MenuGroup[]
  placement?: Placement
  /** Icon of the button; default three dots. */
  icon?: ReactNode
  size?: 'm' | 's'
  /** Shows the label beside the icon, when the icon alone would not be understood. */
  isNamed?: boolean
  isDisabled?: boolean
}

// Loaded at the first press, because most visits open no menu and the library is about half of what the chat page loads beside React.
const load = async () => (await import('./OpenMenu.tsx')).OpenMenu

/** Button that opens a menu of secondary actions. */
export function Menu({ label, entries, placement = 'bottom end', icon = <EllipsisVertical aria-hidden />, size, isNamed = false, isDisabled }: MenuProps) {
  const { trigger, opened, close, button } = useLazyList(load, 'menu')
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
