const key = 'parvis.sidebar'

/** Whether this browser keeps the sidebar reduced to its icons. */
export function readCollapsed(): boolean {
  try {
    return localStorage.getItem(key) === 'collapsed'
  } catch {
    return false
  }
}

export function keepCollapsed(isCollapsed: boolean): void {
  try {
    if (isCollapsed) localStorage.setItem(key, 'collapsed')
    else localStorage.removeItem(key)
  } catch {
    // Storage is refused: the choice lasts as long as the page.
  }
}
