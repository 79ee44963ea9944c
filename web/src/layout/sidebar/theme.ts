/** Clear, dark, or what the system says. */
export type Theme = 'light' | 'dark' | 'system'

/** public/theme.js reads the same key before the first paint. */
const key = 'parvis.theme'

/** The choice kept in this browser; "system" when there is none or storage is refused. */
export function readTheme(): Theme {
  try {
    const kept = localStorage.getItem(key)
    return kept === 'light' || kept === 'dark' ? kept : 'system'
  } catch {
    return 'system'
  }
}

/** Shows a theme and keeps it. */
export function applyTheme(theme: Theme): void {
  if (theme === 'system') delete document.documentElement.dataset.theme
  else document.documentElement.dataset.theme = theme
  try {
    if (theme === 'system') localStorage.removeItem(key)
    else localStorage.setItem(key, theme)
  } catch {
    // Storage is refused: the choice lasts as long as the page.
  }
}
