import { useEffect } from 'react'
import { hasFreshAccess, open } from './browser.ts'
import { invalidateUnder } from './queries.ts'
import { followChanges } from './follow-changes.ts'
import { pauseUntilOnline } from './transport/stream.ts'

/** Load time of this module, which comes with the code that sends requests: nothing was requested earlier. */
const loadedAt = performance.now()
/** Time, in milliseconds, after which a hidden tab stops listening. A short visit to another tab costs nothing. */
const hiddenTimeoutMs = 10_000
/** Silence, in milliseconds, after which the connection is dead, as on a computer that slept. The server sends something at least every 15 s. */
const silenceTimeoutMs = 45_000

/** Refreshes lists when data changes in another tab or on another machine, while a signed-in person has the page visible. Renders nothing. */
export function ChangeListener() {
  useEffect(() => {
    let connection: AbortController | null = null
    let hiddenTimer: ReturnType<typeof setTimeout> | undefined
    let wasDisconnected = false
    let lastDataAt = 0
    const onData = () => {
      lastDataAt = Date.now()
    }
    const disconnect = () => {
      connection?.abort()
      connection = null
      wasDisconnected = true
    }
    const connectIfVisible = () => {
      clearTimeout(hiddenTimer)
      if (document.visibilityState !== 'visible') return void (hiddenTimer = setTimeout(disconnect, hiddenTimeoutMs))
      if (connection !== null && Date.now() - lastDataAt > silenceTimeoutMs) disconnect()
      if (connection !== null) return
      connection = new AbortController()
      onData()
      const deps = {
        open,
        hasFreshAccess,
        msSinceFirstRequest: () => performance.now() - loadedAt,
        invalidate: (pathPrefixes: readonly string[]) => void invalidateUnder(pathPrefixes),
        onData,
        pause: pauseUntilOnline,
      }
      void followChanges(deps, connection.signal, wasDisconnected)
    }
    connectIfVisible()
    // A person who comes back makes the tab visible or focuses its window.
    document.addEventListener('visibilitychange', connectIfVisible)
    addEventListener('focus', connectIfVisible)
    return () => {
      document.removeEventListener('visibilitychange', connectIfVisible)
      removeEventListener('focus', connectIfVisible)
      clearTimeout(hiddenTimer)
      disconnect()
    }
  }, [])
  return null
}
