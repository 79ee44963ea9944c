import { useEffect, useRef, type RefObject } from 'react'

/**
 * For a section whose buttons come and go: the focus that went with one of them goes to the title of the section, and nowhere when the
 * person is elsewhere by then.
 * @param state what the buttons depend on
 */
export function useLostFocus(section: RefObject<HTMLElement | null>, state: string): void {
  const seen = useRef(state)
  useEffect(() => {
    if (seen.current === state) return
    seen.current = state
    if (document.activeElement === document.body) section.current?.querySelector('h3')?.focus()
  }, [section, state])
}
