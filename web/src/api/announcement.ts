import { routes, type Announcement } from '@parvis/contract'
import { useCallback, useEffect, useState } from 'react'
import { call, hasFreshAccess, onClearUserData } from './browser.ts'

/** Polling interval, in milliseconds: a published message is shown everywhere within a minute. */
const pollMs = 58_000
const changedEvent = 'parvis:annonce'
const keys = { dismissed: 'parvis.annonce.fermee', said: 'parvis.annonce.lue' } as const

onClearUserData(() => {
  for (const key of Object.values(keys)) write(key, null)
})

/** Makes this tab fetch the message to everybody again, after an administrator has published or removed it. */
export const announcementChanged = (): void => void window.dispatchEvent(new Event(changedEvent))

interface ShownAnnouncement {
  /** Null: nothing to show. */
  announcement: Announcement | null
  dismiss: () => void
  /** Returns true once per message in this tab, so that it is announced to screen readers once. */
  claimAnnouncement: (id: string) => boolean
}

/**
 * Fetches the message to everybody, and again every minute while the page is visible. Sends nothing once the access token has expired: an open page must
 * not keep its session alive.
 */
export function useAnnouncement(isSignedIn: boolean): ShownAnnouncement {
  const [announcement, setAnnouncement] = useState<Announcement | null>(null)
  const [dismissed, setDismissed] = useState(() => read(keys.dismissed))
  useEffect(() => {
    const controller = new AbortController()
    let fetchedAt = -Infinity
    const refresh = async () => {
      if (isSignedIn && !hasFreshAccess()) return
      fetchedAt = Date.now()
      const { signal } = controller
      const answer = await call(isSignedIn ? routes.announcements.current : routes.announcements.atSignIn, { signal }).catch(() => null)
      if (answer !== null && !signal.aborted) setAnnouncement(answer.announcement)
    }
    const refreshIfStale = () => {
      if (document.visibilityState === 'visible' && Date.now() - fetchedAt >= pollMs / 2) void refresh()
    }
    void refresh()
    const timer = isSignedIn ? setInterval(refreshIfStale, pollMs) : undefined
    document.addEventListener('visibilitychange', refreshIfStale)
    window.addEventListener(changedEvent, refresh)
    return () => {
      controller.abort()
      clearInterval(timer)
      document.removeEventListener('visibilitychange', refreshIfStale)
      window.removeEventListener(changedEvent, refresh)
    }
  }, [isSignedIn])
  const claimAnnouncement = useCallback((id: string) => {
    if (read(keys.said) === id) return false
    write(keys.said, id)
    return true
  }, [])
  return {
    announcement: announcement?.id === dismissed ? null : announcement,
    dismiss() {
      if (!announcement) return
      write(keys.dismissed, announcement.id)
      setDismissed(announcement.id)
    },
    claimAnnouncement,
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

function write(key: string, value: string | null): void {
  try {
    if (value === null) sessionStorage.removeItem(key)
    else sessionStorage.setItem(key, value)
  } catch {
    // Storage refused: same effect as in `read`.
  }
}
