import { askToLeave, isHeld } from './leaving.ts'

/** Where the browser is. `key` differs at each navigation; an address typed over another, or that only says what is shown, leaves it as it is. */
export interface Place {
  pathname: string
  search: string
  hash: string
  /** What the page that led here has to say to this one. */
  state: unknown
  key: string
}

export interface NavigateOptions {
  /** Takes the place of the current page in the history. */
  replace?: boolean
  state?: unknown
  /** Without asking about an unsaved text: where the page can no longer stay. */
  force?: boolean
}

/** Told to the window once the address has changed: the browser itself says so only of what it does. */
export const moved = 'parvis:adresse'

interface Entry {
  key: string
  state: unknown
  /** Its rank in the history of this tab: tells a step back from a step forward, and how long it is. */
  rank: number
}

/** What this tab keeps of the address where it is. */
export const entry = (): Partial<Entry> | null => history.state as Partial<Entry> | null
/** What is on the screen, as far as leaving it goes. */
const shown = { rank: 0, key: 'first', pathname: '', search: '' }
let step: 'none' | 'undone' | 'agreed' = 'none'

/**
 * Goes to an address of the product. Another page, or the same about something else (`?…`), waits until the person agrees to leave an
 * unsaved text; one that takes the place of the address and keeps the path only says where the page is.
 * @throws {DOMException} for an address of another site
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
 * A step of the browser's own through its history. One that would leave an unsaved text is undone, asked about, then done again.
 * @returns false where the page stays
 */
export function isFollowed(): boolean {
  const was = step
  step = 'none'
  if (was === 'undone') return false
  // An address typed over another comes after it.
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

/** The page that the tab was opened or reloaded on. */
function begin(): void {
  if (entry()?.rank === undefined) history.replaceState({ ...entry(), rank: 0 }, '')
  show()
}

/** Holds where the page is now for where it is left from. */
export function show(): void {
  shown.rank = entry()?.rank ?? 0
  shown.key = entry()?.key ?? 'first'
  shown.pathname = location.pathname
  shown.search = location.search
}

/** Whether the address is still the one that was followed last. */
export const isShown = (): boolean => location.pathname === shown.pathname && location.search === shown.search

/** The address in full, without the bare `?` or `#` that names nothing. */
export function addressOf(to: string): string {
  const { origin, pathname, search, hash } = new URL(to, location.href)
  return `${origin}${pathname}${search}${hash}`
}

export function currentPlace(): Place {
  const { pathname, search, hash } = location
  if (shown.pathname === '') begin()
  return { pathname, search, hash, state: entry()?.state ?? null, key: entry()?.key ?? 'first' }
}
