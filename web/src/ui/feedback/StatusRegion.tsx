import { createContext, use, useCallback, useRef, type ReactNode } from 'react'
import styles from '../VisuallyHidden.module.css'

const AnnounceContext = createContext<(text: string) => void>(() => undefined)

/** Holds the one polite live region of the application, and gives `useAnnounce` to what it wraps. */
export function StatusRegion({ children }: { children: ReactNode }) {
  const region = useRef<HTMLDivElement>(null)
  const announce = useCallback((text: string) => {
    const line = document.createElement('p')
    line.textContent = text
    // A new node each time: the same sentence twice is read twice.
    region.current?.replaceChildren(line)
  }, [])
  return (
    <AnnounceContext value={announce}>
      {children}
      {/* The attribute keeps the region alive behind a modal dialog, which hides everything else. */}
      <div ref={region} role="status" aria-live="polite" aria-atomic="true" data-live-announcer="true" className={styles.hidden} />
    </AnnounceContext>
  )
}

/** `announce(text)`: read once, when the person pauses. For an end or a result, never for each step. */
export const useAnnounce = (): ((text: string) => void) => use(AnnounceContext)
