import { askToLeave, isHeld } from './leaving.ts'

/** Location of the browser. `key` differs at each navigation; it stays when the user edits the URL by hand, or when `sayPlace` replaces it. */
export interface Place {
  pathname: string
  search: string
  hash: string
  /** Value that the previous page passes to this one. */
  state: unknown
  key: string
}

export interface NavigateOptions {
  /** Replaces the current history entry. */
  replace?: boolean
  state?: unknown
  /** Skips the confirmation about unsaved changes, for pages that cannot stay. */
  force?: boolean
}

/** Event dispatched on `window` after a navigation by the application: browsers only fire `popstate` for their own. */
export const moved = 'parvis:adresse'

interface Entry {
  key: string
  state: unknown
  /** Position of the entry in the tab's history. Tells the direction and the length of a history step. */
  rank: number
}

/** History state of the current entry. */
export const entry = (): Partial<Entry> | null => history.state as Partial<Entry> | null
/** Location of the page on the screen, as last recorded by `show`. */
const shown = { rank: 0, key: 'first', pathname: '', search: '' }
let step: 'none' | 'undone' | 'agreed' = 'none'

/**
 * Navigates within the application. Going to another path or another query first asks for confirmation if the page has unsaved changes. Replacing the
 * query of the same path does not.
 * @throws {DOMException} for a URL of another site
 */
export function navigate(to: string, { replace = false, state = null, force = false }: NavigateOptions = {}): void {
  const address = addressOf(to)
  const go = () => {
    const rank = (entry()?.rank ?? shown.rank) + (replace ? 0 : 1)
    const next: Entry = { key: crypto.getRandomValues(new Uint32Array(1))[0]!.toString(36), state, rank }
    if (replace) history.replaceState(next, '', address)
    else history.pushState(next, '', address)
    show()
    window.dispatchEvent(new Event(moved))
  }
  const { pathname, search } = new URL(address)
  if (force || (pathname === location.pathname && (replace || search === location.search))) go()
  else askToLeave(go)
}

/**
 * Handles a history step of the browser. A step that would lose unsaved changes is undone, confirmed, then redone.
 * @returns false if the page stays
 */
export function isFollowed(): boolean {
  const was = step
  step = 'none'
  if (was === 'undone') return false
  // An entry without `rank` is a URL typed by the user: it comes after the current one.
  if (entry()?.rank === undefined) history.replaceState({ rank: shown.rank + 1, key: shown.key }, '')
  const distance = (entry()?.rank ?? 0) - shown.rank
  if (was === 'agreed' || distance === 0 || isShown() || !isHeld()) {
    show()
    return true
  }
  step = 'undone'
  history.go(-distance)
  askToLeave(() => {
    step = 'agreed'
    history.go(distance)
  })
  return false
}

/** Initialises the history entry on which the tab was opened or reloaded. */
function begin(): void {
  if (entry()?.rank === undefined) history.replaceState({ ...entry(), rank: 0 }, '')
  show()
}

/** Records the current location as the page on the screen. */
export function show(): void {
  shown.rank = entry()?.rank ?? 0
  shown.key = entry()?.key ?? 'first'
  shown.pathname = location.pathname
  shown.search = location.search
}

/** Whether the current path and query are those of the page on the screen. */
export const isShown = (): boolean => location.pathname === shown.pathname && location.search === shown.search

/** Absolute URL, without an empty `?` or `#`. */
export function addressOf(to: string): string {
  const { origin, pathname, search, hash } = new URL(to, location.href)
  return `${origin}${pathname}${search}${hash}`
}

export function currentPlace(): Place {
  const { pathname, search, hash } = location
  if (shown.pathname === '') begin()
  return { pathname, search, hash, state: entry()?.state ?? null, key: entry()?.key ?? 'first' }
}
