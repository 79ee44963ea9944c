// Sets the theme the person chose before anything is painted. The key is the one of src/layout/theme.ts.
try {
  var theme = localStorage.getItem('parvis.theme')
  if (theme === 'light' || theme === 'dark') document.documentElement.dataset.theme = theme
} catch {
  // Storage is refused: the system's theme holds.
}
