/** Local-storage key and value of each foldable part: the whole sidebar (to its icons), and the recent conversations. */
const keys = { sidebar: ['parvis.sidebar', 'collapsed'], recent: ['parvis.recentes', 'folded'] } as const

type FoldablePart = keyof typeof keys

export function readFold(fold: FoldablePart): boolean {
  const [key, foldedValue] = keys[fold]
  try {
    return localStorage.getItem(key) === foldedValue
  } catch {
    return false
  }
}

export function saveFold(fold: FoldablePart, isFolded: boolean): void {
  const [key, foldedValue] = keys[fold]
  try {
    if (isFolded) localStorage.setItem(key, foldedValue)
    else localStorage.removeItem(key)
  } catch {
    // Storage refused: the choice lasts as long as the page.
  }
}
