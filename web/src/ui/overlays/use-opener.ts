import { useRef, useState, type KeyboardEvent } from 'react'
import { tellMissing } from '../on-demand.tsx'

/**
 * A button that opens a list whose code comes with the first press.
 * @param load fetches that code; again after it failed
 * @param popup what opens, for who hears it
 */
export function useOpener<List>(load: () => Promise<List>, popup: 'menu' | 'listbox' | 'dialog') {
  const trigger = useRef<Element | null>(null)
  const [opened, setOpened] = useState<{ List: List; focused: 'first' | 'last' } | null>(null)

  async function open(from: Element, focused: 'first' | 'last') {
    trigger.current = from
    try {
      const List = await load()
      setOpened({ List, focused })
    } catch {
      tellMissing(popup === 'menu' ? 'Le menu n’a pas pu être ouvert' : 'La liste n’a pas pu être ouverte')
    }
  }
  return {
    /** What the list hangs from. */
    trigger,
    /** The list, and which of its entries has the focus when it opens; null: it is closed. */
    opened,
    close: () => setOpened(null),
    /** Goes on the button. */
    button: {
      'aria-haspopup': popup,
      'aria-expanded': opened !== null,
      // The code is on its way while the finger is.
      onPointerDown: () => void load().catch(() => undefined),
      onPress: ({ currentTarget }: { currentTarget: Element }) => void open(currentTarget, 'first'),
      onKeyDown: (event: KeyboardEvent) => {
        if (event.key !== 'ArrowDown' && event.key !== 'ArrowUp') return
        event.preventDefault()
        void open(event.currentTarget, event.key === 'ArrowDown' ? 'first' : 'last')
      },
    },
  }
}
