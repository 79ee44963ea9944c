import { addressOf, entry, moved, show } from './address.ts'
import { matchPath } from './match.ts'

/**
 * Has the address say what is on the screen now: the same visit goes on, and what led there has served. Not once the person is on their way to
 * another page, whose code may still be coming: they would be led back.
 */
export function sayPlace(to: string): void {
  const address = addressOf(to)
  if (matchPath(new URL(address).pathname, location.pathname) === null) return
  history.replaceState({ ...entry(), state: null }, '', address)
  show()
  window.dispatchEvent(new Event(moved))
}
