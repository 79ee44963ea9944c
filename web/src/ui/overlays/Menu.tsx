import { EllipsisVertical } from 'lucide-react'
import type { ReactNode } from 'react'
import type { Placement } from 'react-aria-components'
import { Button } from '../Button.tsx'
import { IconButton } from '../IconButton.tsx'
import { onDemand, useOpening } from './use-opening.ts'

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
  /** Written in its place: a part of it. */
  text?: string
  /** Somebody is about to open it: what it proposes may be asked for. Of a named one. */
  onNear?: () => void
  isDisabled?: boolean
}

const openMenu = onDemand(async () => (await import('./OpenMenu.tsx')).OpenMenu)

/** Rare actions behind one button. */
export function Menu({
  label,
  entries,
  placement = 'bottom end',
  icon = <EllipsisVertical aria-hidden />,
  size,
  isNamed = false,
  text,
  onNear,
  isDisabled,
}: MenuProps) {
  const { trigger, focused, close, triggerProps } = useOpening(openMenu, 'Le menu n’a pas pu être ouvert\u00a0: vérifiez votre connexion, puis réessayez.')
  const props = { ...triggerProps, size, isDisabled, 'aria-haspopup': 'menu' as const }
  const Loaded = openMenu.current
  return (
    <>
      {isNamed ? (
        <Button {...props} onHoverStart={onNear} onFocus={onNear} variant="quiet" icon={icon} aria-label={text === undefined ? undefined : label}>
          {text ?? label}
        </Button>
      ) : (
        <IconButton {...props} label={label}>
          {icon}
        </IconButton>
      )}
      {Loaded !== null && (
        <Loaded
          trigger={trigger}
          isOpen={focused !== null}
          focused={focused ?? 'first'}
          onClose={close}
          label={label}
          entries={entries}
          placement={placement}
        />
      )}
    </>
  )
}
