/** Where the browser is. `key` differs at each navigation; an address typed over another leaves it as it is. */
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
}

/** Told to the window once the address has changed: the browser itself says so only of what it does. */
export const moved = 'parvis:adresse'

/** Goes to an address of the product; `#…` and `?…` stay on the page. @throws {DOMException} for an address of another site */
export function navigate(to: string, { replace = false, state = null }: NavigateOptions = {}): void {
  const entry = { key: crypto.getRandomValues(new Uint32Array(1))[0]!.toString(36), state }
  if (replace) history.replaceState(entry, '', addressOf(to))
  else history.pushState(entry, '', addressOf(to))
  window.dispatchEvent(new Event(moved))
}

/** The address in full, without the bare `?` or `#` that names nothing. */
export function addressOf(to: string): string {
  const { origin, pathname, search, hash } = new URL(to, location.href)
  return `${origin}${pathname}${search}${hash}`
}

export function currentPlace(): Place {
  const { pathname, search, hash } = location
  const entry = history.state as Partial<Place> | null
  return { pathname, search, hash, state: entry?.state ?? null, key: entry?.key ?? 'first' }
}
