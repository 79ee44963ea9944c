import { routes, type Announcement } from '@parvis/contract'
import { useCallback, useEffect, useState } from 'react'
import { call, hasFreshAccess, onForget } from './browser.ts'

/** Polling interval, in milliseconds: a published message is shown everywhere within a minute. */
const everyMs = 58_000
const changed = 'parvis:annonce'
const keys = { dismissed: 'parvis.annonce.fermee', said: 'parvis.annonce.lue' } as const

onForget(() => {
  for (const key of Object.values(keys)) keep(key, null)
})

/** Makes this tab fetch the message to everybody again, after an administrator has published or removed it. */
export const announcementChanged = (): void => void window.dispatchEvent(new Event(changed))

interface ShownAnnouncement {
  /** Null: nothing to show. */
  announcement: Announcement | null
  dismiss: () => void
  /** Returns true once per message in this tab, so that it is announced to screen readers once. */
  takeTurnToSay: (id: string) => boolean
}

/**
 * Fetches the message to everybody, and again every minute while the page is visible. Sends nothing once the access token has expired: an open page must
 * not keep its session alive.
 */
export function useAnnouncement(isSignedIn: boolean): ShownAnnouncement {
  const [announcement, setAnnouncement] = useState<Announcement | null>(null)
  const [dismissed, setDismissed] = useState(() => read(keys.dismissed))
  useEffect(() => {
    const asking = new AbortController()
    let askedAt = -Infinity
    const ask = async () => {
      if (isSignedIn && !hasFreshAccess()) return
      askedAt = Date.now()
      const { signal } = asking
      const answer = await call(isSignedIn ? routes.announcements.current : routes.announcements.atSignIn, { signal }).catch(() => null)
      if (answer !== null && !signal.aborted) setAnnouncement(answer.announcement)
    }
    const look = () => {
      if (document.visibilityState === 'visible' && Date.now() - askedAt >= everyMs / 2) void ask()
    }
    void ask()
    const timer = isSignedIn ? setInterval(look, everyMs) : undefined
    document.addEventListener('visibilitychange', look)
    window.addEventListener(changed, ask)
    return () => {
      asking.abort()
      clearInterval(timer)
      document.removeEventListener('visibilitychange', look)
      window.removeEventListener(changed, ask)
    }
  }, [isSignedIn])
  const takeTurnToSay = useCallback((id: string) => {
    if (read(keys.said) === id) return false
    keep(keys.said, id)
    return true
  }, [])
  return {
    announcement: announcement?.id === dismissed ? null : announcement,
    dismiss() {
      if (!announcement) return
      keep(keys.dismissed, announcement.id)
      setDismissed(announcement.id)
    },
    takeTurnToSay,
  }
}

/** Reads from the session storage. If storage is refused, a dismissed message comes back on the next page. */
function read(key: string): string | null {
  try {
    return sessionStorage.getItem(key)
  } catch {
    return null
  }
}

function keep(key: string, value: string | null): void {
  try {
    if (value === null) sessionStorage.removeItem(key)
    else sessionStorage.setItem(key, value)
  } catch {
    // Storage refused: same effect as in `read`.
  }
}
