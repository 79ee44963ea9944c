const key = 'parvis.recentes'

/** Whether this browser keeps the recent conversations folded away. */
export function readFolded(): boolean {
  try {
    return localStorage.getItem(key) === 'folded'
  } catch {
    return false
  }
}

export function keepFolded(isFolded: boolean): void {
  try {
    if (isFolded) localStorage.setItem(key, 'folded')
    else localStorage.removeItem(key)
  } catch {
    // Storage is refused: the choice lasts as long as the page.
  }
}
