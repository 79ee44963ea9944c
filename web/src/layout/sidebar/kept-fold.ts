/** Local-storage key and value of each foldable part: the whole sidebar (to its icons), and the recent conversations. */
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
    // Storage refused: the choice lasts as long as the page.
  }
}
