import type { ReactNode } from 'react'
import { I18nProvider } from 'react-aria-components'

/** Around each part of react-aria, whose own words are those of the browser's language otherwise; of the others nothing is kept (french-only.ts). */
export const InFrench = ({ children }: { children: ReactNode }) => <I18nProvider locale="fr-FR">{children}</I18nProvider>
