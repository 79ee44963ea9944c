import { addressOf, entry, moved, show } from './address.ts'
import { matchPath } from './match.ts'

/** Replaces the URL without a navigation and clears the history state. Does nothing if the user has already gone to another path. */
export function sayPlace(to: string): void {
  const address = addressOf(to)
  if (matchPath(new URL(address).pathname, location.pathname) === null) return
  history.replaceState({ ...entry(), state: null }, '', address)
  show()
  window.dispatchEvent(new Event(moved))
}
