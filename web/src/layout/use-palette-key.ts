import { useEffect } from 'react'

/** Opens the global search with Ctrl+K or ⌘+K, unless a dialog is open. */
export function usePaletteKey(onOpen: () => void, isEnabled: boolean): void {
  useEffect(() => {
    if (!isEnabled) return undefined
    const press = (event: KeyboardEvent) => {
      if (event.key.toLowerCase() !== 'k' || !(event.ctrlKey || event.metaKey) || event.altKey || event.shiftKey || event.defaultPrevented) return
      if (document.querySelector('[role="dialog"], [role="alertdialog"]')) return
      event.preventDefault()
      onOpen()
    }
    addEventListener('keydown', press)
    return () => removeEventListener('keydown', press)
  }, [onOpen, isEnabled])
}
