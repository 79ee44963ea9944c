import { matchPath } from './match.ts'
import { navigatedEvent, historyEntry, navigate, recordShown, absoluteUrl, currentLocation } from './location.ts'

/** Returns a `navigate` for use after an answer: it does nothing if the user has gone to another page meanwhile. */
export function guardedNavigate(): typeof navigate {
  const { pathname } = currentLocation()
  return (to, options) => {
    if (currentLocation().pathname === pathname) navigate(to, options)
  }
}

/** Replaces the URL without a navigation and clears the history state. Does nothing if the user has already gone to another path. */
export function replaceUrl(to: string): void {
  const url = absoluteUrl(to)
  if (matchPath(new URL(url).pathname, location.pathname) === null) return
  history.replaceState({ ...historyEntry(), state: null }, '', url)
  recordShown()
  window.dispatchEvent(new Event(navigatedEvent))
}
