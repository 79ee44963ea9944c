import type { Plugin } from 'vite'

const dictionary = /[\\/](?:react-aria|react-stately|react-aria-components)[\\/]dist[\\/]private[\\/]intl[\\/].*?([a-z]{2}-[A-Z]{2})\.m?js$/

const overlays = /[\\/]react-aria[\\/]dist[\\/]private[\\/]intl[\\/]overlays[\\/]fr-FR\.m?js$/

/**
 * Vite plugin that keeps the French texts of the react-aria packages and empties the thirty-three other dictionaries, which would cost 40 kB to every
 * first visit. Replaces their « Rejeter », a literal translation, by « Fermer ».
 */
export function frenchOnly(): Plugin {
  return {
    name: 'parvis-french-only',
    enforce: 'pre',
    load(id) {
      const path = id.split('?')[0] ?? ''
      // Label, for screen readers, of the hidden buttons that close a menu or a list.
      if (overlays.test(path)) return `export default { dismiss: 'Fermer' }`
      const locale = dictionary.exec(path)?.[1]
      return locale && locale !== 'fr-FR' ? 'export default {};' : null
    },
  }
}
