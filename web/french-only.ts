import type { Plugin } from 'vite'

const dictionary = /[\\/](?:react-aria|react-stately|react-aria-components)[\\/]dist[\\/]private[\\/]intl[\\/].*?([a-z]{2}-[A-Z]{2})\.m?js$/

/**
 * Keeps the French sentences of the react-aria packages and empties the thirty-three other dictionaries.
 * The product speaks one language; the others would cost 40 kB to every first visit.
 */
export function frenchOnly(): Plugin {
  return {
    name: 'parvis-french-only',
    enforce: 'pre',
    load(id) {
      const locale = dictionary.exec(id.split('?')[0] ?? '')?.[1]
      return locale && locale !== 'fr-FR' ? 'export default {};' : null
    },
  }
}
