/** What of the menu this browser keeps folded: all of it, to its icons, or the recent conversations. */
const keys = { sidebar: ['parvis.sidebar', 'collapsed'], recent: ['parvis.recentes', 'folded'] } as const

type Fold = keyof typeof keys

export function readFold(fold: Fold): boolean {
  const [key, word] = keys[fold]
  try {
    return localStorage.getItem(key) === word
  } catch {
    return false
  }
}

export function keepFold(fold: Fold, isFolded: boolean): void {
  const [key, word] = keys[fold]
  try {
    if (isFolded) localStorage.setItem(key, word)
    else localStorage.removeItem(key)
  } catch {
    // Storage is refused: the choice lasts as long as the page.
  }
}
