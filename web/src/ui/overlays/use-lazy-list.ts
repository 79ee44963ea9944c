import { useRef, useState, type KeyboardEvent } from 'react'
import { alertDownloadFailure } from '../on-demand.tsx'

/**
 * State and attributes of a button that opens a list or a menu whose code is loaded at the first press. A failed download is shown in an alert.
 * @param load downloads the code; called again after a failure
 * @param popup value of `aria-haspopup`
 */
export function useLazyList<List>(load: () => Promise<List>, popup: 'menu' | 'listbox' | 'dialog') {
  const trigger = useRef<Element | null>(null)
  const [openList, setOpened] = useState<{ List: List; focused: 'first' | 'last' } | null>(null)

  async function open(from: Element, focused: 'first' | 'last') {
    trigger.current = from
    try {
      const List = await load()
      setOpened({ List, focused })
    } catch {
      alertDownloadFailure(popup === 'menu' ? 'Le menu n’a pas pu être ouvert' : 'La liste n’a pas pu être ouverte')
    }
  }
  return {
    /** Element beside which the list is positioned. */
    trigger,
    /** Component of the open list, and which of its entries gets the focus; null when it is closed. */
    opened: openList,
    close: () => setOpened(null),
    /** Props of the button. */
    button: {
      'aria-haspopup': popup,
      'aria-expanded': openList !== null,
      // The download starts while the finger is still down.
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
