import { useEffect } from 'react'
import { hasFreshAccess, open } from './browser.ts'
import { askUnder } from './ask.ts'
import { followChanges } from './follow-changes.ts'
import { pauseUntilOnline } from './transport/stream.ts'

/** A tab that is out of sight stops listening after this long, in milliseconds: a glance elsewhere costs nothing. */
const patience = 10_000

/** For a signed-in person, while the page is looked at: lists follow what is changed elsewhere. Draws nothing. */
export function Follower() {
  useEffect(() => {
    let following: AbortController | null = null
    let leaving: ReturnType<typeof setTimeout> | undefined
    let hasLeft = false
    const look = () => {
      clearTimeout(leaving)
      if (document.visibilityState === 'visible') {
        if (following !== null) return
        following = new AbortController()
        void followChanges(
          { open, isFresh: hasFreshAccess, ask: (beginnings) => void askUnder(beginnings), pause: pauseUntilOnline },
          following.signal,
          hasLeft,
        )
      } else leaving = setTimeout(leave, patience)
    }
    const leave = () => {
      following?.abort()
      following = null
      hasLeft = true
    }
    look()
    document.addEventListener('visibilitychange', look)
    return () => {
      document.removeEventListener('visibilitychange', look)
      clearTimeout(leaving)
      leave()
    }
  }, [])
  return null
}
