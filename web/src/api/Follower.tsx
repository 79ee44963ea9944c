import { useEffect } from 'react'
import { hasFreshAccess, open } from './browser.ts'
import { askUnder } from './ask.ts'
import { followChanges } from './follow-changes.ts'
import { pauseUntilOnline } from './transport/stream.ts'

/** Load time of this module, which comes with the code that sends requests: nothing was requested earlier. */
const begun = performance.now()
/** Time, in milliseconds, after which a hidden tab stops listening. A short visit to another tab costs nothing. */
const patience = 10_000
/** Silence, in milliseconds, after which the connection is dead, as on a computer that slept. The server sends something at least every 15 s. */
const silence = 45_000

/** Refreshes lists when data changes in another tab or on another machine, while a signed-in person has the page visible. Renders nothing. */
export function Follower() {
  useEffect(() => {
    let following: AbortController | null = null
    let leaving: ReturnType<typeof setTimeout> | undefined
    let hasLeft = false
    let heardAt = 0
    const onHeard = () => {
      heardAt = Date.now()
    }
    const leave = () => {
      following?.abort()
      following = null
      hasLeft = true
    }
    const look = () => {
      clearTimeout(leaving)
      if (document.visibilityState !== 'visible') return void (leaving = setTimeout(leave, patience))
      if (following !== null && Date.now() - heardAt > silence) leave()
      if (following !== null) return
      following = new AbortController()
      onHeard()
      const deps = {
        open,
        isFresh: hasFreshAccess,
        ago: () => performance.now() - begun,
        ask: (beginnings: readonly string[]) => void askUnder(beginnings),
        onHeard,
        pause: pauseUntilOnline,
      }
      void followChanges(deps, following.signal, hasLeft)
    }
    look()
    // A person who comes back makes the tab visible or focuses its window.
    document.addEventListener('visibilitychange', look)
    addEventListener('focus', look)
    return () => {
      document.removeEventListener('visibilitychange', look)
      removeEventListener('focus', look)
      clearTimeout(leaving)
      leave()
    }
  }, [])
  return null
}
