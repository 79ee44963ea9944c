import { absoluteUrl, historyEntry, navigatedEvent, recordShown } from './location.ts'
import { matchPath } from './match.ts'

/** Replaces the URL without a navigation and clears the history state. Does nothing if the user has already gone to another path. */
export function replaceUrl(to: string): void {
  const url = absoluteUrl(to)
  if (matchPath(new URL(url).pathname, location.pathname) === null) return
  history.replaceState({ ...historyEntry(), state: null }, '', url)
  recordShown()
  window.dispatchEvent(new Event(navigatedEvent))
}
