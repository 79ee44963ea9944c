import { useEffect, useRef, type RefObject } from 'react'

/**
 * Moves the focus to the title of a section when the focused button has disappeared. Does nothing if another element has the focus.
 * @param state value whose change may remove buttons
 */
export function useRestoredFocus(section: RefObject<HTMLElement | null>, state: string): void {
  const seen = useRef(state)
  useEffect(() => {
    if (seen.current === state) return
    seen.current = state
    if (document.activeElement === document.body) section.current?.querySelector('h3')?.focus()
  }, [section, state])
}
