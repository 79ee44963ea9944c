import { useEffect } from 'react'
import { hasFreshAccess, open } from './browser.ts'
import { askUnder } from './ask.ts'
import { followChanges } from './follow-changes.ts'
import { pauseUntilOnline } from './transport/stream.ts'

/** This comes with what asks: nothing was asked for before. */
const begun = performance.now()
/** A tab that is out of sight stops listening after this long, in milliseconds: a glance elsewhere costs nothing. */
const patience = 10_000
/** The server speaks at least every 15 s: after this silence, in milliseconds, the connection is dead even if nobody said so (a computer that slept). */
const silence = 45_000

/** For a signed-in person, while the page is looked at: lists follow what is changed elsewhere. Draws nothing, and asks for nothing at rest. */
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
    // A person who comes back looks at the page, or gives it the focus.
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
