/** Colour theme; `system` follows the operating system. */
export type ThemeChoice = 'light' | 'dark' | 'system'

/** Local-storage key, which public/theme.js also reads before the first paint. */
const key = 'parvis.theme'

/** Reads the theme stored in this browser; `system` if there is none or storage is refused. */
export function readTheme(): ThemeChoice {
  try {
    const stored = localStorage.getItem(key)
    return stored === 'light' || stored === 'dark' ? stored : 'system'
  } catch {
    return 'system'
  }
}

/** Applies a theme and stores it. */
export function applyTheme(theme: ThemeChoice): void {
  if (theme === 'system') delete document.documentElement.dataset.theme
  else document.documentElement.dataset.theme = theme
  try {
    if (theme === 'system') localStorage.removeItem(key)
    else localStorage.setItem(key, theme)
  } catch {
    // Storage refused: the choice lasts as long as the page.
  }
}
