// Sets the chosen theme before the first paint. The key is that of src/layout/sidebar/ThemeSwitch.tsx.
try {
  var theme = localStorage.getItem('parvis.theme')
  if (theme === 'light' || theme === 'dark') document.documentElement.dataset.theme = theme
} catch {
  // Storage refused: the system's theme applies.
}
