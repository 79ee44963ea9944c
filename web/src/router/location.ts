import { confirmIfUnsaved, hasUnsavedChanges } from './navigation-blocker.ts'

/** Location of the browser. `key` differs at each navigation; it stays when the user edits the URL by hand, or when `replaceUrl` replaces it. */
export interface RouterLocation {
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
export const navigatedEvent = 'parvis:adresse'

interface HistoryEntry {
  key: string
  state: unknown
  /** Position of the entry in the tab's history. Tells the direction and the length of a history step. */
  rank: number
}

/** History state of the current entry. */
export const historyEntry = (): Partial<HistoryEntry> | null => history.state as Partial<HistoryEntry> | null
/** Location of the page on the screen, as last recorded by `recordShown`. */
const shownLocation = { rank: 0, key: 'first', pathname: '', search: '' }
let pendingStep: 'none' | 'undone' | 'agreed' = 'none'

/**
 * Navigates within the application. Going to another path or another query first asks for confirmation if the page has unsaved changes. Replacing the
 * query of the same path does not.
 * @throws {DOMException} for a URL of another site
 */
export function navigate(to: string, { replace = false, state = null, force = false }: NavigateOptions = {}): void {
  const url = absoluteUrl(to)
  const go = () => {
    const rank = (historyEntry()?.rank ?? shownLocation.rank) + (replace ? 0 : 1)
    const next: HistoryEntry = { key: crypto.getRandomValues(new Uint32Array(1))[0]!.toString(36), state, rank }
    if (replace) history.replaceState(next, '', url)
    else history.pushState(next, '', url)
    recordShown()
    window.dispatchEvent(new Event(navigatedEvent))
  }
  const { pathname, search } = new URL(url)
  if (force || (pathname === location.pathname && (replace || search === location.search))) go()
  else confirmIfUnsaved(go)
}

/**
 * Handles a history step of the browser. A step that would lose unsaved changes is undone, confirmed, then redone.
 * @returns false if the page stays
 */
export function handleHistoryStep(): boolean {
  const previousStep = pendingStep
  pendingStep = 'none'
  if (previousStep === 'undone') return false
  // An entry without `rank` is a URL typed by the user: it comes after the current one.
  if (historyEntry()?.rank === undefined) history.replaceState({ rank: shownLocation.rank + 1, key: shownLocation.key }, '')
  const distance = (historyEntry()?.rank ?? 0) - shownLocation.rank
  if (previousStep === 'agreed' || distance === 0 || isShownLocation() || !hasUnsavedChanges()) {
    recordShown()
    return true
  }
  pendingStep = 'undone'
  history.go(-distance)
  confirmIfUnsaved(() => {
    pendingStep = 'agreed'
    history.go(distance)
  })
  return false
}

/** Initialises the history entry on which the tab was opened or reloaded. */
function initHistory(): void {
  if (historyEntry()?.rank === undefined) history.replaceState({ ...historyEntry(), rank: 0 }, '')
  recordShown()
}

/** Records the current location as the page on the screen. */
export function recordShown(): void {
  shownLocation.rank = historyEntry()?.rank ?? 0
  shownLocation.key = historyEntry()?.key ?? 'first'
  shownLocation.pathname = location.pathname
  shownLocation.search = location.search
}

/** Whether the current path and query are those of the page on the screen. */
export const isShownLocation = (): boolean => location.pathname === shownLocation.pathname && location.search === shownLocation.search

/** Absolute URL, without an empty `?` or `#`. */
export function absoluteUrl(to: string): string {
  const { origin, pathname, search, hash } = new URL(to, location.href)
  return `${origin}${pathname}${search}${hash}`
}

export function currentLocation(): RouterLocation {
  const { pathname, search, hash } = location
  if (shownLocation.pathname === '') initHistory()
  return { pathname, search, hash, state: historyEntry()?.state ?? null, key: historyEntry()?.key ?? 'first' }
}
