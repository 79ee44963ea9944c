import { useEffect } from 'react'

/** Ctrl + K, or ⌘ + K, unless something is being asked: what stands over the page is answered first. */
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
