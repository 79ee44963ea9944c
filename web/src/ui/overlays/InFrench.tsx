import type { ReactNode } from 'react'
import { I18nProvider } from 'react-aria-components'

/**
 * Sets the locale of react-aria to French: its built-in texts would otherwise follow the language of the browser. The build removes its other languages
 * (french-only.ts).
 */
export const InFrench = ({ children }: { children: ReactNode }) => <I18nProvider locale="fr-FR">{children}</I18nProvider>
