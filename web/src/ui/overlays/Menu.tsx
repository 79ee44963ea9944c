import { EllipsisVertical } from 'lucide-react'
import { useRef, useState, type ComponentType, type KeyboardEvent, type ReactNode } from 'react'
import type { Placement } from 'react-aria-components'
import { Button } from '../Button.tsx'
import { useAnnounce } from '../feedback/StatusRegion.tsx'
import { IconButton } from '../IconButton.tsx'
import type { OpenMenuProps } from './OpenMenu.tsx'

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

// Half of what a chat's page weighs beside React is for menus that most visits open once or never: it comes with the first one that is pressed.
let Loaded: ComponentType<OpenMenuProps> | null = null
const load = async () => (Loaded = (await import('./OpenMenu.tsx')).OpenMenu)

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
  const trigger = useRef<Element | null>(null)
  /** Which entry has the focus when it opens; null: it is closed. */
  const [opening, setOpening] = useState<'first' | 'last' | null>(null)
  const announce = useAnnounce()

  async function open(from: Element, focused: 'first' | 'last') {
    trigger.current = from
    try {
      if (Loaded === null) await load()
      setOpening(focused)
    } catch {
      announce('Le menu n’a pas pu être ouvert\u00a0: vérifiez votre connexion, puis réessayez.')
    }
  }
  const props = {
    size,
    isDisabled,
    'aria-haspopup': 'menu' as const,
    'aria-expanded': opening !== null,
    // The code is on its way while the finger is.
    onPressStart: () => void load().catch(() => undefined),
    onPress: ({ target }: { target: Element }) => void open(target, 'first'),
    onKeyDown: (event: KeyboardEvent) => {
      if (event.key !== 'ArrowDown' && event.key !== 'ArrowUp') return
      event.preventDefault()
      void open(event.currentTarget, event.key === 'ArrowDown' ? 'first' : 'last')
    },
  }
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
          isOpen={opening !== null}
          focused={opening ?? 'first'}
          onClose={() => setOpening(null)}
          label={label}
          entries={entries}
          placement={placement}
        />
      )}
    </>
  )
}
