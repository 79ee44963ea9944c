import { createContext, use, useCallback, useRef, type ReactNode } from 'react'
import styles from '../VisuallyHidden.module.css'

const AnnounceContext = createContext<(text: string) => void>(() => undefined)

/** Renders the live region that `useAnnounce` writes to, and provides `useAnnounce` to `children`. */
export function StatusRegion({ children }: { children: ReactNode }) {
  const region = useRef<HTMLDivElement>(null)
  const announce = useCallback((text: string) => {
    const line = document.createElement('p')
    line.textContent = text
    // A new node each time, so that the same sentence is read again.
    region.current?.replaceChildren(line)
  }, [])
  return (
    <AnnounceContext value={announce}>
      {children}
      {/* react-aria does not hide a region with `data-live-announcer` behind a modal dialog. */}
      <div ref={region} role="status" aria-live="polite" aria-atomic="true" data-live-announcer="true" className={styles.hidden} />
    </AnnounceContext>
  )
}

/** Returns `announce(text)`, which has screen readers read a text when they are idle. For an end or a result, never for each step. */
export const useAnnounce = (): ((text: string) => void) => use(AnnounceContext)
