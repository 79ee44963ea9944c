import type { ResolvedReference } from '@parvis/contract'
import { createContext, use } from 'react'

/** Articles or acts cited in one place of a text. */
export interface OpenedReference {
  /** Title of the panel: « Article L. 2121-29 (CGCT) ». */
  name: string
  /** Day of the text that cites them, `YYYY-MM-DD`; undefined for today. */
  at: string | undefined
  cited: readonly Pick<ResolvedReference, 'code' | 'article' | 'state' | 'since'>[]
}

/** Context that holds the function showing cited articles beside the screen; null on screens that cannot show them. */
export const ReferenceOpener = createContext<((opened: OpenedReference) => void) | null>(null)

/** Returns the function that shows cited articles; null on screens that cannot show them. */
export const useReferenceOpener = () => use(ReferenceOpener)
